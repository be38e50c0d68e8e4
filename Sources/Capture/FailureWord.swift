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
    /// A reply whose times cannot be true.
    case invalid
    /// This host could not send.
    case permissionDenied = "permission_denied"
    case noBuffer = "no_buffer"
    case noRoute = "no_route"
    case noAddress = "no_address"
    case messageTooLong = "message_too_long"
    case tooManyFiles = "too_many_files"
    case localError = "local_error"

    public enum Blame: Sendable { case network, thisHost }

    public var blame: Blame {
        switch self {
        case .permissionDenied, .noBuffer, .noRoute, .noAddress, .messageTooLong, .tooManyFiles, .localError, .invalid:
            .thisHost
        default: .network
        }
    }
}
