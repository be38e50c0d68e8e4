import COpenSSL

/// What the TLS connections of one load have in common.
///
/// An SSL_CTX may be used by several threads once it is set up (openssl-threads(7)), and only `init` changes it.
final class TLSContext: @unchecked Sendable {
    /// OpenSSL reads this much at once, instead of a header and a record at a time: fewer system calls at high rates.
    /// Four records: 256 kB were no faster (0.88 and 0.79 of curl's processor time) and cost 198 kB a stream, not 122.
    static let readAhead = 64 * 1_024

    let pointer: OpaquePointer
    let trust: TLSTrust

    /// For a server: a PEM file with its certificate, followed by those in between, and one with its key.
    ///
    /// Errors: files that cannot be read, or that do not belong together.
    init(certificate: String, key: String) throws(TLSProblem) {
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw .unavailable(TLSErrorQueue.words()) }
        pointer = context
        trust = .anyone
        guard cssl_set_minimum_version(context, cssl_tls_1_2()) == 1 else {
            throw .unavailable(TLSErrorQueue.words())
        }
        cssl_set_partial_write(context)
        cssl_ignore_unexpected_eof(context)
        guard SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
            throw .unavailable("\(certificate): \(TLSErrorQueue.words())")
        }
        guard SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1,
            SSL_CTX_check_private_key(context) == 1
        else { throw .unavailable("\(key): \(TLSErrorQueue.words())") }
    }

    /// Errors: no memory, or a trust file that cannot be read.
    init(trust: TLSTrust) throws(TLSProblem) {
        guard let context = SSL_CTX_new(TLS_client_method()) else { throw .unavailable(TLSErrorQueue.words()) }
        pointer = context
        self.trust = trust
        guard cssl_set_minimum_version(context, cssl_tls_1_2()) == 1 else {
            throw .unavailable(TLSErrorQueue.words())
        }
        cssl_set_partial_write(context)
        cssl_ignore_unexpected_eof(context)
        cssl_set_read_ahead(context, 1)
        SSL_CTX_set_default_read_buffer_len(context, Self.readAhead)
        // RFC 7301: a length and the name, for each protocol.
        let protocols: [UInt8] = [8] + Array("http/1.1".utf8)
        SSL_CTX_set_alpn_protos(context, protocols, UInt32(protocols.count))
        switch trust {
        case .system: SSL_CTX_set_default_verify_paths(context)
        case .file(let path):
            guard SSL_CTX_load_verify_locations(context, path, nil) == 1 else {
                throw .unavailable("\(path): \(TLSErrorQueue.words())")
            }
        case .anyone: break
        }
        SSL_CTX_set_verify(context, trust == .anyone ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, nil)
    }

    deinit { SSL_CTX_free(pointer) }
}
