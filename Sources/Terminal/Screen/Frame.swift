/// The lines at the bottom of a terminal that are written anew again and again, and how the last ones are written over.
///
/// The cursor waits at the beginning of the row below, so that whatever else is written there begins on a row of its own. It
/// stays visible: a program that is killed or stopped (Ctrl-Z) could not give it back.
public struct Frame: Sendable {
    private let reflows: Bool
    /// Rendered, with their columns.
    private var drawn: [(text: String, columns: Int)] = []
    /// The columns of lines of older pictures that stand right above and were moved into the scrollback: a wider or higher
    /// screen brings them back.
    private var lost: [Int] = []
    private var size = ScreenSize(columns: 0, rows: 0)

    public init(reflows: Bool) { self.reflows = reflows }

    /// What was drawn is no longer where the cursor is: the next picture begins below.
    public mutating func forget() { (drawn, lost) = ([], []) }

    /// The bytes that put `lines` in the place of the last ones, below `news` that stays; empty when nothing changed.
    ///
    /// Rows are written over and then cleared to their end, never cleared first, and all in one write(2): nothing flickers.
    /// - Parameters:
    ///   - news, lines: rendered, with the columns they take; a line takes fewer than the screen has.
    public mutating func update(
        news: [String], lines: [(text: String, columns: Int)], on size: ScreenSize
    ) -> [UInt8] {
        let isResized = self.size != size
        let isSame = drawn.count == lines.count && zip(drawn, lines).allSatisfy { $0.text == $1.text }
        if news.isEmpty, isSame, !isResized { return [] }
        var output = "\r"
        let own = drawn.map(\.columns)
        // What is lost stands in the scrollback until the size changes.
        let reached = isResized ? lost + own : own
        let up = min(reached.reduce(0) { $0 + rows($1, on: size) }, max(0, size.rows - 1))
        if isResized { lost = beyond(up, of: reached, on: size) }
        // What stays above the picture from now on parts it from them.
        if !news.isEmpty { lost = [] }
        // Cursor Up, Erase in Line, Erase in Display (ECMA-48 §8.3.22, 8.3.41, 8.3.39).
        if up > 0 { output += "\u{1B}[\(up)A" }
        // A row that was parted in two is cleared as a whole, or a wider screen would join it with the next one. Not the
        // whole screen at once: tmux keeps what is cleared from its first row on in the scrollback.
        let clears = isResized && up > 0 ? "\u{1B}[2K" : ""
        for line in news { output += clears + line + "\u{1B}[K\r\n" }
        let keeps = news.isEmpty && !isResized
        for (index, line) in lines.enumerated() {
            let isThere = keeps && index < drawn.count && drawn[index].text == line.text
            output += isThere ? "\r\n" : clears + line.text + "\u{1B}[K\r\n"
        }
        output += "\u{1B}[J"
        drawn = lines
        self.size = size
        return Array(output.utf8)
    }

    /// How many rows a line takes on a screen that may have another width by now.
    private func rows(_ columns: Int, on size: ScreenSize) -> Int {
        guard reflows, size.columns > 0 else { return 1 }
        return max(1, (columns + size.columns - 1) / size.columns)
    }

    /// The lines, or their beginnings, that are out of reach when the cursor goes up so many rows from below the last one.
    private func beyond(_ up: Int, of lines: [Int], on size: ScreenSize) -> [Int] {
        var excess = lines.reduce(0) { $0 + rows($1, on: size) } - up
        return lines.prefix { _ in excess > 0 }.compactMap { columns in
            let taken = rows(columns, on: size)
            defer { excess -= taken }
            guard excess > 0 else { return nil }
            return excess >= taken ? columns : excess * size.columns
        }
    }
}
