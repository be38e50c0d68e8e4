/// A sample that is only an attempt and its outcome, as nearly all are: what is left of it when it is read fast.
///
/// Sixteen bytes, because millions go from the thread that reads to the one that judges.
public struct PlainSample: Equatable, Sendable {
    private static let timeBits: UInt64 = 50

    /// The time below, the probe above.
    private let timeAndProbe: UInt64
    private let number: UInt32
    /// ns plus one; 0: lost.
    private let answer: UInt32

    /// nil for what does not fit: times from 2^50 ns, thirteen days, numbers from 2^32, round trips from 4.29 s on.
    ///
    /// - Parameter rtt: ns; nil: lost.
    @inline(__always)
    init?(probe: Int, sequence: Int64, sentAt: Int64, rtt: Int64?) {
        guard probe < 1 << 14, sentAt >= 0, sentAt < 1 << Self.timeBits, let number = UInt32(exactly: sequence),
            let answer = UInt32(exactly: (rtt ?? -1) &+ 1)
        else { return nil }
        timeAndProbe = UInt64(probe) << Self.timeBits | UInt64(sentAt)
        self.number = number
        self.answer = answer
    }

    /// Which of the ``ProbeNames``.
    public var probe: Int { Int(timeAndProbe >> Self.timeBits) }
    public var sequence: Int64 { Int64(number) }
    /// ns since the run began.
    public var sentAt: Int64 { Int64(timeAndProbe & (1 << Self.timeBits - 1)) }
    /// ns; nil: lost.
    public var rtt: Int64? { answer > 0 ? Int64(answer) - 1 : nil }
}

/// The probes whose plain samples are wanted.
public final class ProbeNames: Sendable {
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
