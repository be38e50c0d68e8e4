/// Reads RFC 8259 text into nodes that know their places. Strict: what the RFC does not allow is a problem.
///
/// The first syntax error ends the reading, since what follows it is guesswork; duplicate keys do not, and are all told.
public struct JSONReader {
    /// Deeper nesting is refused, so that a hostile text cannot exhaust the stack.
    public static let maximumDepth = 64

    private let source: SourceText
    private let bytes: [UInt8]
    private var position = 0
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
            throw beginsValue(bytes[position])
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

    // MARK: Scalars

    private mutating func word() throws -> JSONNode {
        let end = tokenEnd(position)
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        let range = position..<end
        let content: JSONNode.Content
        switch text {
        case "true": content = .bool(true)
        case "false": content = .bool(false)
        case "null": content = .null
        case "NaN", "Infinity", "nan", "inf":
            throw syntax("\(text) is not a number that JSON has", at: range, "leave the key out instead")
        default:
            if let comment { throw comment }
            throw beginsValue(bytes[position])
                ? syntax("\(text) is a bare word", at: range, "write \"\(text)\"")
                : syntax("\"\(character(position))\" where a value should be", at: position..<position + 1)
        }
        position = end
        return JSONNode(content: content, range: range)
    }

    private mutating func number() throws -> JSONNode {
        let start = position
        let end = tokenEnd(position)
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        guard isJSONNumber(Array(bytes[start..<end])) else {
            throw syntax("\(text) is not how JSON writes a number", at: start..<end, numberFix(text))
        }
        position = end
        if let integer = Int64(text), !(integer == 0 && text.hasPrefix("-")) {
            return JSONNode(content: .integer(integer), range: start..<end)
        }
        guard let value = Double(text), value.isFinite else {
            throw Problem(
                code: "overflow", in: source, at: start..<end, message: "\(text) is too large to be a number here")
        }
        return JSONNode(content: .number(value), range: start..<end)
    }

    private func numberFix(_ text: String) -> String? {
        let quoted = text.utf8.contains { (0x61...0x7A).contains($0) && $0 != 0x65 }
        return quoted ? "write \"\(text)\"" : nil
    }

    private mutating func string() throws -> String {
        let start = position
        position += 1
        let plain = plainEnd(position)
        // Most strings hold no escape; a whole plan as text is one of megabytes, and is not copied more often than it must.
        if plain < bytes.count, bytes[plain] == UInt8(ascii: "\"") {
            if let string = String(validating: bytes[position..<plain], as: UTF8.self) {
                position = plain + 1
                return string
            }
        }
        var text: [UInt8] = []
        text.reserveCapacity(plain - position)
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return try decoded(text, from: start)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0x0A, 0x0D:
                throw syntax("this string is not closed on its line", at: start..<position, "close it with \"")
            case 0..<0x20:
                throw syntax(
                    "a control character inside a string", at: position..<position + 1,
                    "write \\u00\(hex(bytes[position]))")
            default:
                text.append(bytes[position])
                position += 1
            }
        }
        throw syntax("this string is not closed", at: start..<start + 1, "close it with \"")
    }

    /// Where a string has its first byte that does not stand for itself.
    private func plainEnd(_ start: Int) -> Int {
        bytes[start...].firstIndex { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } ?? bytes.count
    }

    private func decoded(_ text: [UInt8], from start: Int) throws -> String {
        if let string = String(validating: text, as: UTF8.self) { return string }
        let bad = firstInvalidUTF8(in: bytes[start..<position])
        throw Problem(
            code: "invalid-utf8", in: source, at: bad..<bad + 1, message: "a byte that is not UTF-8",
            fix: "save the file as UTF-8")
    }

    private mutating func escape(into text: inout [UInt8]) throws {
        let start = position
        guard position + 1 < bytes.count else { throw syntax("the text ends inside an escape", at: endRange) }
        let letter = bytes[position + 1]
        position += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"): text += Array(String(Character(try unicodeEscape(from: start))).utf8)
        default:
            throw syntax(
                "\\\(character(start + 1)) is not an escape that JSON has", at: start..<position,
                "a backslash itself is \\\\")
        }
    }

    private mutating func unicodeEscape(from start: Int) throws -> Unicode.Scalar {
        let first = try hexUnit(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            let second = try hexUnit(from: start)
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw syntax("half of a surrogate pair", at: start..<position)
    }

    private mutating func hexUnit(from start: Int) throws -> UInt32 {
        let end = min(position + 4, bytes.count)
        let digits = bytes[position..<end]
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw syntax("\\u needs four hexadecimal digits", at: start..<end) }
        position = end
        return value
    }

    // MARK: Places

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }
    private var endRange: Range<Int> { max(bytes.count - 1, 0)..<bytes.count }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// The end of the bare token at an offset: up to white space or punctuation of JSON, at least one byte.
    private func tokenEnd(_ offset: Int) -> Int {
        var end = offset
        while end < bytes.count, bytes[end] > 0x20, !"{}[],:\"".utf8.contains(bytes[end]) { end += 1 }
        return max(end, min(offset + 1, bytes.count))
    }

    private func character(_ offset: Int) -> String {
        guard offset < bytes.count else { return "end" }
        return bytes[offset] < 0x20 ? "\\u00" + hex(bytes[offset]) : String(Character(Unicode.Scalar(bytes[offset])))
    }

    /// Where an author wrote a comment as other languages have them; nil: no comment begins here.
    private var comment: Problem? {
        guard bytes[position...].starts(with: "//".utf8) || bytes[position...].starts(with: "/*".utf8) else {
            return nil
        }
        return syntax(
            "JSON has no comments", at: position..<position + 2, "write a key that starts with #: \"# why\": \"…\"")
    }

    private func unclosed(_ bracket: String, from start: Int) -> Problem {
        syntax("this \(bracket) is never closed", at: start..<start + 1)
    }

    private func syntax(_ message: String, at range: Range<Int>, _ fix: String? = nil) -> Problem {
        Problem(code: "syntax", in: source, at: range, message: message, fix: fix)
    }
}

/// Whether an author who wrote this byte meant to begin a value: a quote, a bracket that opens, a sign, digit or letter.
private func beginsValue(_ byte: UInt8) -> Bool {
    "\"{[-_".utf8.contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte >= 0x80
}

private func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return text.count == 1 ? "0" + text : text
}

/// The number grammar of RFC 8259 §6.
private func isJSONNumber(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = rest.prefix { isDigit($0) }
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0x30 else { return false }
    rest = rest[whole.endIndex...]
    if rest.first == UInt8(ascii: ".") {
        let fraction = rest.dropFirst().prefix { isDigit($0) }
        guard !fraction.isEmpty else { return false }
        rest = rest[fraction.endIndex...]
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let exponent = rest.prefix { isDigit($0) }
        guard !exponent.isEmpty else { return false }
        rest = rest[exponent.endIndex...]
    }
    return rest.isEmpty
}

/// The offset of the first byte that does not belong to a well-formed sequence.
private func firstInvalidUTF8(in bytes: ArraySlice<UInt8>) -> Int {
    var low = bytes.startIndex
    while low < bytes.endIndex {
        let lengths = 1...4
        guard
            let length = lengths.first(where: { length in
                low + length <= bytes.endIndex && String(validating: bytes[low..<low + length], as: UTF8.self) != nil
            })
        else { return low }
        low += length
    }
    return bytes.startIndex
}
