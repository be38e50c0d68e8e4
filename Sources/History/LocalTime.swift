import Glibc
public import LinecheckQuantities

extension WallTime {
    /// Midnight of a day as this host's time zone has it: `2026-11-30`; nil: it is no date.
    public init?(localDate text: String) {
        // Read as a moment, 30 February is 2 March.
        guard let utc = WallTime(text: text + "T00:00:00Z"), utc.text.prefix(10) == text else { return nil }
        var seconds = time_t(utc.nanosecondsSinceEpoch / 1_000_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        parts.tm_isdst = -1
        self.init(nanosecondsSinceEpoch: Int64(mktime(&parts)) * 1_000_000_000)
    }

    /// By this host's time zone, to the minute: `2026-11-30 04:18`.
    public var localMinute: String {
        let parts = localParts
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    }

    /// The same with the offset from UTC, for readers elsewhere: `2026-11-30 04:18 +01:00`.
    public var localMinuteWithOffset: String {
        let minutes = localParts.tm_gmtoff / 60
        let size = Int32(clamping: minutes.magnitude)
        return "\(localMinute) \(minutes < 0 ? "-" : "+")\(two(size / 60)):\(two(size % 60))"
    }

    private var localParts: tm {
        var seconds = time_t(nanosecondsSinceEpoch / 1_000_000_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }
}

private func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
