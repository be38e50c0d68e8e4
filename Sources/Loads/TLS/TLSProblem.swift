import COpenSSL
import Glibc

/// Why TLS with a host failed.
enum TLSProblem: Error, Equatable, Sendable {
    /// OpenSSL could not be set up.
    case unavailable(String)
    /// The chain or the name did not verify; OpenSSL's words, such as `self-signed certificate`.
    case untrusted(String)
    /// The peer has no version that is new enough.
    case oldVersion
    /// What came back was not TLS.
    case notTLS
    /// The connection failed under TLS, with this errno.
    case connection(Int32)
    /// The peer went away in the middle of the handshake.
    case endedInHandshake
    /// The handshake took longer than it may.
    case tooSlow
    /// The load was stopped in the middle of the handshake.
    case stopped
    /// Anything else, in OpenSSL's words.
    case other(String)
}

/// OpenSSL's queue of errors, which belongs to the calling thread (ERR_get_error(3)).
enum TLSErrorQueue {
    private static let systemFlag: UInt = 1 << 31

    /// The earliest error in words; the queue is empty afterwards.
    static func words() -> String {
        defer { ERR_clear_error() }
        let code = ERR_peek_error()
        // Since OpenSSL 3.0 the table of reasons has none of the system's errors: ERR_SYSTEM_FLAG marks an errno.
        if code & systemFlag != 0 { return String(cString: strerror(Int32(code & (systemFlag - 1)))) }
        guard let reason = ERR_reason_error_string(code) else { return "unknown error" }
        return String(cString: reason)
    }

    /// The earliest error as a problem; the queue is empty afterwards.
    static func problem() -> TLSProblem {
        let code = ERR_peek_error()
        switch cssl_reason(code) {
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_PACKET_LENGTH_TOO_LONG:
            ERR_clear_error()
            return .notTLS
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_TLSV1_ALERT_PROTOCOL_VERSION, SSL_R_VERSION_TOO_LOW:
            ERR_clear_error()
            return .oldVersion
        default: return .other(words())
        }
    }
}
