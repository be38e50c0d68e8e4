/// Why an attempt failed, in the public and stable vocabulary of the capture format.
///
/// `blame` says on which side of the wire the failure lies: the network's failures count as loss, our own do not.
public enum FailureWord: String, CaseIterable, Sendable {
    case hostUnreachable = "host_unreachable"
    case networkUnreachable = "network_unreachable"
    case portUnreachable = "port_unreachable"
    case protocolUnreachable = "protocol_unreachable"
    case adminProhibited = "admin_prohibited"
    case ttlExceeded = "ttl_exceeded"
    case packetTooBig = "packet_too_big"
    case parameterProblem = "parameter_problem"
    case sourceQuench = "source_quench"
    /// The neighbour on this link did not answer address resolution.
    case neighbourUnresolved = "neighbour_unresolved"
    case connectionRefused = "connection_refused"
    case connectionReset = "connection_reset"
    /// A SYN was lost and sent again: one lost packet, not a latency of a second.
    case synRetransmitted = "syn_retransmitted"
    /// The peer ended the connection instead of answering.
    case connectionClosed = "connection_closed"
    /// A host name that a redirect led to has no address, or nobody said so.
    case nameUnresolved = "name_unresolved"
    /// The question's name does not exist (RCODE 3), exists without such a record, or the server would or could not say.
    case dnsNxdomain = "dns_nxdomain"
    case dnsNodata = "dns_nodata"
    case dnsServfail = "dns_servfail"
    case dnsRefused = "dns_refused"
    /// Another RCODE.
    case dnsError = "dns_error"
    /// Bytes that are no DNS answer, or one that is cut off without saying so.
    case dnsMalformed = "dns_malformed"
    /// The server ended the handshake with an alert.
    case tlsAlert = "tls_alert"
    /// What came back was not TLS.
    case tlsNotTLS = "tls_not_tls"
    case tlsExpired = "tls_expired"
    case tlsWrongName = "tls_wrong_name"
    case tlsUntrusted = "tls_untrusted"
    /// The handshake failed in another way.
    case tlsFailed = "tls_failed"
    /// A final status other than 2xx and 3xx.
    case httpStatus = "http_status"
    case httpMalformed = "http_malformed"
    /// A redirect that leads nowhere, in circles, or further than was allowed.
    case httpRedirect = "http_redirect"
    /// A reply whose times cannot be true.
    case invalid
    /// This host could not send.
    case permissionDenied = "permission_denied"
    case noBuffer = "no_buffer"
    case noRoute = "no_route"
    case noAddress = "no_address"
    case messageTooLong = "message_too_long"
    case tooManyFiles = "too_many_files"
    /// This host's TLS library cannot do what was asked: nothing is known of the server.
    case tlsUnsupported = "tls_unsupported"
    case localError = "local_error"

    /// Something came back from the far end: the way there works.
    public var isAnswer: Bool {
        switch self {
        case .portUnreachable, .protocolUnreachable, .connectionRefused, .connectionReset, .connectionClosed,
            .synRetransmitted, .dnsNxdomain, .dnsNodata, .dnsServfail, .dnsRefused, .dnsError, .dnsMalformed, .tlsAlert,
            .tlsNotTLS, .tlsExpired, .tlsWrongName, .tlsUntrusted, .tlsFailed, .httpStatus, .httpMalformed,
            .httpRedirect:
            true
        default: false
        }
    }

    public enum Blame: Sendable { case network, thisHost }

    public var blame: Blame {
        switch self {
        case .permissionDenied, .noBuffer, .noRoute, .noAddress, .messageTooLong, .tooManyFiles, .tlsUnsupported,
            .localError, .invalid:
            .thisHost
        default: .network
        }
    }
}
