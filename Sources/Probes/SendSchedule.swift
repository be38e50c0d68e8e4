/// When a sequence sends: start + k × interval, never "now + interval", so that lateness does not add up (iputils
/// drifts by 20 ms a second that way, iputils#483).
struct SendSchedule {
    let interval: Int64
    /// CLOCK_MONOTONIC at which the next attempt is planned.
    private(set) var next: Int64
    /// Planned times that passed unused while this host was busy or asleep.
    private(set) var skipped: Int64 = 0

    init(start: Int64, interval: Int64) {
        self.interval = max(1, interval)
        next = start
    }

    enum Turn: Equatable {
        /// The planned time has not come.
        case early
        /// Send now, for this planned time.
        case send(planned: Int64)
        /// The planned time passed too long ago.
        case missed
    }

    /// Decides what to do at this moment and moves on to the next planned time.
    ///
    /// After a stall the missed attempts are not sent as a burst, which would measure itself: a planned time counts as
    /// missed once half an interval has passed, so two sends are never closer than that.
    mutating func turn(at now: Int64) -> Turn {
        let late = now - next
        if late < 0 { return .early }
        if late <= interval / 2 {
            defer { next += interval }
            return .send(planned: next)
        }
        let slots = (late - interval / 2 + interval - 1) / interval
        skipped += slots
        next += slots * interval
        return .missed
    }
}
