internal import LinecheckSockets

/// Notices that the machine slept: CLOCK_BOOTTIME counts sleep, CLOCK_MONOTONIC does not.
struct SuspensionWatch {
    private var asleep: Int64

    init(asleep: Int64 = Self.sleptSinceBoot()) { self.asleep = asleep }

    /// A sleep of more than a second since the call before.
    mutating func check(asleep now: Int64 = Self.sleptSinceBoot()) -> Duration? {
        defer { asleep = now }
        return now - asleep > 1_000_000_000 ? .nanoseconds(now - asleep) : nil
    }

    /// The clocks are read one after the other, so a held-up thread may see up to that much too little.
    static func sleptSinceBoot() -> Int64 {
        let boot = KernelClock.boottime
        return boot - KernelClock.monotonic
    }
}
