import LinecheckSockets

/// Whose connection it is: an IPv4 address, or the first 64 bits of an IPv6 one, in which one host may take any address
/// it likes (RFC 4291 §2.5.4, RFC 8981).
struct HolderAddress: Hashable, Sendable {
    private let octets: [UInt8]

    init(_ address: SocketAddress) {
        let known = address.unmapped
        octets = known.family == .ipv4 ? known.octets : Array(known.octets.prefix(8))
    }
}
