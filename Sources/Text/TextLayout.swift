/// What text is laid out for.
public struct TextMedium: Equatable, Sendable {
    /// Of each line, at most.
    public var columns: Int
    /// It shows more than ASCII.
    public var isUnicode: Bool

    public init(columns: Int = 80, isUnicode: Bool = true) {
        self.columns = columns
        self.isUnicode = isUnicode
    }
}

/// Lines of at most so many columns.
public enum TextLayout {
    /// What a verdict and everything like it is laid out for: 80 columns, unless a narrower terminal is bound to it.
    @TaskLocal public static var medium = TextMedium()

    public static var width: Int { medium.columns }

    /// As the medium can show it.
    private static func shown(_ text: String) -> String { medium.isUnicode ? text : VisibleText.ascii(text) }

    /// Sections with an empty line between them, those that have no line left out; none of it steers a terminal.
    public static func page(_ sections: [[String]]) -> String {
        sections.filter { !$0.isEmpty }.map { lines in
            lines.flatMap { folded(VisibleText.escaped(shown($0), isUnicode: medium.isUnicode)) }.joined(
                separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// Where a head ends at the latest, so that what follows has room beside it.
    private static func widestHead(_ columns: Int) -> Int { columns * 11 / 20 }

    /// Words folded to the width; the first line after `head`, the others under what follows it.
    ///
    /// A head that takes more than half of the width stands alone. A single word that is longer stays whole: it is a path or an
    /// address, and somebody may want to copy it.
    ///
    /// - Parameter indent: of all lines but the first; nil: as wide as the head.
    public static func wrapped(
        _ text: String, head: String, columns: Int = width, indent: Int? = nil
    ) -> [String] {
        let (text, head) = (shown(text), shown(head))
        let headColumns = VisibleText.columns(head)
        if indent == nil, headColumns > widestHead(columns), !text.isEmpty {
            return folded(trimmed(head), columns: columns) + wrapped(text, head: "      ", columns: columns)
        }
        let margin = String(repeating: " ", count: indent ?? headColumns)
        var lines: [String] = []
        var line = head
        var taken = headColumns
        var count = 0
        for word in words(text) {
            let needed = VisibleText.columns(word)
            if count > 0, taken + 1 + needed > columns {
                lines.append(line)
                (line, taken, count) = (margin, margin.count, 0)
            }
            line += (count == 0 ? "" : " ") + word
            taken += (count == 0 ? 0 : 1) + needed
            count += 1
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
    ///
    /// Where a last column of words makes a row too wide, its words are folded below themselves. Numbers move together first, and
    /// where that does not do they stand below a name that is too long.
    public static func table(_ rows: [[String]], left: Int, indent: String = "  ") -> [String] {
        lines(ofTable: rows, left: left, indent: indent).flatMap(\.self)
    }

    /// The same with the lines of each row by themselves, for a table that says something between its rows.
    public static func lines(ofTable rows: [[String]], left: Int, indent: String = "  ") -> [[String]] {
        let rows = medium.isUnicode ? rows : rows.map { $0.map(VisibleText.ascii) }
        let widths = widths(rows)
        let whole = widths.reduce(VisibleText.columns(indent)) { $0 + $1 } + 2 * max(0, widths.count - 1)
        guard whole > width else { return rows.map { [trimmed(indent + line($0, widths, left, gap: "  "))] } }
        if widths.count > left { return numbers(rows, widths, left, indent) }
        return rows.map { row -> [String] in
            let line = trimmed(indent + line(row, widths, left, gap: "  "))
            guard VisibleText.columns(line) > width, row.count > 1, let last = row.last else { return [line] }
            let head = row.dropLast().enumerated().map { filled($1, widths[$0]) + "  " }.joined()
            return wrapped(last, head: indent + head)
        }
    }

    private static func widths(_ rows: [[String]]) -> [Int] {
        (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { column < $0.count ? VisibleText.columns($0[column]) : 0 }.max() ?? 0
        }
    }

    private static func filled(_ cell: String, _ width: Int, isLeft: Bool = true) -> String {
        let filler = String(repeating: " ", count: max(0, width - VisibleText.columns(cell)))
        return isLeft ? cell + filler : filler + cell
    }

    private static func line(_ row: [String], _ widths: [Int], _ left: Int, gap: String) -> String {
        row.enumerated().map { filled($1, widths[$0], isLeft: $0 < left) }.joined(separator: gap)
    }

    /// A table of numbers that is too wide.
    private static func numbers(_ rows: [[String]], _ widths: [Int], _ left: Int, _ indent: String) -> [[String]] {
        let figures = widths[left...].reduce(0) { $0 + 1 + $1 }
        let room = width - figures - VisibleText.columns(indent)
        if room < narrowestName { return stacked(rows, widths, left, indent) }
        let short = rows.filter { $0.prefix(left).reduce(-1) { $0 + 1 + VisibleText.columns($1) } <= room }
        let lead = Self.widths(short.map { Array($0.prefix(left - 1)) })
        let names = rows.map { row in
            row.prefix(left).enumerated().map { $0 < lead.count ? filled($1, lead[$0]) : $1 }.joined(separator: " ")
        }
        let place = min(room, names.map(VisibleText.columns).filter { $0 <= room }.max() ?? 0)
        return zip(rows, names).map { row, name -> [String] in
            let cells = row.dropFirst(left).enumerated().map { " " + filled($1, widths[left + $0], isLeft: false) }
                .joined()
            if VisibleText.columns(name) <= place { return [trimmed(indent + filled(name, place) + cells)] }
            return wrapped(name, head: indent) + [trimmed(indent + filled("", place) + cells)]
        }
    }

    /// What a name needs at least beside its numbers.
    private static let narrowestName = 8

    /// Numbers in several lines below their name, those of each line with their heads above each other as in one table.
    private static func stacked(_ rows: [[String]], _ widths: [Int], _ left: Int, _ indent: String) -> [[String]] {
        let margin = indent + "  "
        var parts: [[Int]] = [[]]
        var taken = VisibleText.columns(margin)
        for column in widths.indices.dropFirst(left) {
            if taken + 1 + widths[column] > width, parts.last?.isEmpty == false {
                parts.append([])
                taken = VisibleText.columns(margin)
            }
            parts[parts.count - 1].append(column)
            taken += 1 + widths[column]
        }
        return rows.map { row in
            let name = row.prefix(left).filter { !$0.isEmpty }.joined(separator: " ")
            let lines = parts.map { part in
                trimmed(
                    margin
                        + part.map { " " + filled($0 < row.count ? row[$0] : "", widths[$0], isLeft: false) }.joined())
            }
            return (name.isEmpty ? [] : wrapped(name, head: indent)) + lines.filter { !$0.isEmpty }
        }
    }

    /// A line as it is where it fits, else folded at its spaces: below its second column where it has one that begins early
    /// enough, else a little further in than it begins.
    public static func folded(_ line: String, columns: Int = width) -> [String] {
        guard VisibleText.columns(line) > columns else { return [line] }
        let start = line.prefix { $0 == " " }
        let rest = line.dropFirst(start.count)
        let second = secondColumn(of: rest) ?? 0
        let isNear = second > 0 && start.count + second < min(widestHead(columns), columns / 2)
        return wrapped(
            String(rest.dropFirst(second)), head: String(start + rest.prefix(second)), columns: columns,
            indent: isNear ? start.count + second : start.count + 4)
    }

    /// The same of each line of a text.
    public static func folded(lines text: String, columns: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { folded(String($0), columns: columns) }.joined(separator: "\n")
    }

    /// Behind the first gap of two spaces or more; nil: the line has none.
    private static func secondColumn(of line: Substring) -> Int? {
        guard let gap = line.firstRange(of: "  ") else { return nil }
        let spaces = line[gap.lowerBound...].prefix { $0 == " " }
        return line[..<gap.lowerBound].count + spaces.count
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
