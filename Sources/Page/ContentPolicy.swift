import LinecheckCapture

/// What the page may do, said to the browser: run this one script, use these styles, and reach nothing at all.
///
/// Content Security Policy Level 3 §2.3.1: the hash is the base64 of the SHA-256 of the element's text.
enum ContentPolicy {
    static func text(scripts: [StaticString], styles: [StaticString]) -> String {
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; script-src \(sources(scripts)); style-src \(sources(styles))"
    }

    private static func sources(_ texts: [StaticString]) -> String {
        texts.map { "'sha256-\(base64(SHA256.digest(Array($0.description.utf8))))'" }.joined(separator: " ")
    }

    /// RFC 4648 §4.
    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = (0..<3).reduce(UInt32(0)) { word, place in
                word << 8 | (place < group.count ? UInt32(group[start + place]) : 0)
            }
            for place in 0..<4 {
                let digit = alphabet[Int(word >> UInt32(18 - 6 * place) & 63)]
                text.append(place <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
