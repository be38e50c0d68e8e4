internal import CSockets
internal import Glibc

/// A UDP socket that speaks with one peer; the kernel hands over nobody else's datagrams.
public struct UDPSocket: ~Copyable {
    public let descriptor: Descriptor
    /// The kernel stamps what is sent and received.
    public let hasStamps: Bool

    /// The local port is the kernel's random choice (RFC 6056).
    ///
    /// Errors: ENETUNREACH, EACCES, EINVAL for want of a route; EADDRNOTAVAIL, ENODEV for a way out that is not there.
    public init(
        connectingTo peer: SocketAddress, interface: String? = nil, source: SocketAddress? = nil
    ) throws(SystemError) {
        let socket = try Descriptor.socket(family: peer.family, type: .datagram)
        try socket.set(.receiveErrors(peer.family), to: 1)
        try socket.set(peer.family == .ipv4 ? .receiveTTL : .receiveHopLimit, to: 1)
        if let interface { try socket.bind(toInterface: interface) }
        if let source { try socket.bind(to: source.with(port: 0)) }
        if let code = socket.connect(to: peer) { throw SystemError("connect", code, subject: peer.text) }
        hasStamps = cs_enable_stamps(socket.number, 1) == 0
        descriptor = socket
    }

    /// nil when it left, else the errno; see ``ICMPSocket/send(sequence:payload:to:)`` for errors that were pending.
    public func send(_ bytes: [UInt8]) -> Int32? {
        let sent = bytes.withUnsafeBytes { Glibc.send(descriptor.number, $0.baseAddress, $0.count, 0) }
        return sent < 0 ? Glibc.errno : nil
    }

    /// Switches the transmit stamps off and on, so that their counter starts at 0 again.
    public func restartStampCounter() {
        guard hasStamps else { return }
        _ = cs_enable_stamps(descriptor.number, 0)
        _ = cs_enable_stamps(descriptor.number, 1)
    }

    /// Datagrams that the kernel dropped because we did not read in time.
    public var drops: Int64 { max(0, cs_receive_drops(descriptor.number)) }
}
