import LinecheckText
import Testing

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("a\u{1B}[2Jb", "a\\x1b[2Jb"), ("tab\there", "tab\\x09here"), ("\u{9B}31m", "\\x9b31m"),
        ("left\u{202E}right", "left\\u{202e}right"), ("Zürich ↑ 中", "Zürich ↑ 中"), ("end\u{7F}\n", "end\\x7f\\x0a"),
    ])
    func `what a terminal would obey is shown and not sent`(_ text: String, _ shown: String) {
        #expect(VisibleText.escaped(text) == shown)
    }

    @Test func `without Unicode everything else is escaped`() {
        #expect(VisibleText.escaped("Zürich 中", isUnicode: false) == "Z\\xfcrich \\u{4e2d}")
    }

    @Test(arguments: [("abc", 3), ("Zürich", 6), ("中文", 4), ("e\u{301}", 1), ("📶", 2), ("", 0)])
    func `columns are what a terminal counts`(_ text: String, _ columns: Int) {
        #expect(VisibleText.columns(text) == columns)
    }
}
