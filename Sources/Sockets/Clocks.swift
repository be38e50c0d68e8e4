internal import Glibc
public import LinecheckQuantities

/// Reads of the kernel's clocks, in nanoseconds.
public enum KernelClock {
    /// Counts while the machine is awake; never steps. Schedules and timeouts use it.
    public static var monotonic: Int64 { read(CLOCK_MONOTONIC) }
    /// Like monotonic, but counts sleep as well: the difference is how long the machine was suspended.
    public static var boottime: Int64 { read(CLOCK_BOOTTIME) }
    /// The wall clock; kernel packet stamps use it, and it may step.
    public static var realtime: Int64 { read(CLOCK_REALTIME) }
    /// Processor time of this process, all threads.
    public static var processCPU: Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The monotonic clock and how far the wall clock was from it at that moment.
///
/// NTP slews both clocks alike (they share one timekeeper), so the offset moves only when somebody steps the wall
/// clock. Two pairs with different offsets have a step between them.
public struct ClockPair: Equatable, Sendable {
    /// CLOCK_MONOTONIC, ns.
    public var monotonic: Int64
    /// CLOCK_REALTIME − CLOCK_MONOTONIC, ns.
    public var realtimeOffset: Int64

    public init(monotonic: Int64, realtimeOffset: Int64) {
        self.monotonic = monotonic
        self.realtimeOffset = realtimeOffset
    }

    /// The three reads are repeated when the thread was interrupted between them, which would look like a step.
    public static func read() -> ClockPair {
        var best = ClockPair(monotonic: 0, realtimeOffset: 0)
        var narrowest = Int64.max
        for _ in 0..<4 {
            let before = KernelClock.monotonic
            let wall = KernelClock.realtime
            let after = KernelClock.monotonic
            if after - before < narrowest {
                narrowest = after - before
                best.realtimeOffset = wall - before - (after - before) / 2
            }
            best.monotonic = after
            if narrowest < 20_000 { break }
        }
        return best
    }

    /// The same moment by the wall clock, comparable with the kernel's packet stamps.
    public var realtime: Int64 { monotonic + realtimeOffset }
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
