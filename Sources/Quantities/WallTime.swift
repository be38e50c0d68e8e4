/// A moment of the wall clock in UTC, for people and for joining captures; never for arithmetic on samples.
public struct WallTime: Hashable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z, as CLOCK_REALTIME counts them.
    public var nanosecondsSinceEpoch: Int64

    public init(nanosecondsSinceEpoch: Int64) { self.nanosecondsSinceEpoch = nanosecondsSinceEpoch }

    /// RFC 3339, in UTC, with milliseconds: `2026-11-30T03:18:15.042Z`.
    public var text: String {
        let (seconds, nanoseconds) = floorDivision(nanosecondsSinceEpoch, by: 1_000_000_000)
        let (days, secondOfDay) = floorDivision(seconds, by: 86_400)
        let (year, month, day) = civilDate(daysSinceEpoch: days)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(secondOfDay / 3_600, 2)):"
            + "\(padded(secondOfDay / 60 % 60, 2)):\(padded(secondOfDay % 60, 2)).\(padded(nanoseconds / 1_000_000, 3))Z"
    }
}

private func floorDivision(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

private func padded(_ value: Int64, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
}

/// Proleptic Gregorian date of a day number, by counting from 1 March of year 0 in eras of 400 years (146,097 days).
private func civilDate(daysSinceEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivision(daysSinceEpoch + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
}
