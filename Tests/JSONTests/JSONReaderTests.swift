import LinecheckJSON
import Testing

private func problem(_ text: String) -> Problem? { problem(bytes: Array(text.utf8)) }

private func problem(bytes: [UInt8]) -> Problem? {
    do {
        _ = try JSONReader.read(SourceText(name: "p.json", bytes: bytes))
        return nil
    } catch {
        return error.list.first
    }
}

@Suite struct JSONReaderTests {
    @Test(arguments: [
        (#"{"a":1,}"#, 1, 7, "a comma before the closing bracket"),
        ("{\"a\":1\n \"b\":2}", 1, 6, "no comma between two values"),
        ("[1 2]", 1, 2, "no comma between two values"), ("[1,]", 1, 3, "a comma before the closing bracket"),
        ("{a:1}", 1, 2, "a key must be in double quotes"), ("[tru]", 1, 2, "tru is a bare word"),
        ("[1] 2", 1, 5, "text after the end of the document"), ("[", 1, 1, "this [ is never closed"),
        ("{\"a\":1", 1, 1, "this { is never closed"), ("{\"a\" 1}", 1, 2, "no colon after the key \"a\""),
        ("[\"abc", 1, 2, "this string is not closed"), ("[\"a\nb\"]", 1, 2, "this string is not closed on its line"),
        (#"["\x"]"#, 1, 3, "\\x is not an escape that JSON has"),
        (#"["\u12"]"#, 1, 3, "\\u needs four hexadecimal digits"),
        (#"["\ud800x"]"#, 1, 3, "half of a surrogate pair"), ("[01]", 1, 2, "01 is not how JSON writes a number"),
        ("[1.]", 1, 2, "1. is not how JSON writes a number"), ("[-]", 1, 2, "- is not how JSON writes a number"),
        ("[NaN]", 1, 2, "NaN is not a number that JSON has"),
        ("[1e999]", 1, 2, "1e999 is too large to be a number here"),
        ("", 1, 1, "there is nothing here"), ("[\"\u{1}\"]", 1, 3, "a control character inside a string"),
        ("[1}", 1, 3, "\"}\" where a comma or \"]\" should be"), ("[,1]", 1, 2, "\",\" where a value should be"),
    ])
    func `a syntax error is told with its place`(text: String, line: Int, column: Int, message: String) {
        let problem = problem(text)
        #expect(problem?.line == line)
        #expect(problem?.column == column)
        #expect(problem?.message == message)
    }

    @Test func `columns count characters, not bytes`() {
        #expect(problem("[\"héé\", tru]")?.column == 9)
    }

    @Test(.timeLimit(.minutes(1)))
    func `an object with very many keys is read in one pass`() throws {
        let text = "{" + (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        #expect(try JSONReader.read(SourceText(name: "wide", text: text)).members?.count == 100_000)
    }

    @Test func `a list longer than a person writes is told with its place`() throws {
        let lists = [1_000, 1_001].map { "[" + repeatElement("0", count: $0).joined(separator: ",") + "]" }
        let text = SourceText(name: "wide", text: "{ \"a\": \(lists[0]), \"b\": \(lists[1]) }")
        let problem = try JSONReader.read(text).crowding(in: text)
        #expect(problem?.message == "a list with 1001 entries")
        #expect(problem?.column == 2_016)
        #expect(problem?.excerpt.unicodeScalars.count == 75)
    }

    @Test func `both places of a duplicate key are told`() {
        let problem = problem("{\"a\":1,\n  \"a\":2}")
        #expect(problem?.code == "duplicate-key")
        #expect(problem?.line == 2 && problem?.column == 3)
        #expect(problem?.fix == "the first is at 1:2")
    }

    @Test func `nesting deeper than 64 is refused, even 50 MB of it`() {
        #expect(problem(String(repeating: "[", count: 65) + String(repeating: "]", count: 65))?.code == "too-deep")
        #expect(problem(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) == nil)
        #expect(problem(bytes: [UInt8](repeating: UInt8(ascii: "["), count: 50_000_000))?.code == "too-deep")
    }

    @Test func `a byte that is not UTF-8 is told with its place`() {
        let problem = problem(bytes: Array("[\"ab".utf8) + [0xFF] + Array("\"]".utf8))
        #expect(problem?.code == "invalid-utf8" && problem?.column == 5)
    }

    @Test func `values come out as written`() throws {
        let text = #"{"i":-42,"f":1.5e3,"s":"a\"\\\u00e9\ud83d\ude00\n","t":true,"n":null,"l":[1,[]],"o":{}}"#
        let value = try JSONReader.read(SourceText(name: "t", text: text)).plain
        #expect(value["i"] == .integer(-42))
        #expect(value["f"] == .number(1500))
        #expect(value["s"] == .string("a\"\\é😀\n"))
        #expect(value["l"] == .array([.integer(1), .array([])]))
        #expect(value["n"] == .null)
    }

    @Test func `the canonical form reads back as the same value`() throws {
        let value = JSONValue.object([
            JSONMember("z", .integer(.min)), JSONMember("a", .number(0.1)),
            JSONMember("s", .string("tab\t\u{1}\"\\/é")),
            JSONMember("l", .array([.null, .bool(false), .number(1e300)])),
        ])
        #expect(
            value.canonicalText
                == "{\"z\":-9223372036854775808,\"a\":0.1,\"s\":\"tab\\t\\u0001\\\"\\\\/é\",\"l\":[null,false,1e+300]}")
        #expect(try JSONReader.read(SourceText(name: "t", text: value.canonicalText)).plain == value)
        #expect(try JSONReader.read(SourceText(name: "t", text: value.prettyText())).plain == value)
    }

    @Test func `no bytes crash the reader`() {
        var state: UInt64 = 7
        for _ in 0..<4_000 {
            var bytes: [UInt8] = []
            for _ in 0..<24 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(Array("{}[]\",:\\u0e1-. \ntfn\u{FF}".utf8)[Int(state >> 33) % 20])
            }
            if let found = problem(bytes: bytes) {
                #expect(found.line >= 1 && found.column >= 1 && !found.text.isEmpty)
            }
        }
    }

    @Test func `a problem shows the line with a marker under the token`() {
        #expect(
            problem("{\n  \"a\": tru\n}")?.text == """
                p.json:2:8: error[syntax]: tru is a bare word
                 2 |   "a": tru
                   |        ^^^ write "tru"
                """)
    }
}
