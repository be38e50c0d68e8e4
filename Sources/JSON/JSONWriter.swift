/// The one canonical form: no white space, members in their given order, integers as integers, other numbers in the
/// shortest text that reads back as the same double, and only what RFC 8259 §7 requires escaped.
extension JSONValue {
    /// UTF-8 without a line end.
    public var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        appendCanonical(to: &bytes)
        return bytes
    }

    public var canonicalText: String { String(decoding: canonicalBytes, as: UTF8.self) }

    /// Appends the canonical form to what is being built.
    public func appendCanonical(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .number(let value): bytes += numberText(value).utf8
        case .string(let text): appendQuoted(text, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.appendCanonical(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                appendQuoted(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.appendCanonical(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// For people: two spaces a level, small arrays and objects of scalars on one line.
    public func prettyText(indent: Int = 0) -> String {
        let inner = String(repeating: " ", count: indent + 2)
        let outer = String(repeating: " ", count: indent)
        switch self {
        case .array(let values) where !values.isEmpty && !fitsOneLine(indent: indent):
            let lines = values.map { inner + $0.prettyText(indent: indent + 2) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(outer)]"
        case .object(let members) where !members.isEmpty && !fitsOneLine(indent: indent):
            let lines = members.map { member in
                inner + JSONValue.string(member.key).canonicalText + ": " + member.value.prettyText(indent: indent + 2)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
        case .array(let values):
            return "[" + values.map { $0.prettyText() }.joined(separator: ", ") + "]"
        case .object(let members):
            let pairs = members.map { JSONValue.string($0.key).canonicalText + ": " + $0.value.prettyText() }
            return pairs.isEmpty ? "{}" : "{ " + pairs.joined(separator: ", ") + " }"
        default: return canonicalText
        }
    }

    private func fitsOneLine(indent: Int) -> Bool { indent > 0 && indent + canonicalBytes.count < 90 }
}

private func numberText(_ value: Double) -> String {
    precondition(value.isFinite, "JSON has no text for a number that is not finite (RFC 8259 §6)")
    if value == value.rounded(), value.magnitude < 9_007_199_254_740_992 { return String(Int64(value)) }
    return value.description
}

private let hexDigits = Array("0123456789abcdef".utf8)

private func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\""): bytes += "\\\"".utf8
        case UInt8(ascii: "\\"): bytes += "\\\\".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0x09: bytes += "\\t".utf8
        case 0..<0x20: bytes += "\\u00".utf8 + [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
        default: bytes.append(byte)
        }
    }
    bytes.append(UInt8(ascii: "\""))
}
