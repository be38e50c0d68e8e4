public import LinecheckQuantities

/// How far local clocks are ahead of UTC.
public struct UTCOffset: Hashable, Sendable {
    /// Negative west of Greenwich.
    public var seconds: Int

    public init(seconds: Int) { self.seconds = seconds }

    public static let utc = UTCOffset(seconds: 0)

    /// `+01:00`, as RFC 3339 §4.2 writes it.
    public var text: String {
        let minutes = seconds.magnitude / 60
        return "\(seconds < 0 ? "-" : "+")\(twoDigits(Int(minutes / 60))):\(twoDigits(Int(minutes % 60)))"
    }
}

/// A moment as the clock on the wall showed it, with its offset from UTC.
public struct LocalTime: Sendable {
    public let moment: WallTime
    public let offset: UTCOffset

    public init(_ moment: WallTime, offset: UTCOffset) {
        self.moment = moment
        self.offset = offset
    }

    /// Reads the RFC 3339 text of a capture's header, which is in UTC; nil when it is something else.
    public init?(utc text: String, offset: UTCOffset) {
        guard let moment = WallTime(utc: text) else { return nil }
        self.init(moment, offset: offset)
    }

    /// `2026-11-30 06:53:48 +01:00`.
    public var text: String { "\(date) \(time) \(offset.text)" }

    public var date: String { String(shifted.prefix(10)) }
    public var time: String { String(shifted.dropFirst(11).prefix(8)) }

    private var shifted: String {
        WallTime(nanosecondsSinceEpoch: moment.nanosecondsSinceEpoch + Int64(offset.seconds) * 1_000_000_000).text
    }
}

extension WallTime {
    /// Reads `2026-11-30T03:18:15.042Z` (RFC 3339 §5.6, in UTC); nil when it is something else.
    fileprivate init?(utc text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
        func number(_ range: Range<Int>) -> Int64? { Int64(String(decoding: bytes[range], as: UTF8.self)) }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            // What a 64-bit count of nanoseconds around 1970 reaches.
            (1678...2261).contains(year), (1...12).contains(month), (1...31).contains(day), (0..<24).contains(hour),
            (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        let fraction = bytes.count > 21 ? bytes[20..<(bytes.count - 1)] : []
        var nanoseconds: Int64 = 0
        for place in 0..<9 {
            let digit = place < fraction.count ? Int64(fraction[fraction.startIndex + place]) - 0x30 : 0
            guard (0...9).contains(digit) else { return nil }
            nanoseconds = nanoseconds * 10 + digit
        }
        let seconds = ((daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
        self.init(nanosecondsSinceEpoch: seconds * 1_000_000_000 + nanoseconds)
    }
}

/// The day number of a date of the proleptic Gregorian calendar, in eras of 400 years that begin on 1 March.
private func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

private func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
