/// What the routing table makes of a destination, asked by connecting a UDP socket, which sends nothing.
public struct ChosenPath: Equatable, Sendable {
    /// The local address that packets will carry.
    public var source: SocketAddress
    /// The destination as the kernel takes it: 0.0.0.0 and :: mean this host.
    public var destination: SocketAddress

    /// - Parameters:
    ///   - interface: the way out (SO_BINDTODEVICE), or nil.
    ///   - source: the local address to use, or nil.
    /// - Throws: ENETUNREACH without a route, EHOSTUNREACH, EACCES or EINVAL by a route of type unreachable, prohibit or
    ///   blackhole; EADDRNOTAVAIL when `source` is none of this host's; ENODEV when there is no such interface.
    public init(
        to address: SocketAddress, interface: String? = nil, source wanted: SocketAddress? = nil
    ) throws(SystemError) {
        let socket = try Descriptor.socket(family: address.family, type: .datagram)
        if let interface { try socket.bind(toInterface: interface) }
        if let wanted { try socket.bind(to: wanted.with(port: 0)) }
        // Any port but 0; discard (RFC 863) has no service that anybody could mistake this for.
        if let code = socket.connect(to: address.with(port: 9)) {
            throw SystemError("connect", code, subject: address.host)
        }
        source = (try socket.localAddress() ?? address).with(port: 0)
        destination = (try socket.peerAddress() ?? address).with(port: address.port)
    }
}
