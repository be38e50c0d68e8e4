import LinecheckPlan
import LinecheckQuantities

/// Medians of a probe's round trips in the first, middle and last third of its attempts in a phase: whether the queue that it
/// waited in had come to its end.
struct QueueThirds: Equatable {
    let first: Duration
    let middle: Duration
    let last: Duration

    /// Each third found a longer queue than the one before, so it would have grown on.
    var isGrowing: Bool { Self.isLonger(middle, than: first) && Self.isLonger(last, than: middle) }

    /// By a twentieth and two milliseconds: medians of a few attempts differ by that much in a queue that stands.
    private static func isLonger(_ later: Duration, than earlier: Duration) -> Bool {
        later * 20 > earlier * 21 && later - earlier > .milliseconds(2)
    }
}

extension MetricTable {
    /// An attempt that was lost waited for as long as it was given. nil: fewer than two attempts a third.
    func thirds(of probe: Int, in phase: Int) -> QueueThirds? {
        guard let settled = attempts(probe, in: phase)?.settled, settled.count >= 6 else { return nil }
        let timeout = plan.probe(plan.probes[probe].name, in: phase).timeout.nanoseconds
        let times = settled.map { $0.rtt ?? timeout }
        let third = times.count / 3
        func median(_ times: ArraySlice<Int64>) -> Duration { .nanoseconds(times.sorted()[times.count / 2]) }
        return QueueThirds(
            first: median(times.prefix(third)), middle: median(times.dropFirst(third).dropLast(third)),
            last: median(times.suffix(third)))
    }
}
