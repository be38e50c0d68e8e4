import Glibc
public import LinecheckQuantities

extension WallTime {
    /// Reads RFC 3339 as captures have it, in UTC: `2026-11-30T03:18:15.042Z`; nil: it is none. Digits behind the milliseconds are
    /// dropped.
    public init?(text: String) {
        let parts = Self.numbers(text, like: "0000-00-00T00:00:00")
        guard let parts, let end = text.utf8.last, end == UInt8(ascii: "Z") else { return nil }
        let rest = text.utf8.dropFirst(19).dropLast()
        // What a 64-bit count of nanoseconds around 1970 reaches.
        guard let fraction = Self.fraction(rest), (1678...2261).contains(parts[0]), (1...12).contains(parts[1]),
            (1...31).contains(parts[2]), parts[3] < 24, parts[4] < 60, parts[5] <= 60
        else { return nil }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (parts[0] - 1900, parts[1] - 1, parts[2])
        (time.tm_hour, time.tm_min, time.tm_sec) = (parts[3], parts[4], parts[5])
        self.init(nanosecondsSinceEpoch: Int64(timegm(&time)) * 1_000_000_000 + fraction)
    }

    /// Midnight of a day as this host's time zone has it: `2026-11-30`; nil: it is no date.
    public init?(localDate text: String) {
        guard text.utf8.count == 10, let parts = Self.numbers(text, like: "0000-00-00") else { return nil }
        let (year, month, day) = (parts[0], parts[1], parts[2])
        guard (1678...2261).contains(year) else { return nil }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday, time.tm_isdst) = (year - 1900, month - 1, day, -1)
        let seconds = mktime(&time)
        // mktime(3) makes 2 March of 30 February.
        guard time.tm_mon == month - 1, time.tm_mday == day else { return nil }
        self.init(nanosecondsSinceEpoch: Int64(seconds) * 1_000_000_000)
    }

    /// The numbers of a text that begins like a pattern: digits where that has zeros, elsewhere the same. No regular expression,
    /// which took a third of the time of a long history.
    private static func numbers(_ text: String, like pattern: StaticString) -> [Int32]? {
        let bytes = Array(text.utf8)
        guard bytes.count >= pattern.utf8CodeUnitCount else { return nil }
        var numbers: [Int32] = [0]
        for index in 0..<pattern.utf8CodeUnitCount {
            let byte = bytes[index]
            if pattern.utf8Start[index] == UInt8(ascii: "0") {
                guard (0x30...0x39).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int32(byte - 0x30)
            } else {
                guard byte == pattern.utf8Start[index] else { return nil }
                numbers.append(0)
            }
        }
        return numbers
    }

    /// Nanoseconds of `.042`; 0 for nothing; nil: it is no fraction of at most nine digits.
    private static func fraction(_ bytes: some Collection<UInt8>) -> Int64? {
        guard let point = bytes.first else { return 0 }
        let digits = bytes.dropFirst()
        guard point == UInt8(ascii: "."), (1...9).contains(digits.count) else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - 0x30)
        }
        for _ in digits.count..<9 { value *= 10 }
        return value
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
