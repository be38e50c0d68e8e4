internal import COpenSSL
internal import LinecheckCapture
internal import LinecheckLoads
internal import LinecheckPlan

/// What the TLS connections of one probe have in common, and the session that the next may take up.
final class TLSClient {
    let context: OpaquePointer
    /// The name that SNI and certificate have to have; an address has no SNI (RFC 6066 §3).
    let host: String
    let isAddress: Bool
    /// The session of an earlier connection; owned.
    private(set) var session: OpaquePointer?

    /// - Parameters:
    ///   - protocols: for ALPN (RFC 7301), the most wanted first; empty: none is offered.
    ///   - only: the one version to offer; nil: what both ends know.
    /// - Throws: `tls_unsupported` when this host's OpenSSL cannot do that.
    init(
        host: String, isAddress: Bool, protocols: [String], only: ProbeExchange.TLSVersion?, trust: TLSTrust
    ) throws(ConversationFault) {
        guard let context = SSL_CTX_new(TLS_client_method()) else { throw ConversationFault(.tlsUnsupported) }
        self.context = context
        self.host = host
        self.isAddress = isAddress
        let version = only?.number ?? 0
        guard cssl_set_versions(context, version, version) == 1, cssl_allow_legacy(context) == 1 else {
            throw ConversationFault(.tlsUnsupported)
        }
        cssl_verify_later(context)
        cssl_set_partial_write(context)
        let names = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        if !names.isEmpty { SSL_CTX_set_alpn_protos(context, names, UInt32(names.count)) }
        switch trust {
        case .system: SSL_CTX_set_default_verify_paths(context)
        case .file(let path):
            guard SSL_CTX_load_verify_locations(context, path, nil) == 1 else {
                throw ConversationFault(.tlsUnsupported)
            }
        case .anyone: break
        }
    }

    deinit {
        SSL_SESSION_free(session)
        SSL_CTX_free(context)
    }

    /// Keeps a session for the next connection.
    func keep(_ newer: OpaquePointer) {
        SSL_SESSION_free(session)
        session = newer
    }
}

extension ProbeExchange.TLSVersion {
    fileprivate var number: Int32 {
        switch self {
        case .tls10: TLS1_VERSION
        case .tls11: TLS1_1_VERSION
        case .tls12: TLS1_2_VERSION
        case .tls13: TLS1_3_VERSION
        }
    }
}
