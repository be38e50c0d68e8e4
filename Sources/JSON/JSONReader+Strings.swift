/// Strings of RFC 8259 §7: their escapes, and the bytes that may not stand in one.
extension JSONReader {
    /// Reads a string whose opening quote is the next byte.
    mutating func string() throws -> String {
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
                    "write \\u00\(Self.hex(bytes[position]))")
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
        let bad = Self.firstInvalidUTF8(in: bytes[start..<position])
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

    /// The offset of the first byte that does not belong to a well-formed sequence.
    private static func firstInvalidUTF8(in bytes: ArraySlice<UInt8>) -> Int {
        var low = bytes.startIndex
        while low < bytes.endIndex {
            let lengths = 1...4
            guard
                let length = lengths.first(where: { length in
                    low + length <= bytes.endIndex
                        && String(validating: bytes[low..<low + length], as: UTF8.self) != nil
                })
            else { return low }
            low += length
        }
        return bytes.startIndex
    }
}
