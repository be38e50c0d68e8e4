import Glibc

/// CLOCK_REALTIME in nanoseconds: what a capture's header tells of when it began, and so what joins it with our own looks.
enum WallClock {
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Reads the header's form, `2026-11-30T03:18:15.042Z`; nil: another form.
    static func parse(_ text: String) -> Int64? {
        let numbers = text.split { !("0"..."9").contains($0) }.compactMap { Int64($0) }
        guard text.utf8.count == 24, text.hasSuffix("Z"), numbers.count == 7 else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
            Int32(numbers[0]) - 1_900, Int32(numbers[1]) - 1, Int32(numbers[2])
        )
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(numbers[3]), Int32(numbers[4]), Int32(numbers[5]))
        return Int64(timegm(&parts)) * 1_000_000_000 + numbers[6] * 1_000_000
    }
}
