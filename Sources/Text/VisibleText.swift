/// Text from elsewhere made fit for a terminal: what would move the cursor, hide or reorder text is shown escaped.
///
/// A server's reason or a host name may hold anything, and a terminal obeys control sequences whoever wrote them.
public enum VisibleText {
    /// - Parameter isUnicode: whether the terminal shows more than ASCII; without it the rest is escaped as well.
    public static func escaped(_ text: String, isUnicode: Bool = true) -> String {
        guard text.unicodeScalars.contains(where: { !isPlain($0, isUnicode) }) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isPlain(scalar, isUnicode) {
                result.unicodeScalars.append(scalar)
            } else if scalar.value < 0x100 {
                let digits = String(scalar.value, radix: 16)
                result += "\\x" + (digits.count < 2 ? "0" : "") + digits
            } else {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
    }

    /// The program's own signs in ASCII, for a terminal or a pipe whose charset has no others; what else there is stays.
    public static func ascii(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if let sign = signs[scalar] { result += sign } else { result.unicodeScalars.append(scalar) }
        }
    }

    private static let signs: [Unicode.Scalar: String] = [
        "–": "-", "—": "-", "−": "-", "…": "...", "→": "->", "←": "<-", "×": "x", "±": "+/-", "≥": ">=", "≤": "<=",
        "÷": "/", "·": "-", "•": "*", "●": "*", "○": "o", "✓": "+", "✕": "x", "’": "'", "‘": "'", "“": "\"", "”": "\"",
        "\u{A0}": " ", "µ": "u", "▁": "_", "▂": ".", "▃": "-", "▄": "=", "▅": "+", "▆": "*", "▇": "%", "█": "#",
    ]

    /// Columns that escaped text takes.
    public static func columns(_ text: String) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// Whether a terminal shows it and does nothing else.
    public static func isPlain(_ scalar: Unicode.Scalar, _ isUnicode: Bool = true) -> Bool {
        if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
        guard isUnicode else { return false }
        switch scalar.properties.generalCategory {
        // Format characters reorder text (U+202E), and those of private use or unassigned have no known width.
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        default: return true
        }
    }

    /// 0 for marks on the letter before; 2 for wide East Asian characters and pictographs (the ranges of Markus Kuhn's
    /// wcwidth, after Unicode Standard Annex 11).
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// The beginning of escaped text that fits; what was cut off is marked.
    public static func cut(_ text: String, to columns: Int, isUnicode: Bool) -> String {
        guard self.columns(text) > columns else { return text }
        let mark = isUnicode ? "…" : "~"
        var result = ""
        var taken = 0
        for scalar in text.unicodeScalars {
            taken += width(scalar)
            if taken > columns - 1 { break }
            result.unicodeScalars.append(scalar)
        }
        return columns > 0 ? result + mark : ""
    }

    /// Escaped text in lines of at most so many columns, parted between words where that is possible.
    public static func wrapped(_ text: String, columns: Int, indent: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        let margin = String(repeating: " ", count: min(indent, columns / 2))
        func flush() {
            lines.append(line)
            line = margin
        }
        for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            if index > 0, self.columns(line) + 1 + self.columns(String(word)) > columns, line != margin {
                flush()
            } else if index > 0, line != margin || lines.isEmpty {
                line += " "
            }
            for scalar in word.unicodeScalars {
                if self.columns(line) + width(scalar) > columns { flush() }
                line.unicodeScalars.append(scalar)
            }
        }
        return lines + [line]
    }
}
