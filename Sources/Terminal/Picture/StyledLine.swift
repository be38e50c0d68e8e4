import LinecheckText

/// What a piece of text means; how that looks is decided where it is written.
public enum Style: Equatable, Sendable {
    case plain
    /// Not the point: what is still to come.
    case faint
    case strong
    case good
    case active
    case bad

    /// Select Graphic Rendition parameters (ECMA-48 §8.3.117); colours of the terminal's own palette, so that they are
    /// legible on light and dark.
    var code: String {
        switch self {
        case .plain: "0"
        case .faint: "2"
        case .strong: "1"
        case .good: "32"
        case .active: "36"
        case .bad: "31"
        }
    }
}

/// One line of a picture: pieces of text with their meaning, no control characters.
public struct StyledLine: Equatable, Sendable {
    public struct Span: Equatable, Sendable {
        public var text: String
        public var style: Style
    }

    public private(set) var spans: [Span] = []

    public init(_ text: String = "", _ style: Style = .plain) { append(text, style) }

    public mutating func append(_ text: String, _ style: Style = .plain) {
        if text.isEmpty { return }
        if spans.last?.style == style {
            spans[spans.count - 1].text += text
        } else {
            spans.append(Span(text: text, style: style))
        }
    }

    /// Without its styles.
    public var text: String { spans.map(\.text).joined() }

    public var columns: Int { spans.reduce(0) { $0 + VisibleText.columns($1.text) } }

    /// The bytes for a terminal.
    public func rendered(colours: Bool) -> String {
        guard colours else { return text }
        return spans.map { $0.style == .plain ? $0.text : "\u{1B}[\($0.style.code)m\($0.text)\u{1B}[0m" }.joined()
    }

    /// The beginning that fits.
    func cut(to columns: Int, isUnicode: Bool) -> StyledLine {
        guard self.columns > columns else { return self }
        var line = StyledLine()
        for span in spans {
            let room = columns - line.columns
            line.append(VisibleText.cut(span.text, to: room, isUnicode: isUnicode), span.style)
            if VisibleText.columns(span.text) > room { break }
        }
        return line
    }

    mutating func pad(to columns: Int) {
        append(String(repeating: " ", count: max(0, columns - self.columns)))
    }
}
