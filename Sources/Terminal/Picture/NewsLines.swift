public import LinecheckQuantities
import LinecheckText

/// News as lines that stay: the time of the run, then the words, parted between words on a narrow terminal.
public enum NewsLines {
    /// Rendered; none takes more columns than given.
    static func lines(_ news: RunProgress.News, columns: Int, _ manners: TerminalManners) -> [String] {
        let text = VisibleText.escaped(text(news), isUnicode: manners.isUnicode)
        return VisibleText.wrapped(text, columns: max(8, columns), indent: 10).map {
            StyledLine($0, news.isBad ? .bad : .plain).rendered(colours: manners.colours)
        }
    }

    /// In one line, not escaped: `  3.2 s  the text`.
    public static func text(_ news: RunProgress.News) -> String {
        guard let instant = news.at else { return news.text }
        return "\(time(instant))  \(news.text)"
    }

    /// Seconds of the run with one decimal, right-aligned.
    public static func time(_ instant: RunInstant) -> String {
        let tenths = instant.nanoseconds / 100_000_000
        let text = "\(tenths / 10).\(tenths % 10) s"
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
    }
}
