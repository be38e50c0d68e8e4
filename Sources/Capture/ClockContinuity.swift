import LinecheckQuantities

/// Whether two checkpoints can be of one run, by how far the time of day is ahead of the run's own.
///
/// Both clocks go at one rate, also while NTP slews them, so between checkpoints the distance changes only when somebody sets the
/// clock, or while the host sleeps, which CLOCK_MONOTONIC does not count (clock_gettime(2)) and the run records. Where the
/// checksum fits, either is believed. Behind a damaged stretch nothing else ties the two together: the records of another run,
/// which began at another time, might follow.
struct ClockContinuity {
    /// A checkpoint reads its two clocks one after the other, on a host that may be busy.
    private static let tolerance = Duration.milliseconds(200)
    /// The header tells when it was written, which is after the run's zero by as long as names took to resolve.
    private static let preparation = Duration.seconds(60)

    /// How far the time of day is ahead, at least and at most; nil: nobody has told.
    private var distance: ClosedRange<Duration>?
    /// How long the host has slept since the last checkpoint, as the run recorded it.
    private var slept = Duration.zero

    mutating func begin(_ header: Header) {
        guard let started = WallTime(text: header.started) else { return }
        let latest = Duration.nanoseconds(started.nanosecondsSinceEpoch)
        distance = latest - Self.preparation...latest
    }

    mutating func note(_ record: Record) {
        guard case .event(let event) = record, event.event == "suspended",
            let time = event.reason.flatMap({ try? Duration(text: $0) }), time > .zero, time < .seconds(1 << 32)
        else { return }
        slept += time
    }

    /// A checkpoint that is this run's.
    mutating func settle(at: RunInstant, wall: WallTimeText) {
        slept = .zero
        if let found = Self.distance(at, wall) { distance = found...found }
    }

    /// How far the time of day has moved since the last checkpoint, where no sleep explains it; nil: it goes on as it did.
    func unexplainedShift(at: RunInstant, wall: WallTimeText) -> Duration? {
        guard let distance, let found = Self.distance(at, wall) else { return nil }
        // A sleep is told in rounded words.
        let tolerance = slept > .zero ? max(Self.tolerance, slept / 100) : Self.tolerance
        let unmoved = distance.lowerBound - tolerance...distance.upperBound + slept + tolerance
        if unmoved.contains(found) { return nil }
        let shift = found - (found < unmoved.lowerBound ? distance.lowerBound : distance.upperBound)
        return .milliseconds(shift.nanoseconds / 1_000_000)
    }

    private static func distance(_ at: RunInstant, _ wall: WallTimeText) -> Duration? {
        WallTime(text: wall).map { .nanoseconds($0.nanosecondsSinceEpoch) - .nanoseconds(at.nanoseconds) }
    }
}
