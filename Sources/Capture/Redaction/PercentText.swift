/// Percent-encoding (RFC 3986 §2.1).
enum PercentText {
    /// The text that is meant; nil where nothing is encoded.
    static func decoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
        var bytes = Array(text.utf8)[...]
        var result: [UInt8] = []
        var isEncoded = false
        while let first = bytes.popFirst() {
            let digits = bytes.prefix(2)
            if first == UInt8(ascii: "%"), digits.count == 2, !digits.contains(UInt8(ascii: "+")),
                let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                result.append(byte)
                bytes = bytes.dropFirst(2)
                isEncoded = true
            } else {
                result.append(first)
            }
        }
        return isEncoded ? String(decoding: result, as: UTF8.self) : nil
    }
}
