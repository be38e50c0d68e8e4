/// A sample that is only an attempt and its outcome, as nearly all are: what is left of it when it is read fast.
public struct PlainSample: Equatable, Sendable {
    /// Which of the ``ProbeNames``.
    public var probe: Int
    public var sequence: Int64
    /// ns since the run began.
    public var sentAt: Int64
    /// ns; nil: lost.
    public var rtt: Int64?
}

/// The probes whose plain samples are wanted.
public struct ProbeNames: Sendable {
    /// What stands in a line from the name to the sequence number.
    let keys: [[UInt8]]

    /// - Parameter names: a name that the format would write with escapes is never found, and its samples are read one by one.
    public init(_ names: [String]) { keys = names.map { Array("\($0)\",\"seq\":".utf8) } }
}
