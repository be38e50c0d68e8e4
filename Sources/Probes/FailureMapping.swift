internal import Glibc
internal import LinecheckCapture
internal import LinecheckSockets

extension FailureWord {
    /// The word for a send or connect that the kernel refused on this host.
    init(localErrno code: Int32) {
        self =
            switch code {
            // EACCES also from a route of type prohibit, EPERM from a local packet filter.
            case EACCES, EPERM: .permissionDenied
            case ENOBUFS, ENOMEM, EAGAIN: .noBuffer
            // ENETUNREACH: no route; EHOSTUNREACH: a route of type unreachable; ENETDOWN: the interface is down.
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN, ENODEV: .noRoute
            case EADDRNOTAVAIL: .noAddress
            case EMSGSIZE: .messageTooLong
            case EMFILE, ENFILE: .tooManyFiles
            // Among them EINVAL, which a blackhole route gives.
            default: .localError
            }
    }

    /// The word for an ICMP error message; nil when the message says nothing about the attempt's fate.
    ///
    /// - Parameter ownAddress: an error "host unreachable" from ourselves means that the neighbour did not answer
    ///   address resolution; the kernel sends it about 3 s after the packet.
    init?(_ error: ICMPError, ownAddress: SocketAddress?) {
        let word = error.family == .ipv4 ? Self.ipv4(error.type, error.code) : Self.ipv6(error.type, error.code)
        guard let word else { return nil }
        let isOwn = ownAddress.flatMap { own in error.offender.map(own.hasSameHost) } ?? false
        self = word == .hostUnreachable && isOwn ? .neighbourUnresolved : word
    }

    /// RFC 792; codes 6–12 of type 3: RFC 1122 §3.2.2.1; 13–15: RFC 1812 §5.2.7.1.
    private static func ipv4(_ type: UInt8, _ code: UInt8) -> FailureWord? {
        switch (type, code) {
        case (3, 0), (3, 5), (3, 6), (3, 11): .networkUnreachable
        case (3, 1), (3, 7), (3, 8), (3, 12): .hostUnreachable
        case (3, 2): .protocolUnreachable
        case (3, 3): .portUnreachable
        case (3, 4): .packetTooBig
        case (3, 9), (3, 10), (3, 13), (3, 14), (3, 15): .adminProhibited
        case (3, _): .hostUnreachable
        case (11, _): .ttlExceeded
        case (12, _): .parameterProblem
        // A source quench must be ignored (RFC 6633 §3): the packet may have gone on all the same.
        default: nil
        }
    }

    /// RFC 4443 §3.
    private static func ipv6(_ type: UInt8, _ code: UInt8) -> FailureWord? {
        switch (type, code) {
        case (1, 0), (1, 2): .networkUnreachable
        case (1, 1), (1, 5), (1, 6): .adminProhibited
        case (1, 3): .hostUnreachable
        case (1, 4): .portUnreachable
        case (1, _): .hostUnreachable
        case (2, _): .packetTooBig
        case (3, _): .ttlExceeded
        case (4, _): .parameterProblem
        default: nil
        }
    }
}

extension ICMPError {
    /// `code` of a sample: type × 256 + code.
    var sampleCode: Int { Int(type) * 256 + Int(code) }
}
