import Glibc
import LinecheckQuantities
import LinecheckReport

/// The time zone of this host: what goes to a provider is in the time that its reader's clock shows.
enum LocalClock {
    /// How far local clocks were ahead of UTC at a moment of a capture; UTC when its text is no time.
    static func offset(at utc: String) -> UTCOffset {
        guard let moment = LocalTime(utc: utc, offset: .utc)?.moment else { return .utc }
        var seconds = time_t(moment.nanosecondsSinceEpoch / 1_000_000_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return .utc }
        return UTCOffset(seconds: Int(parts.tm_gmtoff))
    }

    /// The same moment as a local time; the text itself when it is none.
    static func time(_ utc: String) -> String { LocalTime(utc: utc, offset: offset(at: utc))?.text ?? utc }
}
