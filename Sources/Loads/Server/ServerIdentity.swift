/// Who a server is, over TLS: its certificate and key.
public struct ServerIdentity: Sendable {
    let context: TLSContext

    /// Files that cannot be used, and OpenSSL's words on why.
    public struct Unusable: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// - Parameters:
    ///   - certificate: a PEM file with the certificate, followed by those between it and the authority.
    ///   - key: a PEM file.
    public init(certificate: String, key: String) throws(Unusable) {
        do throws(TLSProblem) {
            context = try TLSContext(certificate: certificate, key: key)
        } catch {
            if case .unavailable(let words) = error { throw Unusable(description: words) }
            throw Unusable(description: "\(certificate), \(key): \(error)")
        }
    }
}
