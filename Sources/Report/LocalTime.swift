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
        guard let moment = WallTime(text: text) else { return nil }
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

private func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
