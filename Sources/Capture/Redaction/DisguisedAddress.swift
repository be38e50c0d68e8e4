/// An IPv4 address written so that no program takes it for one: `192[.]0[.]2[.]1`, `192\.0\.2\.1`, `192,0,2,1`,
/// `192 dot 0 dot 2 dot 1`, or in the digits of another width.
struct DisguisedAddress {
    let text: String
    let address: AddressText

    /// With a space before or behind them, or without.
    private static let separators = [
        "[.]", "(.)", "{.}", "[dot]", "(dot)", "dot", "&#46;", "&#x2e;", "&period;", "\\\\.", "\\.", "\\u002e", "\\x2e",
        "%2e", "%2E", ",", ":", "/", "·", "•", "．", "。", ".",
    ].map { Array($0.utf8) }

    /// The one that a text begins with; nil: it begins with none, or with one that is written as usual.
    init?(startOf bytes: ArraySlice<UInt8>) {
        var rest = bytes
        var parts: [String] = []
        var isDisguised = false
        while parts.count < 4 {
            if !parts.isEmpty {
                guard let separator = Self.takeSeparator(&rest) else { return nil }
                isDisguised = isDisguised || separator != [UInt8(ascii: ".")]
            }
            guard let (digits, isWide) = Self.takeNumber(&rest), digits.utf8.count <= 3, UInt8(digits) != nil else {
                return nil
            }
            isDisguised = isDisguised || isWide
            parts.append(String(UInt8(digits) ?? 0))
        }
        guard isDisguised, let address = AddressText(parts.joined(separator: ".")) else { return nil }
        // A fifth number makes it a list, or the address of a card.
        if let next = rest.first, ",:/".utf8.contains(next), rest.dropFirst().first.map(Self.isHexadecimal) == true {
            return nil
        }
        self.address = address
        text = String(decoding: bytes[..<rest.startIndex], as: UTF8.self)
    }

    /// What stands between two numbers, with the spaces around it; spaces alone are enough. nil: something else stands there.
    private static func takeSeparator(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let spaces = rest.prefix(3).prefix { $0 == UInt8(ascii: " ") }.count
        let behind = rest.dropFirst(spaces)
        guard let found = separators.first(where: { behind.starts(with: $0) }) else {
            guard spaces > 0 else { return nil }
            defer { rest = behind }
            return rest.prefix(spaces)
        }
        let more = behind.dropFirst(found.count)
        let end = more.dropFirst(more.prefix(3).prefix { $0 == UInt8(ascii: " ") }.count).startIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        Unicode.Scalar(byte).properties.isASCIIHexDigit
    }

    /// Digits of ASCII, or the full-width ones from U+FF10, which are EF BC 90 to EF BC 99.
    private static func takeNumber(_ rest: inout ArraySlice<UInt8>) -> (digits: String, isWide: Bool)? {
        var digits = ""
        var isWide = false
        while let first = rest.first {
            if PlainToken.isDigit(first) {
                digits.unicodeScalars.append(Unicode.Scalar(first))
                rest = rest.dropFirst()
            } else if rest.starts(with: [0xEF, 0xBC]), let third = rest.dropFirst(2).first,
                (0x90...0x99).contains(third)
            {
                digits.unicodeScalars.append(Unicode.Scalar(third - 0x60))
                rest = rest.dropFirst(3)
                isWide = true
            } else {
                break
            }
        }
        return digits.isEmpty ? nil : (digits, isWide)
    }
}
