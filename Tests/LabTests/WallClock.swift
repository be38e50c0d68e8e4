import Glibc
import LinecheckQuantities

/// CLOCK_REALTIME in nanoseconds: what a capture's header tells of when it began, and so what joins it with our own looks.
enum WallClock {
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Reads the header's form, `2026-11-30T03:18:15.042Z`; nil: another form.
    static func parse(_ text: String) -> Int64? { WallTime(text: text)?.nanosecondsSinceEpoch }
}
