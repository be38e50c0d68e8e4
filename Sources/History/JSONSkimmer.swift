import Glibc
import LinecheckJSON

/// Finds a few values in a long JSON text without reading the rest of it.
///
/// It only tells where values begin and end; what is taken is read by ``JSONReader``. A health verdict is 23 kB, of which a
/// history needs fourteen numbers and words.
struct JSONSkimmer {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The whole text.
    var whole: Range<Int> { 0..<bytes.count }

    /// Calls with each member of an object and where its value is, until that returns false; nothing for other values.
    func members(of object: Range<Int>, _ body: (_ key: String, _ value: Range<Int>) -> Bool) {
        guard object.lowerBound < object.upperBound, bytes[object.lowerBound] == UInt8(ascii: "{") else { return }
        var position = object.lowerBound + 1
        while position < object.upperBound, bytes[position] == UInt8(ascii: "\"") {
            let keyEnd = end(ofValueAt: position, before: object.upperBound)
            guard keyEnd < object.upperBound, bytes[keyEnd] == UInt8(ascii: ":") else { return }
            let valueEnd = end(ofValueAt: keyEnd + 1, before: object.upperBound)
            let key = String(decoding: bytes[(position + 1)..<max(position + 1, keyEnd - 1)], as: UTF8.self)
            guard body(key, (keyEnd + 1)..<valueEnd) else { return }
            guard valueEnd < object.upperBound, bytes[valueEnd] == UInt8(ascii: ",") else { return }
            position = valueEnd + 1
        }
    }

    /// The member of that name; nil: there is none.
    func member(_ name: String, of object: Range<Int>) -> Range<Int>? {
        var found: Range<Int>?
        members(of: object) { key, value in
            if key == name { found = value }
            return found == nil
        }
        return found
    }

    /// The value itself; nil: it is no JSON.
    func value(_ range: Range<Int>) -> JSONValue? {
        try? JSONReader.read(SourceText(name: "verdict", bytes: Array(bytes[range]))).plain
    }

    /// Where a value ends, at most at `limit`. The canonical form has no white space.
    private func end(ofValueAt start: Int, before limit: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var position = start
            var depth = 0
            while position < limit {
                switch bytes[position] {
                case UInt8(ascii: "\""): position = Self.end(ofStringAt: position, in: bytes, before: limit) - 1
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 0 { return position }
                    depth -= 1
                case UInt8(ascii: ","), UInt8(ascii: ":"): if depth == 0 { return position }
                default: break
                }
                position += 1
                if depth == 0, bytes[position - 1] == UInt8(ascii: "\"") { return position }
            }
            return limit
        }
    }

    /// Behind the closing quote: the first that an even number of backslashes stands before.
    private static func end(
        ofStringAt start: Int, in bytes: UnsafeBufferPointer<UInt8>, before limit: Int
    ) -> Int {
        guard let base = bytes.baseAddress else { return limit }
        var position = start + 1
        while position < limit, let quote = memchr(base + position, 0x22, limit - position) {
            let place = UnsafeRawPointer(base).distance(to: quote)
            var backslash = place - 1
            while bytes[backslash] == UInt8(ascii: "\\") { backslash -= 1 }
            if (place - backslash) % 2 == 1 { return place + 1 }
            position = place + 1
        }
        return limit
    }
}
