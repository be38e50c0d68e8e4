/// Reads RFC 8259 text into nodes that know their places. Strict: what the RFC does not allow is a problem.
///
/// The first syntax error ends the reading, since what follows it is guesswork; duplicate keys do not, and are all told.
public struct JSONReader {
    /// Deeper nesting is refused, so that a hostile text cannot exhaust the stack.
    public static let maximumDepth = 64

    let source: SourceText
    let bytes: [UInt8]
    var position = 0
    private var depth = 0
    /// How many values may still come.
    private var allowance: Int
    private(set) var duplicates: [Problem] = []

    private init(_ source: SourceText, most: Int) {
        self.source = source
        allowance = most
        bytes = source.bytes
    }

    /// The document, or every problem that kept it from being read.
    ///
    /// - Parameter most: how many values it may hold; each takes a hundred times its shortest text.
    public static func read(_ source: SourceText, most: Int = .max) throws(Problems) -> JSONNode {
        var reader = JSONReader(source, most: most)
        do {
            let node = try reader.document()
            guard reader.duplicates.isEmpty else { throw Problems(reader.duplicates) }
            return node
        } catch let problem as Problem {
            throw Problems(reader.duplicates + [problem])
        } catch {
            throw error as? Problems ?? Problems([])
        }
    }

    private mutating func document() throws -> JSONNode {
        try refuseForeignEncodings()
        skipSpace()
        guard position < bytes.count else { throw syntax("there is nothing here", at: 0..<0, "a plan starts with {") }
        let node = try value()
        skipSpace()
        guard position == bytes.count else {
            throw syntax("text after the end of the document", at: position..<tokenEnd(position), "remove it")
        }
        return node
    }

    /// What editors write before a text that is not plain UTF-8. RFC 8259 §8.1 lets nobody add a byte order mark.
    private func refuseForeignEncodings() throws {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw syntax("a byte order mark before the text", at: 0..<3, "save the file as UTF-8 without it")
        }
        guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return }
        throw Problem(
            code: "invalid-utf8", in: source, at: 0..<2, message: "this text is UTF-16", fix: "save the file as UTF-8")
    }

    private mutating func value() throws -> JSONNode {
        guard position < bytes.count else { throw syntax("the text ends where a value should be", at: endRange) }
        guard allowance > 0 else {
            throw Problem(
                code: "too-many", in: source, at: position..<position + 1,
                message: "there are more values than any document of this kind holds")
        }
        allowance -= 1
        switch bytes[position] {
        case UInt8(ascii: "{"): return try nested { (reader) throws in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws in try reader.array() }
        case UInt8(ascii: "\""):
            let start = position
            return JSONNode(content: .string(try string()), range: start..<position)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: return try word()
        }
    }

    private mutating func nested(_ body: (inout JSONReader) throws -> JSONNode) throws -> JSONNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw Problem(
                code: "too-deep", in: source, at: position..<position + 1,
                message: "nested deeper than \(Self.maximumDepth) levels")
        }
        return try body(&self)
    }

    private mutating func object() throws -> JSONNode {
        let start = position
        position += 1
        var members: [JSONNode.Member] = []
        var seen: [String: Range<Int>] = [:]
        skipSpace()
        if peek == UInt8(ascii: "}") {
            position += 1
            return JSONNode(content: .object([]), range: start..<position)
        }
        while true {
            skipSpace()
            guard position < bytes.count else { throw unclosed("{", from: start) }
            guard peek == UInt8(ascii: "\"") else { throw keyExpected(afterComma: !members.isEmpty) }
            let keyStart = position
            let key = try string()
            let keyRange = keyStart..<position
            noteDuplicate(key, keyRange, among: &seen)
            skipSpace()
            guard peek == UInt8(ascii: ":") else {
                throw syntax("no colon after the key \"\(key)\"", at: keyRange, "write \"\(key)\": value")
            }
            position += 1
            skipSpace()
            members.append(JSONNode.Member(key: key, keyRange: keyRange, value: try value()))
            if try endsList(close: UInt8(ascii: "}"), open: "{", from: start) { break }
        }
        return JSONNode(content: .object(members), range: start..<position)
    }

    private mutating func array() throws -> JSONNode {
        let start = position
        position += 1
        var nodes: [JSONNode] = []
        skipSpace()
        if peek == UInt8(ascii: "]") {
            position += 1
            return JSONNode(content: .array([]), range: start..<position)
        }
        while true {
            skipSpace()
            if peek == UInt8(ascii: "]") { throw trailingComma() }
            guard position < bytes.count else { throw unclosed("[", from: start) }
            nodes.append(try value())
            if try endsList(close: UInt8(ascii: "]"), open: "[", from: start) { break }
        }
        return JSONNode(content: .array(nodes), range: start..<position)
    }

    /// After a member or element: a comma goes on, the closing bracket ends.
    private mutating func endsList(close: UInt8, open: String, from start: Int) throws -> Bool {
        let valueEnd = position
        skipSpace()
        guard position < bytes.count else { throw unclosed(open, from: start) }
        if bytes[position] == close {
            position += 1
            return true
        }
        guard bytes[position] == UInt8(ascii: ",") else {
            if let comment { throw comment }
            throw Self.beginsValue(bytes[position])
                ? syntax("no comma between two values", at: valueEnd - 1..<valueEnd, "write a comma after this")
                : syntax(
                    "\"\(character(position))\" where a comma or \"\(Character(Unicode.Scalar(close)))\" should be",
                    at: position..<position + 1)
        }
        position += 1
        return false
    }

    private func keyExpected(afterComma: Bool) -> Problem {
        if afterComma, peek == UInt8(ascii: "}") { return trailingComma() }
        if let comment { return comment }
        guard bytes[position] >= 0x20 else {
            return syntax("\(character(position)) where a key should be", at: position..<position + 1, "remove it")
        }
        let token = String(decoding: bytes[position..<tokenEnd(position)], as: UTF8.self)
        let bare = String(token.drop { $0 == "'" }.prefix { $0 != "'" })
        return syntax("a key must be in double quotes", at: position..<tokenEnd(position), "write \"\(bare)\"")
    }

    private func trailingComma() -> Problem {
        var comma = position - 1
        while comma > 0, bytes[comma] != UInt8(ascii: ",") { comma -= 1 }
        return syntax("a comma before the closing bracket", at: comma..<comma + 1, "remove it")
    }

    /// - Parameter seen: the keys so far, by hash: sixteen megabytes may be one object with a million of them.
    private mutating func noteDuplicate(_ key: String, _ range: Range<Int>, among seen: inout [String: Range<Int>]) {
        guard let first = seen[key] else {
            seen[key] = range
            return
        }
        guard duplicates.count < Problems.most else { return }
        let place = source.place(of: first.lowerBound)
        duplicates.append(
            Problem(
                code: "duplicate-key", in: source, at: range, message: "\"\(key)\" stands twice in this object",
                fix: "the first is at \(place.line):\(place.column)"))
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }
    var endRange: Range<Int> { max(bytes.count - 1, 0)..<bytes.count }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// The end of the bare token at an offset: up to white space or punctuation of JSON, at least one byte.
    func tokenEnd(_ offset: Int) -> Int {
        var end = offset
        while end < bytes.count, bytes[end] > 0x20, !"{}[],:\"".utf8.contains(bytes[end]) { end += 1 }
        return max(end, min(offset + 1, bytes.count))
    }

    func character(_ offset: Int) -> String {
        guard offset < bytes.count else { return "end" }
        return bytes[offset] < 0x20
            ? "\\u00" + Self.hex(bytes[offset]) : String(Character(Unicode.Scalar(bytes[offset])))
    }

    /// Where an author wrote a comment as other languages have them; nil: no comment begins here.
    var comment: Problem? {
        guard bytes[position...].starts(with: "//".utf8) || bytes[position...].starts(with: "/*".utf8) else {
            return nil
        }
        return syntax(
            "JSON has no comments", at: position..<position + 2, "write a key that starts with #: \"# why\": \"…\"")
    }

    private func unclosed(_ bracket: String, from start: Int) -> Problem {
        syntax("this \(bracket) is never closed", at: start..<start + 1)
    }

    func syntax(_ message: String, at range: Range<Int>, _ fix: String? = nil) -> Problem {
        Problem(code: "syntax", in: source, at: range, message: message, fix: fix)
    }

    /// Whether an author who wrote this byte meant to begin a value: a quote, a bracket that opens, a sign, digit or letter.
    static func beginsValue(_ byte: UInt8) -> Bool {
        "\"{[-_".utf8.contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || byte >= 0x80
    }

    /// Two digits.
    static func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16)
        return text.count == 1 ? "0" + text : text
    }
}
