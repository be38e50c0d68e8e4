/// The values that hold no others, but strings.
extension JSONReader {
    mutating func word() throws -> JSONNode {
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
            throw Self.beginsValue(bytes[position])
                ? syntax("\(text) is a bare word", at: range, "write \"\(text)\"")
                : syntax("\"\(character(position))\" where a value should be", at: position..<position + 1)
        }
        position = end
        return JSONNode(content: content, range: range)
    }

    mutating func number() throws -> JSONNode {
        let start = position
        let end = tokenEnd(position)
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        guard Self.isNumber(Array(bytes[start..<end])) else {
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

    /// The number grammar of RFC 8259 §6.
    private static func isNumber(_ text: [UInt8]) -> Bool {
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
}
