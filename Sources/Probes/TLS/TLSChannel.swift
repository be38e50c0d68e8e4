internal import COpenSSL
internal import Glibc
internal import LinecheckCapture
internal import LinecheckSockets

/// TLS over one connected, non-blocking socket.
final class TLSChannel {
    private let client: TLSClient
    private let ssl: OpaquePointer

    init(_ client: TLSClient, socket number: Int32) throws(ConversationFault) {
        guard let ssl = SSL_new(client.context) else { throw ConversationFault(.tlsUnsupported) }
        self.client = client
        self.ssl = ssl
        SSL_set_connect_state(ssl)
        guard SSL_set_fd(ssl, number) == 1 else { throw ConversationFault(.tlsUnsupported) }
        if !client.isAddress { _ = cssl_set_server_name(ssl, client.host) }
        if let session = client.session { SSL_set_session(ssl, session) }
    }

    deinit {
        // A session that ends without close_notify would be forgotten (SSL_get_session(3)); the connection is reset, so
        // nobody waits for one.
        SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        SSL_free(ssl)
    }

    /// A step of the handshake; true when it is complete.
    func handshake() throws(ConversationFault) -> Bool {
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        let code = errno
        if result == 1 { return true }
        switch try outcome(of: result, errno: code) {
        case .ended: throw ConversationFault(.connectionClosed)
        default: return false
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConversationFault) -> Transfer {
        ERR_clear_error()
        var count = 0
        let result = SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
        let code = errno
        return result == 1 ? .moved(count) : try outcome(of: result, errno: code)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ConversationFault) -> Transfer {
        ERR_clear_error()
        var count = 0
        let result = SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &count)
        let code = errno
        return result == 1 ? .moved(count) : try outcome(of: result, errno: code)
    }

    private func outcome(of result: Int32, errno code: Int32) throws(ConversationFault) -> Transfer {
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .awaitsReading
        case SSL_ERROR_WANT_WRITE: return .awaitsWriting
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SYSCALL:
            // An end of stream without close_notify has no errno (SSL_get_error(3)).
            if code == 0 { return .ended }
            throw ConversationFault(errno: code)
        default: throw TLSWords.fault(reason: cssl_reason(ERR_peek_error()))
        }
    }

    // MARK: - What the handshake came to

    var isResumed: Bool { SSL_session_reused(ssl) == 1 }

    /// The protocol that was agreed on (ALPN); nil: none.
    var agreedProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &length)
        guard let name, length > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF8.self)
    }

    /// `TLSv1.3`. Of the session and not of the cipher, whose version is the lowest that knows it.
    var version: String { String(cString: SSL_get_version(ssl)) }

    var cipher: String? { SSL_get_current_cipher(ssl).map { String(cString: SSL_CIPHER_get_name($0)) } }

    var certificates: [TLSCertificate] {
        var certificates: [TLSCertificate] = []
        while certificates.count < 16, let next = cssl_sent_certificate(ssl, Int32(certificates.count)) {
            certificates.append(TLSCertificate(next))
        }
        return certificates
    }

    /// Every reason not to believe the certificates, and when the chain that was found expires; nil without certificates,
    /// as when a session is taken up again.
    func verify() -> (errors: [Int32], expires: Int64)? {
        var found = cssl_verification()
        guard cssl_verify(ssl, client.host, client.isAddress ? 1 : 0, &found) == 1 else { return nil }
        let errors = withUnsafeBytes(of: found.errors) { Array($0.bindMemory(to: Int32.self).prefix(Int(found.count))) }
        return (errors, found.expires)
    }

    /// Keeps the session if it may be taken up again; TLS 1.3 brings it after the handshake (RFC 8446 §4.6.1).
    func keepSession() -> Bool {
        guard let session = SSL_get1_session(ssl) else { return false }
        guard SSL_SESSION_is_resumable(session) == 1 else {
            SSL_SESSION_free(session)
            return false
        }
        client.keep(session)
        return true
    }
}
