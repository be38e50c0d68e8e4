/// A sample that is only an attempt and its outcome, as nearly all are: what is left of it when it is read fast.
public struct PlainSample: Equatable, Sendable {
    /// Which of the ``ProbeNames``.
    public var probe: Int
    public var sequence: Int64
    /// ns since the run began.
    public var sentAt: Int64
    /// ns; −1: lost. An optional would make a batch a quarter larger.
    public var outcome: Int64

    /// ns; nil: lost.
    public var rtt: Int64? { outcome >= 0 ? outcome : nil }
}

/// The probes whose plain samples are wanted.
public struct ProbeNames: Sendable {
    /// What stands in a line from each name to the sequence number, one behind the other.
    let text: [UInt8]
    /// Where each begins, and where the last ends.
    let bounds: [Int]

    /// - Parameter names: a name that the format would write with escapes is never found, and its samples are read one by one.
    public init(_ names: [String]) {
        let keys = names.map { Array("\($0)\",\"seq\":".utf8) }
        text = keys.flatMap(\.self)
        bounds = keys.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
    }

    var count: Int { bounds.count - 1 }
}
