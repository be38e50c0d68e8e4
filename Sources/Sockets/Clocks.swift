public import Glibc
public import LinecheckQuantities

/// Reads of the kernel's clocks, in nanoseconds.
public enum KernelClock {
    /// Counts while the machine is awake; never steps. Schedules and timeouts use it.
    public static var monotonic: Int64 { read(CLOCK_MONOTONIC) }
    /// Like monotonic, but counts sleep as well: the difference is how long the machine was suspended.
    public static var boottime: Int64 { read(CLOCK_BOOTTIME) }
    /// The wall clock; kernel packet stamps use it, and it may step.
    public static var realtime: Int64 { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The clock of one run: `t` counts from its origin.
public struct RunClock: Sendable {
    /// CLOCK_MONOTONIC when the run began.
    public let origin: Int64

    public init(origin: Int64 = KernelClock.monotonic) { self.origin = origin }

    public var now: RunInstant { instant(monotonic: KernelClock.monotonic) }

    public func instant(monotonic: Int64) -> RunInstant { RunInstant(nanoseconds: monotonic - origin) }

    /// The CLOCK_MONOTONIC reading of a moment of the run, for timers.
    public func monotonic(_ instant: RunInstant) -> Int64 { origin + instant.nanoseconds }
}
