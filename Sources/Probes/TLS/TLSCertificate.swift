internal import COpenSSL
internal import LinecheckSockets

/// What a certificate says of itself.
struct TLSCertificate: Equatable {
    var subject: String
    var issuer: String
    /// Seconds since 1970.
    var notBefore: Int64
    var notAfter: Int64
    /// DNS names and addresses of subjectAltName.
    var names: [String]
    /// `EC 256`, `RSA 2048`.
    var key: String
    /// `ecdsa-with-SHA256`.
    var signature: String
    /// SHA-256 of the DER form, hexadecimal.
    var sha256: String

    init(_ certificate: OpaquePointer) {
        subject = Self.text(X509_get_subject_name(certificate))
        issuer = Self.text(X509_get_issuer_name(certificate))
        notBefore = cssl_seconds(X509_get0_notBefore(certificate))
        notAfter = cssl_seconds(X509_get0_notAfter(certificate))
        names = Self.alternativeNames(certificate)
        let key = X509_get0_pubkey(certificate)
        let kind = key.flatMap { EVP_PKEY_get0_type_name($0) }.map { String(cString: $0) } ?? "unknown"
        self.key = "\(kind) \(key.map { EVP_PKEY_get_bits($0) } ?? 0)"
        signature = OBJ_nid2ln(X509_get_signature_nid(certificate)).map { String(cString: $0) } ?? "unknown"
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        X509_digest(certificate, EVP_sha256(), &digest, &length)
        sha256 = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func text(_ name: OpaquePointer?) -> String {
        guard let name else { return "" }
        var text = [CChar](repeating: 0, count: 512)
        let length = Int(cssl_name(name, &text, Int32(text.count)))
        return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A certificate may hold thousands; the first hundred tell whose it is.
    private static func alternativeNames(_ certificate: OpaquePointer) -> [String] {
        var names: [String] = []
        var bytes = [UInt8](repeating: 0, count: 256)
        for place in 0..<Int32(100) {
            var isAddress: Int32 = 0
            let length = Int(cssl_alternative_name(certificate, place, &bytes, Int32(bytes.count), &isAddress))
            if length < 0 { break }
            if isAddress == 0, length > 0 { names.append(String(decoding: bytes.prefix(length), as: UTF8.self)) }
            if isAddress == 1, length == 4 || length == 16 {
                let octets = Array(bytes.prefix(length))
                names.append(SocketAddress(family: length == 4 ? .ipv4 : .ipv6, octets: octets).host)
            }
        }
        return names
    }
}
