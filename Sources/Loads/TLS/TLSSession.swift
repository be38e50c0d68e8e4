import COpenSSL
import Glibc
import LinecheckSockets

/// TLS over one connected, non-blocking socket, for one thread.
final class TLSSession {
    private let ssl: OpaquePointer
    private let verifies: Bool

    /// - Parameter host: the name, or numeric address, that the certificate must hold.
    init(_ context: TLSContext, socket number: Int32, host: String) throws(TLSProblem) {
        guard let ssl = SSL_new(context.pointer) else { throw .unavailable(TLSErrorQueue.words()) }
        self.ssl = ssl
        verifies = context.trust != .anyone
        SSL_set_connect_state(ssl)
        guard SSL_set_fd(ssl, number) == 1 else { throw .unavailable(TLSErrorQueue.words()) }
        // RFC 6066 §3: literal addresses are not permitted in server_name.
        let isAddress = SocketAddress(numeric: host) != nil
        if !isAddress { _ = cssl_set_server_name(ssl, host) }
        guard verifies else { return }
        let expected = isAddress ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) : SSL_set1_host(ssl, host)
        guard expected == 1 else { throw .unavailable("\(host) is no name for a certificate") }
    }

    /// The server's side.
    init(accepting context: TLSContext, socket number: Int32) throws(TLSProblem) {
        guard let ssl = SSL_new(context.pointer) else { throw .unavailable(TLSErrorQueue.words()) }
        self.ssl = ssl
        verifies = false
        SSL_set_accept_state(ssl)
        guard SSL_set_fd(ssl, number) == 1 else { throw .unavailable(TLSErrorQueue.words()) }
    }

    /// Says that nothing more follows (close_notify, RFC 8446 §6.1); the peer's own is not waited for.
    func finish() {
        ERR_clear_error()
        _ = SSL_shutdown(ssl)
    }

    deinit { SSL_free(ssl) }

    /// Bytes given to the socket so far, handshake and record overhead included.
    var wireBytesWritten: Int64 { Int64(clamping: cssl_bytes_written(ssl)) }

    /// A step of the handshake; `.moved` when it is complete.
    func handshake() throws(TLSProblem) -> Transfer {
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        let code = errno
        if result == 1 { return .moved(0) }
        let transfer: Transfer
        do {
            transfer = try outcome(of: result, errno: code)
        } catch {
            // The error says no more than that verification failed.
            let verified = SSL_get_verify_result(ssl)
            guard verifies, verified != Int(X509_V_OK) else { throw error }
            throw .untrusted(String(cString: X509_verify_cert_error_string(verified)))
        }
        if transfer == .ended { throw .endedInHandshake }
        return transfer
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TLSProblem) -> Transfer {
        ERR_clear_error()
        var count = 0
        let result = SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
        let code = errno
        return result == 1 ? .moved(count) : try outcome(of: result, errno: code)
    }

    /// Writes at least one record (16 kB) or nothing. After nothing the same bytes must be offered again.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TLSProblem) -> Transfer {
        ERR_clear_error()
        var count = 0
        let result = SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &count)
        let code = errno
        return result == 1 ? .moved(count) : try outcome(of: result, errno: code)
    }

    private func outcome(of result: Int32, errno code: Int32) throws(TLSProblem) -> Transfer {
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .awaitsReading
        case SSL_ERROR_WANT_WRITE: return .awaitsWriting
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SYSCALL:
            // An end of stream without close_notify has no errno (SSL_get_error(3)).
            if code == 0 { return .ended }
            throw .connection(code)
        default: throw TLSErrorQueue.problem()
        }
    }
}
