public import Glibc

/// An IPv4 or IPv6 address with a port, as the kernel takes it. The scope of a link-local address stays with it.
public struct SocketAddress: Hashable, Sendable {
    public enum Family: String, Sendable {
        case ipv4, ipv6

        public var number: Int32 { self == .ipv4 ? AF_INET : AF_INET6 }

        /// `IPv4`, `IPv6`, for sentences.
        public var displayName: String { self == .ipv4 ? "IPv4" : "IPv6" }
    }

    public let family: Family
    /// 4 or 16 bytes in network order.
    public let octets: [UInt8]
    public let port: UInt16
    /// Interface index of a link-local IPv6 address, else 0.
    public let scope: UInt32

    public init(family: Family, octets: [UInt8], port: UInt16 = 0, scope: UInt32 = 0) {
        precondition(octets.count == (family == .ipv4 ? 4 : 16))
        self.family = family
        self.octets = octets
        self.port = port
        self.scope = scope
    }

    /// A numeric address without a port: `127.0.0.1`, `::1`, `fe80::1%eth0`; nil for anything else.
    public init?(numeric text: String, port: UInt16 = 0) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(family: .ipv4, octets: withUnsafeBytes(of: &four) { Array($0) }, port: port)
            return
        }
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var six = in6_addr()
        guard let host = parts.first, inet_pton(AF_INET6, String(host), &six) == 1 else { return nil }
        var scope: UInt32 = 0
        if parts.count == 2 {
            scope = UInt32(parts[1]) ?? if_nametoindex(String(parts[1]))
            guard scope != 0 else { return nil }
        }
        self.init(family: .ipv6, octets: withUnsafeBytes(of: &six) { Array($0) }, port: port, scope: scope)
    }

    /// From what the kernel filled in; nil for another family.
    public init?(_ storage: sockaddr_storage) {
        var storage = storage
        switch Int32(storage.ss_family) {
        case AF_INET:
            self = withUnsafeBytes(of: &storage) { raw in
                let four = raw.load(as: sockaddr_in.self)
                return SocketAddress(
                    family: .ipv4, octets: withUnsafeBytes(of: four.sin_addr) { Array($0) },
                    port: UInt16(bigEndian: four.sin_port))
            }
        case AF_INET6:
            self = withUnsafeBytes(of: &storage) { raw in
                let six = raw.load(as: sockaddr_in6.self)
                return SocketAddress(
                    family: .ipv6, octets: withUnsafeBytes(of: six.sin6_addr) { Array($0) },
                    port: UInt16(bigEndian: six.sin6_port), scope: six.sin6_scope_id)
            }
        default: return nil
        }
    }

    public func with(port: UInt16) -> SocketAddress {
        SocketAddress(family: family, octets: octets, port: port, scope: scope)
    }

    public func with(scope: UInt32) -> SocketAddress {
        SocketAddress(family: family, octets: octets, port: port, scope: scope)
    }

    /// Same host, whatever the port. A link-local address on another link is another host.
    public func hasSameHost(as other: SocketAddress) -> Bool {
        family == other.family && octets == other.octets && (scope == other.scope || scope == 0 || other.scope == 0)
    }

    /// fe80::/10 (RFC 4291 §2.5.6).
    public var isLinkLocal: Bool { family == .ipv6 && octets[0] == 0xFE && octets[1] & 0xC0 == 0x80 }

    /// A link-local address without its interface: ping sockets refuse it with EINVAL, and rightly.
    public var needsScope: Bool { isLinkLocal && scope == 0 }

    /// ::ffff:192.0.2.1 as the IPv4 address that it means (RFC 4291 §2.5.5.2); every other address is unchanged.
    public var unmapped: SocketAddress {
        let prefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        guard family == .ipv6, octets.starts(with: prefix) else { return self }
        return SocketAddress(family: .ipv4, octets: Array(octets.suffix(4)), port: port)
    }

    public var isLoopback: Bool {
        family == .ipv4 ? octets[0] == 127 : octets.dropLast().allSatisfy { $0 == 0 } && octets.last == 1
    }

    /// The numeric host without the port, with `%interface` where a scope needs it.
    public var host: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let written = octets.withUnsafeBytes { raw in
            inet_ntop(family.number, raw.baseAddress, &text, socklen_t(text.count)) != nil
        }
        precondition(written)
        let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard scope != 0 else { return host }
        var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        guard if_indextoname(scope, &name) != nil else { return "\(host)%\(scope)" }
        return host + "%" + String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// `192.0.2.1:443`, `[2001:db8::1]:443`.
    public var text: String { family == .ipv4 ? "\(host):\(port)" : "[\(host)]:\(port)" }

    /// Calls with the kernel's form of the address.
    public func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch family {
        case .ipv4:
            var four = sockaddr_in()
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &four.sin_addr) { $0.copyBytes(from: octets) }
            return withUnsafePointer(to: &four) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        case .ipv6:
            var six = sockaddr_in6()
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            six.sin6_scope_id = scope
            withUnsafeMutableBytes(of: &six.sin6_addr) { $0.copyBytes(from: octets) }
            return withUnsafePointer(to: &six) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
    }
}
