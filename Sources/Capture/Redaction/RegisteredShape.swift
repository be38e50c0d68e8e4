/// What may stand where a format has a word of a registry, a date or a number of known form. Anything else that stands there
/// was put there by somebody, and may be anything.
enum RegisteredShape {
    /// Whether a text has the shape that its member has; false for members that have none.
    static func fits(_ text: String, _ member: String) -> Bool {
        switch member {
        case "transport": ["udp", "tcp", "tls", "https", "https h2", "https http/1.1", "https http/1.0"].contains(text)
        case "tls_version": ["SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3", "unknown"].contains(text)
        case "version": ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"].contains(text)
        case "alpn": ["h2", "h3", "http/0.9", "http/1.0", "http/1.1", "dot", "doq"].contains(text)
        case "cipher": text.split { $0 == "-" || $0 == "_" }.allSatisfy { ciphers.contains(String($0)) }
        case "signature": signatures.contains(text)
        case "key": isKey(text)
        case "not_before", "not_after", "expires", "started", "wall": isTime(text)
        case "id": isHexadecimal(text, 1...32)
        case "crc32c": isHexadecimal(text, 8...8)
        case "revision": text.isEmpty || isHexadecimal(text, 7...40)
        case "software": isVersion(text)
        default: false
        }
    }

    /// Parts of the names that OpenSSL has for the cipher suites of RFC 8446, RFC 5246 and before: ciphers(1).
    private static let ciphers: Set<String> = [
        "TLS", "WITH", "AES", "AES128", "AES256", "128", "256", "GCM", "CCM", "CCM8", "8", "CBC", "CBC3", "DES", "SHA",
        "SHA1", "SHA256", "SHA384", "MD5", "CHACHA20", "POLY1305", "ECDHE", "ECDH", "DHE", "DH", "ADH", "AECDH", "RSA",
        "ECDSA", "DSS", "PSK", "SRP", "CAMELLIA128", "CAMELLIA256", "ARIA128", "ARIA256", "ARIA", "NULL", "RC4",
    ]

    /// Long names that OpenSSL has for the algorithms of RFC 3279, 5758, 8410 and FIPS 204.
    private static let signatures: Set<String> = [
        "ecdsa-with-SHA1", "ecdsa-with-SHA224", "ecdsa-with-SHA256", "ecdsa-with-SHA384", "ecdsa-with-SHA512",
        "md5WithRSAEncryption", "sha1WithRSAEncryption", "sha224WithRSAEncryption", "sha256WithRSAEncryption",
        "sha384WithRSAEncryption", "sha512WithRSAEncryption", "rsassaPss", "dsaWithSHA1", "dsa_with_SHA256", "ED25519",
        "ED448", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87", "unknown",
    ]

    /// `RSA 2048`: a kind of key and its bits.
    private static func isKey(_ text: String) -> Bool {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        let kinds: Set<Substring> = [
            "RSA", "RSA-PSS", "EC", "DSA", "ED25519", "ED448", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87", "unknown",
        ]
        return parts.count == 2 && kinds.contains(parts[0]) && parts[1].utf8.count <= 5
            && parts[1].utf8.allSatisfy(PlainToken.isDigit)
    }

    /// RFC 3339 in UTC, with a fraction or without.
    private static func isTime(_ text: String) -> Bool {
        let shape = text.utf8.map { PlainToken.isDigit($0) ? UInt8(ascii: "9") : $0 }
        let form = String(decoding: shape, as: UTF8.self)
        guard form.hasPrefix("9999-99-99T99:99:99"), form.hasSuffix("Z") else { return false }
        let fraction = form.dropFirst("9999-99-99T99:99:99".count).dropLast()
        return fraction.isEmpty
            || fraction.first == "." && (2...10).contains(fraction.utf8.count)
                && fraction.dropFirst().allSatisfy { $0 == "9" }
    }

    private static func isHexadecimal(_ text: String, _ length: ClosedRange<Int>) -> Bool {
        length.contains(text.utf8.count)
            && text.utf8.allSatisfy { PlainToken.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    /// `0.1.0`.
    private static func isVersion(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...4).contains(parts.count)
            && parts.allSatisfy { (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy(PlainToken.isDigit) }
    }
}
