/// Lines of at most 80 columns.
enum TextLayout {
    static let width = 80

    /// Words folded to the width; the first line after `head`, the others under it.
    ///
    /// A head that takes more than half of the width stands alone, so that what follows has room.
    static func wrapped(_ text: String, head: String) -> [String] {
        if head.count > 44, !text.isEmpty { return [trimmed(head)] + wrapped(text, head: "      ") }
        let indent = String(repeating: " ", count: head.count)
        var lines: [String] = []
        var line = head
        var isEmpty = true
        for word in words(text) {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = indent
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [trimmed(line)]
    }

    private static let units: Set<Substring> = [
        "%", "ns", "us", "ms", "s", "bit/s", "kbit/s", "Mbit/s", "Gbit/s", "byte", "bytes", "kB", "MB", "GB",
    ]

    /// The words of a text; a number and its unit are one, so that no line ends between them.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for word in text.split(separator: " ") {
            let bare = word.prefix { !",;:.)".contains($0) }
            if let last = words.last, last.last?.isNumber == true, units.contains(bare) {
                words[words.count - 1] = "\(last) \(word)"
            } else {
                words.append(String(word))
            }
        }
        return words
    }

    /// Rows whose columns line up: the first `left` columns to the left, the others to the right.
    static func table(_ rows: [[String]], left: Int, indent: String = "  ") -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let gap = String(repeating: " ", count: widths[column] - cell.count)
                return column < left ? cell + gap : gap + cell
            }
            return trimmed(indent + cells.joined(separator: "  "))
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
