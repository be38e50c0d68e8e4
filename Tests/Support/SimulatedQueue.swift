import LinecheckQuantities

/// The queue of one direction: how long a packet waits, as a function of time.
///
/// Greedy senders fill a queue by half a second of delay each second, until it is full; then their congestion control
/// swings between three quarters and all of it. Without them it drains at the link's rate, one second a second.
struct SimulatedQueue {
    private static let swing = Duration.milliseconds(1_500)

    let direction: SimulatedLine.Direction
    private var senders = 0
    private var since = RunInstant.start
    private var level = Duration.zero
    private var overflows: Int64 = 0

    init(_ direction: SimulatedLine.Direction) { self.direction = direction }

    mutating func join(at now: RunInstant) {
        settle(at: now)
        senders += 1
    }

    mutating func leave(at now: RunInstant) {
        settle(at: now)
        senders -= 1
    }

    func delay(at now: RunInstant) -> Duration {
        let elapsed = now - since
        guard senders > 0 else { return max(.zero, level - elapsed) }
        let filled = level + elapsed / 2
        guard filled > direction.depth else { return filled }
        let past = ((filled - direction.depth) * 2).nanoseconds % Self.swing.nanoseconds
        return direction.depth * (0.75 + 0.25 * Double(past) / Double(Self.swing.nanoseconds))
    }

    /// How often it has overflowed so far, each time with a segment of every sender: where it is full at first, and at the end of
    /// each swing.
    func losses(at now: RunInstant) -> Int64 {
        let past = senders > 0 ? level + (now - since) / 2 - direction.depth : .zero
        return overflows + (past > .zero ? 1 + (past * 2).nanoseconds / Self.swing.nanoseconds : 0)
    }

    func isFull(at now: RunInstant) -> Bool { senders > 0 && delay(at: now) > direction.depth * 0.95 }

    private mutating func settle(at now: RunInstant) {
        overflows = losses(at: now)
        level = delay(at: now)
        since = now
    }
}
