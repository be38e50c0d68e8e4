import Glibc
public import LinecheckQuantities

extension WallTime {
    /// Reads RFC 3339 as captures have it, in UTC: `2026-11-30T03:18:15.042Z`; nil: it is none. Digits behind the milliseconds are
    /// dropped.
    public init?(text: String) {
        guard let match = text.wholeMatch(of: #/(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z/#) else {
            return nil
        }
        var time = tm()
        time.tm_year = (Int32(match.1) ?? 1970) - 1900
        time.tm_mon = (Int32(match.2) ?? 1) - 1
        time.tm_mday = Int32(match.3) ?? 1
        time.tm_hour = Int32(match.4) ?? 0
        time.tm_min = Int32(match.5) ?? 0
        time.tm_sec = Int32(match.6) ?? 0
        let fraction = match.7.map { Int64($0 + String(repeating: "0", count: 9 - $0.count)) ?? 0 } ?? 0
        self.init(nanosecondsSinceEpoch: Int64(timegm(&time)) * 1_000_000_000 + fraction)
    }

    /// Midnight of a day as this host's time zone has it: `2026-11-30`; nil: it is no date.
    public init?(localDate text: String) {
        guard let match = text.wholeMatch(of: #/(\d{4})-(\d\d)-(\d\d)/#), let year = Int32(match.1),
            let month = Int32(match.2), let day = Int32(match.3)
        else { return nil }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday, time.tm_isdst) = (year - 1900, month - 1, day, -1)
        let seconds = mktime(&time)
        // mktime(3) makes 2 March of 30 February.
        guard time.tm_mon == month - 1, time.tm_mday == day else { return nil }
        self.init(nanosecondsSinceEpoch: Int64(seconds) * 1_000_000_000)
    }

    /// By this host's time zone, to the minute: `2026-11-30 04:18`.
    public var localMinute: String {
        var seconds = time_t(nanosecondsSinceEpoch / 1_000_000_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    }
}
