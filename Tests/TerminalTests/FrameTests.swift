import LinecheckTerminal
import Testing

/// A screen that obeys what ``Frame`` writes, so that the result is looked at and not the bytes.
struct Screen {
    var rows: [String] = [""]
    private var row = 0
    private var column = 0

    mutating func write(_ bytes: [UInt8]) {
        var rest = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n":
                row += 1
                if row == rows.count { rows.append("") }
            case "\u{1B}":
                rest.removeFirst()
                let number = rest.prefix { ("0"..."9").contains($0) }
                rest = rest.dropFirst(number.count)
                obey(rest.removeFirst(), Int(String(String.UnicodeScalarView(number))) ?? 1)
            default: put(Character(scalar))
            }
        }
    }

    private mutating func obey(_ final: Unicode.Scalar, _ count: Int) {
        switch final {
        case "A": row = max(0, row - count)
        case "K": rows[row] = String(rows[row].prefix(column))
        case "J":
            rows[row] = String(rows[row].prefix(column))
            rows.removeSubrange((row + 1)...)
        default: Issue.record("an unexpected control sequence")
        }
    }

    private mutating func put(_ character: Character) {
        var line = Array(rows[row])
        while line.count < column { line.append(" ") }
        if column < line.count { line[column] = character } else { line.append(character) }
        rows[row] = String(line)
        column += 1
    }
}

@Suite struct FrameTests {
    private let size = ScreenSize(columns: 20, rows: 10)

    private func lines(_ texts: [String]) -> [(text: String, columns: Int)] { texts.map { ($0, $0.count) } }

    @Test func `a picture is written over the last one, and news stays above`() {
        var frame = Frame(reflows: true)
        var screen = Screen()
        screen.write(frame.update(news: [], lines: lines(["one", "two"]), on: size))
        #expect(screen.rows == ["one", "two", ""])
        screen.write(frame.update(news: [], lines: lines(["one", "2"]), on: size))
        #expect(screen.rows == ["one", "2", ""])
        screen.write(frame.update(news: ["news"], lines: lines(["one", "2", "three"]), on: size))
        #expect(screen.rows == ["news", "one", "2", "three", ""])
        screen.write(frame.update(news: [], lines: lines(["end"]), on: size))
        #expect(screen.rows == ["news", "end", ""])
    }

    @Test func `what has not changed is not written again`() {
        var frame = Frame(reflows: true)
        _ = frame.update(news: [], lines: lines(["first", "second", "third"]), on: size)
        #expect(frame.update(news: [], lines: lines(["first", "second", "third"]), on: size).isEmpty)
        let bytes = frame.update(news: [], lines: lines(["first", "other", "third"]), on: size)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("first"))
        #expect(bytes.count < 40)
    }

    @Test func `on a narrowed screen that reflows the rows of long lines are taken back as well`() {
        var frame = Frame(reflows: true)
        _ = frame.update(news: [], lines: lines(["123456789012345", "12345"]), on: size)
        // On ten columns the first line takes two rows, so there are three.
        let bytes = frame.update(news: [], lines: lines(["1", "2"]), on: ScreenSize(columns: 10, rows: 10))
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("\r\u{1B}[3A\u{1B}[2K1"))
    }

    /// Five lines of 15 columns take ten rows on ten columns; of these a screen of six shows five above the cursor.
    @Test func `what a narrowed screen has moved out of reach is written over when a wider one brings it back`() {
        var frame = Frame(reflows: true)
        let text = String(repeating: "x", count: 15)
        _ = frame.update(news: [], lines: lines(Array(repeating: text, count: 5)), on: size)
        let narrow = ScreenSize(columns: 10, rows: 6)
        let first = frame.update(news: [], lines: lines(["a", "b", "c"]), on: narrow)
        #expect(String(decoding: first, as: UTF8.self).hasPrefix("\r\u{1B}[5A"))
        let same = frame.update(news: [], lines: lines(["a", "b", "d"]), on: narrow)
        #expect(String(decoding: same, as: UTF8.self).hasPrefix("\r\u{1B}[3A"), "nothing is brought back meanwhile")
        // Two lines and the beginning of a third are back, above the three of now.
        let last = frame.update(news: [], lines: lines(["e"]), on: ScreenSize(columns: 20, rows: 12))
        #expect(String(decoding: last, as: UTF8.self).hasPrefix("\r\u{1B}[6A"))
    }

    @Test func `news stays above the picture, whatever was lost above it`() {
        var frame = Frame(reflows: true)
        let text = String(repeating: "x", count: 15)
        _ = frame.update(news: [], lines: lines(Array(repeating: text, count: 5)), on: size)
        let narrow = ScreenSize(columns: 10, rows: 6)
        _ = frame.update(news: ["news"], lines: lines(["a"]), on: narrow)
        let last = frame.update(news: [], lines: lines(["e"]), on: size)
        #expect(String(decoding: last, as: UTF8.self).hasPrefix("\r\u{1B}[1A"))
    }

    @Test func `a screen that cuts lines off keeps their rows`() {
        var frame = Frame(reflows: false)
        _ = frame.update(news: [], lines: lines(["123456789012345", "12345"]), on: size)
        let bytes = frame.update(news: [], lines: lines(["1", "2"]), on: ScreenSize(columns: 10, rows: 10))
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("\r\u{1B}[2A\u{1B}[2K1"))
    }

    @Test func `a forgotten picture is left alone`() {
        var frame = Frame(reflows: true)
        _ = frame.update(news: [], lines: lines(["one"]), on: size)
        frame.forget()
        #expect(!String(decoding: frame.update(news: [], lines: lines(["one"]), on: size), as: UTF8.self).contains("A"))
    }
}

@Suite struct TerminalMannersTests {
    private func manners(_ environment: [String: String]) -> TerminalManners { TerminalManners { environment[$0] } }

    @Test(arguments: [[:], ["TERM": "dumb"], ["TERM": ""]])
    func `a terminal that cannot move its cursor is not asked to`(_ environment: [String: String]) {
        #expect(!manners(environment).canRedraw)
        #expect(!manners(environment).colours)
    }

    @Test func `NO_COLOR counts when it says anything`() {
        #expect(manners(["TERM": "xterm"]).colours)
        #expect(manners(["TERM": "xterm", "NO_COLOR": ""]).colours)
        #expect(!manners(["TERM": "xterm", "NO_COLOR": "0"]).colours)
    }

    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false), ([:], false),
        (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], false), (["LC_ALL": "", "LC_CTYPE": "en_GB.utf8"], true),
    ])
    func `the locale says whether there is more than ASCII`(_ environment: [String: String], _ isUnicode: Bool) {
        #expect(manners(environment).isUnicode == isUnicode)
    }

    @Test(arguments: [
        (["TERM": "tmux-256color"], true), (["TERM": "screen", "TMUX": "x"], true), (["TERM": "screen"], false),
        (["TERM": "linux"], false), (["TERM": "xterm-256color"], true),
        (["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"], false),
    ])
    func `terminals that do not reflow are known`(_ environment: [String: String], _ reflows: Bool) {
        #expect(manners(environment).reflows == reflows)
    }
}
