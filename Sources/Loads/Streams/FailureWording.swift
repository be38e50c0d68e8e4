import Glibc
import LinecheckSockets

/// What a person is told when a stream fails.
enum FailureWording {
    /// - Parameter peer: `192.0.2.1:443`.
    static func connection(_ code: Int32, peer: String) -> String {
        switch code {
        case ECONNREFUSED: "connection refused by \(peer)"
        case ECONNRESET: "connection reset by \(peer)"
        case EPIPE: "connection closed by \(peer)"
        case ETIMEDOUT: "no answer from \(peer)"
        case EHOSTUNREACH: "host \(peer) unreachable"
        case ENETUNREACH: "network of \(peer) unreachable"
        case EACCES, EPERM: "this host may not connect to \(peer): \(String(cString: strerror(code)))"
        default: "connection to \(peer) failed: \(String(cString: strerror(code)))"
        }
    }

    static func local(_ error: SystemError, peer: String) -> String {
        switch error.call {
        case "connect": connection(error.errno, peer: peer)
        case "bind": "no such address on this host: \(error.subject ?? "") (\(error.reason))"
        case "setsockopt SO_BINDTODEVICE": "cannot use interface \(error.subject ?? ""): \(error.reason)"
        case "setsockopt TCP_CONGESTION":
            "this host does not offer the congestion control \(error.subject ?? ""): \(error.reason)"
        default: "this host failed: \(error.description)"
        }
    }

    /// - Parameter host: as the URL names it.
    static func tls(_ problem: TLSProblem, host: String, peer: String) -> StreamEnd {
        switch problem {
        case .unavailable(let words): .dead("TLS could not be set up: \(words)")
        case .untrusted(let words): .dead("certificate of \(host) not trusted: \(words)")
        case .oldVersion: .dead("\(host) has no TLS version of 1.2 or newer")
        case .notTLS: .dead("\(peer) does not speak TLS")
        case .connection(let code): .lost(connection(code, peer: peer))
        case .endedInHandshake: .lost("\(host) ended the TLS handshake")
        case .tooSlow: .lost("\(host) did not finish the TLS handshake in time")
        case .stopped: .stopped
        case .other(let words): .lost("TLS with \(host) failed: \(words)")
        }
    }

    /// What is no URL of a proxy that loads can use. Credentials in it are not repeated, since evidence is handed on.
    static func noProxy(_ text: String) -> String {
        // A password may hold any character, and be taken for the end of the authority.
        guard let at = text.lastIndex(of: "@") else { return "\(text) is no http proxy" }
        let rest = text[text.index(after: at)...]
        return "credentials in a proxy's URL are not supported, as in that of the proxy \(rest)"
    }

    /// `the proxy 192.0.2.1:3128`.
    static func name(ofProxy proxy: HTTPURL) -> String { "the proxy \(proxy.authority)" }

    /// Who refused with this status: 407 is a proxy's own (RFC 9110 §15.5.8), any other status may be either's.
    static func party(_ status: Int, host: String, proxy: HTTPURL?) -> String {
        guard let proxy else { return host }
        return status == 407 ? name(ofProxy: proxy) : "\(host) through \(name(ofProxy: proxy))"
    }

    static func http(_ problem: HTTPProblem, host: String) -> String {
        switch problem {
        case .endedInHead: "no HTTP response from \(host): \(problem.words)"
        case .endedInBody: "\(host) ended the connection in the middle of a body"
        default: "no valid HTTP response from \(host): \(problem.words)"
        }
    }

    /// `HTTP 403 from speed.example (1 byte)`.
    ///
    /// - Parameter host: who answered, see ``party(_:host:proxy:)``.
    static func status(_ status: Int, host: String, bytes: Int64) -> String {
        "HTTP \(status) from \(host) (\(bytes) \(bytes == 1 ? "byte" : "bytes"))"
    }
}
