import LinecheckQuantities

/// What a queue held and sent during a run.
struct QueueLog: Sendable {
    struct Look: Sendable {
        /// By ``WallClock``.
        var at: Int64
        /// Bytes that wait.
        var backlog: Int64
        /// Bytes that have left since the queue exists.
        var sent: Int64
        /// Packets that found it full since it exists.
        var drops: Int64
    }

    var looks: [Look]

    /// How long the last packet in the queue had to wait, as the median of the looks in a window; nil: fewer than five.
    func medianDelay(in window: ClosedRange<Int64>, rate: BitRate) -> Duration? {
        let backlogs = looks.filter { window.contains($0.at) }.map(\.backlog).sorted()
        guard backlogs.count >= 5 else { return nil }
        return .nanoseconds(backlogs[backlogs.count / 2] * 8_000_000_000 / rate.bitsPerSecond)
    }

    /// What left, between the first and the last look in a window; nil: fewer than two.
    func rate(in window: ClosedRange<Int64>) -> BitRate? {
        guard let (first, last) = ends(of: window), last.at > first.at else { return nil }
        let bits = Double(last.sent - first.sent) * 8
        return BitRate(bitsPerSecond: Int64(bits * 1e9 / Double(last.at - first.at)))
    }

    /// The longest time in a window during which nobody looked.
    func longestGap(in window: ClosedRange<Int64>) -> Duration {
        let times = [window.lowerBound] + looks.map(\.at).filter { window.contains($0) } + [window.upperBound]
        return .nanoseconds(zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0)
    }

    /// Bytes that left in a window.
    func sent(in window: ClosedRange<Int64>) -> Int64 {
        ends(of: window).map { $0.last.sent - $0.first.sent } ?? 0
    }

    private func ends(of window: ClosedRange<Int64>) -> (first: Look, last: Look)? {
        let inside = looks.filter { window.contains($0.at) }
        guard let first = inside.first, let last = inside.last else { return nil }
        return (first, last)
    }
}
