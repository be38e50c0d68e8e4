import LinecheckText
import Testing

@Suite struct TextLayoutTests {
    @Test func `words go on under what follows the head, and a number keeps its unit`() {
        let lines = TextLayout.wrapped("the queue rose by 300 ms in all", head: "  ISP  ", columns: 29)
        #expect(lines == ["  ISP  the queue rose by", "       300 ms in all"])
    }

    @Test func `columns are counted, not characters`() {
        let lines = TextLayout.wrapped("中文 中文 中文", head: "", columns: 10)
        #expect(lines == ["中文 中文", "中文"])
    }

    @Test func `a path stays whole, on a line that it has to itself`() {
        let path = "/" + String(repeating: "x", count: 50)
        #expect(TextLayout.folded("capture: \(path)", columns: 40) == ["capture:", "    \(path)"])
        #expect(TextLayout.folded("it is in \(path)", columns: 40) == ["it is in", "    \(path)"])
    }

    @Test func `a folded row of a table keeps its lines together`() {
        let rows = [
            ["name", "a", "b"], [String(repeating: "long ", count: 14), "1", String(repeating: "2", count: 20)],
        ]
        let lines = TextLayout.lines(ofTable: rows, left: 1)
        #expect(lines.count == rows.count)
        #expect(lines.map(\.count) == [1, 2])
        let words = [
            ["ruler", "Score", "Excellent, 89 of 100"], ["r", String(repeating: "x", count: 60), "A B C D E F G H"],
        ]
        #expect(TextLayout.lines(ofTable: words, left: 3).count == words.count)
    }

    @Test func `a line that is too wide goes on below its second column`() {
        let line = "  quick  Fifteen seconds with both directions busy"
        #expect(
            TextLayout.folded(line, columns: 30) == ["  quick  Fifteen seconds with", "         both directions busy"])
        #expect(TextLayout.folded(line, columns: 60) == [line])
    }

    @Test func `a marker far to the right stays below its token`() {
        let line = " 13 |" + String(repeating: " ", count: 40) + "^^^ write a unit behind the number, as in 5s"
        let folded = TextLayout.folded(line, columns: 60)
        #expect(folded[0].hasSuffix("^^^ write a"))
        #expect(folded[0].hasPrefix(" 13 |" + String(repeating: " ", count: 40) + "^"))
        #expect(folded[1] == "     unit behind the number, as in 5s")
    }

    @Test func `numbers move together before a row gets too wide`() {
        let row = Array(repeating: "123456789", count: 7) + ["1"]
        let lines = TextLayout.table([row, row], left: 1, indent: "")
        #expect(lines.allSatisfy { VisibleText.columns($0) == 78 })
        let wider = TextLayout.table([row + ["123"], row + ["456"]], left: 1, indent: "")
        #expect(wider.allSatisfy { VisibleText.columns($0) <= 80 })
    }

    @Test func `numbers without room beside a name stand below it in lines, under their heads`() {
        let rows = [["measured", "p50", "p95", "max"], ["gateway", "123456789 ms", "1 ms", "12345 ms"]]
        let lines = TextLayout.$medium.withValue(TextMedium(columns: 24)) {
            TextLayout.table(rows, left: 1, indent: "")
        }
        #expect(
            lines == [
                "measured", "            p50  p95", "        max", "gateway", "   123456789 ms 1 ms", "   12345 ms",
            ])
    }

    @Test func `a medium of ASCII gets signs of ASCII before anything is lined up`() {
        let lines = TextLayout.$medium.withValue(TextMedium(isUnicode: false)) {
            TextLayout.table([["a", "A+ → F"], ["b", "±1 ms"]], left: 1)
        }
        #expect(lines == ["  a  A+ -> F", "  b  +/-1 ms"])
        #expect(
            TextLayout.$medium.withValue(TextMedium(isUnicode: false)) { TextLayout.page([["ü – x"]]) } == "\\xfc - x")
    }
}
