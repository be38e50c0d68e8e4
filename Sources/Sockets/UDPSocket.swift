internal import CSockets
internal import Glibc

/// A bound UDP socket that knows when each datagram came and with which hop limit.
public final class UDPSocket: Sendable {
    private let descriptor: Descriptor

    public var number: Int32 { descriptor.number }

    /// Errors: EADDRINUSE, EADDRNOTAVAIL, EACCES below port 1024.
    public init(boundTo address: SocketAddress) throws(SystemError) {
        descriptor = try Descriptor.socket(family: address.family, type: .datagram)
        // So that 0.0.0.0 and :: can be bound side by side on one port.
        if address.family == .ipv6 { TCPOptions.set(descriptor.number, level: Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
        try descriptor.set(address.family == .ipv4 ? .receiveTTL : .receiveHopLimit, to: 1)
        _ = cs_enable_receive_stamps(descriptor.number)
        try descriptor.bind(to: address)
    }

    /// Sends what fits into the queue at once; a full queue loses it, as networks do.
    public func send(_ bytes: [UInt8], to address: SocketAddress) {
        _ = bytes.withUnsafeBytes { raw in
            address.withSockaddr { sendto(number, raw.baseAddress, raw.count, Int32(MSG_DONTWAIT), $0, $1) }
        }
    }
}
