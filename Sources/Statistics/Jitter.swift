/// Differences between replies to neighbouring attempts: what three definitions of jitter are made of.
package struct NeighbourDifferences {
    /// |rttᵢ − rttᵢ₋₁| where both i and i − 1 were answered, in the order of the sequence.
    package private(set) var values = CompactTimes()
    private var before: (sequence: Int64, rtt: Int64?)?

    package init() {}

    package init(_ attempts: some Sequence<(sequence: Int64, rtt: Int64?)>) {
        for attempt in attempts { append(attempt.sequence, attempt.rtt) }
    }

    /// - Parameters:
    ///   - sequence: in the order of the numbers.
    ///   - rtt: nil for an attempt that got no reply.
    package mutating func append(_ sequence: Int64, _ rtt: Int64?) {
        if let before, sequence == before.sequence &+ 1, let first = before.rtt, let rtt {
            values.append(abs(rtt - first))
        }
        before = (sequence, rtt)
    }

    /// Jitter as this program means it when it says no more: the median of the differences. nil without a pair.
    package var median: Int64? { RankedTimes(values).median }

    /// Mean of the differences (IPDV of RFC 3393, absolute). nil without a pair.
    package var mean: Int64? { LinecheckStatistics.mean(of: values) }

    /// The smoothed estimate of RFC 3550 §6.4.1, by the whole-number code of its appendix A.8. nil without a pair.
    ///
    /// That code keeps sixteen times the estimate and rounds each step; the result is what a receiver would report.
    package var rfc3550: Int64? {
        guard !values.isEmpty else { return nil }
        var scaled: Int64 = 0
        for difference in values { scaled += difference - ((scaled + 8) >> 4) }
        return scaled >> 4
    }
}
