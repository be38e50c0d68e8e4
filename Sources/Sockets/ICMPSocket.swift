internal import CSockets
internal import Glibc

/// A socket that sends ICMP echo requests and receives their replies.
public struct ICMPSocket: ~Copyable {
    /// How the kernel lets us ping.
    public enum Kind: String, Sendable {
        /// SOCK_DGRAM: for groups inside net.ipv4.ping_group_range; the kernel chooses the identifier, computes and
        /// checks the sums, and hands over nobody else's replies.
        case unprivileged
        /// SOCK_RAW: for CAP_NET_RAW.
        case raw
    }

    public let descriptor: Descriptor
    public let kind: Kind
    public let family: SocketAddress.Family
    /// The kernel stamps what is sent and received.
    public let hasStamps: Bool
    /// The echo identifier; nil before the first send of an unprivileged socket.
    public private(set) var identifier: UInt16?

    /// Opens an unprivileged socket, or, where those are not allowed, a raw one.
    ///
    /// - Parameters:
    ///   - kind: only this kind; nil: the first that works.
    ///   - interface: the way out (SO_BINDTODEVICE).
    ///   - source: the local address.
    /// - Throws: what the last of the kinds tried said.
    public init(
        family: SocketAddress.Family, kind: Kind? = nil, interface: String? = nil, source: SocketAddress? = nil
    ) throws(SystemError) {
        var opened = kind ?? .unprivileged
        let socket = try Self.open(family, only: kind, opened: &opened)
        var chosen: UInt16?
        if opened == .raw {
            let number = UInt16.random(in: 1...UInt16.max)
            let result = cs_filter_echo_replies(socket.number, family.number, number)
            if result < 0 { throw SystemError("setsockopt", -result, subject: "ICMP filter") }
            chosen = number
        }
        try socket.set(.receiveErrors(family), to: 1)
        try socket.set(family == .ipv4 ? .receiveTTL : .receiveHopLimit, to: 1)
        Self.widen(socket)
        if let interface { try socket.bind(toInterface: interface) }
        // Port 0: an identifier bound by name can be bound twice, and the second socket steals the first one's replies.
        if let source { try socket.bind(to: source.with(port: 0)) }
        hasStamps = cs_enable_stamps(socket.number, 1) == 0
        descriptor = socket
        self.kind = opened
        self.family = family
        identifier = chosen
    }

    /// EACCES: the group is not in the range; EPROTONOSUPPORT, EAFNOSUPPORT: the kernel has no ping sockets.
    private static func open(
        _ family: SocketAddress.Family, only: Kind?, opened: inout Kind
    ) throws(SystemError) -> Descriptor {
        let number = family == .ipv4 ? Int32(IPPROTO_ICMP) : Int32(IPPROTO_ICMPV6)
        if only != .raw {
            opened = .unprivileged
            do {
                return try .socket(family: family, type: .datagram, protocolNumber: number)
            } catch {
                let mayTryRaw = [EACCES, EPERM, EPROTONOSUPPORT, EAFNOSUPPORT].contains(error.errno)
                if only != nil || !mayTryRaw { throw error }
            }
        }
        opened = .raw
        return try .socket(family: family, type: .raw, protocolNumber: number)
    }

    /// The default buffer of 212,992 bytes holds 256 small replies; more are dropped by our own kernel and would look
    /// like loss.
    private static func widen(_ descriptor: borrowing Descriptor) {
        let wanted: Int32 = 1 << 20
        if (try? descriptor.set(.receiveBufferForce, to: wanted)) == nil {
            try? descriptor.set(.receiveBuffer, to: wanted)
        }
    }

    /// Sends a request once; nil when it left, else the errno.
    ///
    /// A pending ICMP error makes a send fail *without sending*: drain the error queue before, and once more after a
    /// failure.
    public mutating func send(sequence: UInt16, payload: [UInt8], to target: SocketAddress) -> Int32? {
        let request = EchoMessage(identifier: identifier ?? 0, sequence: sequence, payload: payload).request(family)
        let sent = target.with(port: 0).withSockaddr { address, length in
            request.withUnsafeBytes { sendto(descriptor.number, $0.baseAddress, $0.count, 0, address, length) }
        }
        if sent < 0 { return Glibc.errno }
        learnIdentifier()
        return nil
    }

    /// After a first send: the kernel has bound an unprivileged socket to an identifier of its choice and wrote it over
    /// the one in the message.
    public mutating func learnIdentifier() {
        if identifier == nil { identifier = (try? descriptor.localAddress())?.port }
    }

    /// Switches the transmit stamps off and on, so that their counter starts at 0 again.
    public func restartStampCounter() {
        guard hasStamps else { return }
        _ = cs_enable_stamps(descriptor.number, 0)
        _ = cs_enable_stamps(descriptor.number, 1)
    }

    /// Datagrams that the kernel dropped because we did not read in time, since the socket was opened.
    public var drops: Int64 { max(0, cs_receive_drops(descriptor.number)) }
}
