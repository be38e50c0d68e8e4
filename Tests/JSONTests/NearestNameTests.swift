import LinecheckJSON
import Testing

@Suite struct NearestNameTests {
    @Test(
        arguments: [
            ("intervall", "interval"), ("inetrval", "interval"), ("timeuot", "timeout"), ("interval", "interval"),
            ("cuont", "count"), ("warm-up", "warmup"), ("banana", nil), ("", nil), ("x", nil),
        ] as [(String, String?)])
    func `a slip of the finger finds its name, a strange word none`(written: String, meant: String?) {
        #expect(nearestName(to: written, among: ["interval", "timeout", "count", "warmup"]) == meant)
    }

    @Test func `of two names equally near the first is told`() {
        #expect(nearestName(to: "lot", among: ["lost", "loot"]) == "lost")
    }
}

@Suite struct StringPlaceTests {
    func place(_ json: String, _ part: Range<Int>) throws -> String {
        let source = SourceText(name: "x", text: json)
        let range = try JSONReader.read(source).place(ofPart: part, in: source)
        return String(decoding: source.bytes[range], as: UTF8.self)
    }

    @Test func `a part of a string is found in the file, escapes and all`() throws {
        #expect(try place(#""abc def""#, 4..<7) == "def")
        #expect(try place(#""a\nc def""#, 4..<7) == "def")
        #expect(try place(#""\u0061bc def""#, 4..<7) == "def")
        #expect(try place(#""\u00e9c def""#, 4..<7) == "def")
        #expect(try place(#""\ud83d\ude00 def""#, 5..<8) == "def")
        #expect(try place(#""é def""#, 3..<6) == "def")
        #expect(try place(#""abc""#, 0..<1) == "a")
    }

    @Test func `the end of a string and an empty string have a place too`() throws {
        #expect(try place(#""abc""#, 3..<3) == "\"")
        #expect(try place(#""""#, 0..<0) == "\"")
    }
}
