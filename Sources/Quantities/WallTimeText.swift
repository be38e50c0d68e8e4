extension WallTime {
    /// Reads RFC 3339 as captures have it, in UTC: `2026-11-30T03:18:15.042Z`, the fraction of up to nine digits or none.
    ///
    /// nil: it is something else, or beyond what a 64-bit count of nanoseconds around 1970 reaches.
    public init?(text: String) {
        guard let parts = Self.numbers(text, like: "0000-00-00T00:00:00"), text.utf8.last == UInt8(ascii: "Z"),
            let fraction = Self.fraction(text.utf8.dropFirst(19).dropLast()), (1678...2261).contains(parts[0]),
            (1...12).contains(parts[1]), (1...31).contains(parts[2]), parts[3] < 24, parts[4] < 60, parts[5] <= 60
        else { return nil }
        let hours = daysSinceEpoch(year: parts[0], month: parts[1], day: parts[2]) * 24 + parts[3]
        self.init(nanosecondsSinceEpoch: ((hours * 60 + parts[4]) * 60 + parts[5]) * 1_000_000_000 + fraction)
    }

    /// The numbers of a text that begins like a pattern: digits where that has zeros, elsewhere the same. No regular expression,
    /// which took a third of the time of a long history.
    private static func numbers(_ text: String, like pattern: StaticString) -> [Int64]? {
        let bytes = Array(text.utf8)
        guard bytes.count >= pattern.utf8CodeUnitCount else { return nil }
        var numbers: [Int64] = [0]
        for index in 0..<pattern.utf8CodeUnitCount {
            let byte = bytes[index]
            if pattern.utf8Start[index] == UInt8(ascii: "0") {
                guard (0x30...0x39).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int64(byte - 0x30)
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
}

/// The day number of a date of the proleptic Gregorian calendar, in eras of 400 years that begin on 1 March.
private func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
    // No year of these is before 1, so that divisions round down.
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}
