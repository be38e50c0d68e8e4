import LinecheckSockets

/// One entry of `no_proxy`: hosts that are asked directly.
struct ProxyException: Equatable, Sendable {
    private enum Hosts: Equatable {
        case all
        /// And its subdomains.
        case domain(String)
        /// Without the domain itself.
        case subdomains(String)
        /// Addresses that begin with so many bits of this one; however either is written.
        case network(SocketAddress, bits: Int)
    }

    private let hosts: Hosts
    /// nil: every port.
    private let port: UInt16?

    /// `*`, `example.org`, `.example.org`, `192.0.2.1`, `2001:db8::1`, `[2001:db8::1]`, each with `:port` if it has to be (an IPv6
    /// address in brackets then), and `192.0.2.0/24`, `2001:db8::/32`, which curl knows since 7.86; `*.example.org`, which Go's
    /// net/http knows. A dot at a name's end is the root's. nil for an address that has no such prefix.
    init?(_ text: String) {
        if text == "*" {
            (hosts, port) = (.all, nil)
        } else if let network = Self.network(text) {
            (hosts, port) = (network, nil)
        } else {
            let colon = text.lastIndex(of: ":")
            let number = colon.flatMap { UInt16(text[text.index(after: $0)...]) }
            let name = colon.flatMap { number == nil ? nil : String(text[..<$0]) } ?? text
            port = number
            guard let hosts = Self.network(name) ?? Self.domain(name) else { return nil }
            self.hosts = hosts
        }
    }

    func covers(_ url: HTTPURL) -> Bool {
        if let port, port != url.port { return false }
        let address = SocketAddress(numeric: url.host)?.unmapped
        switch hosts {
        case .all: return true
        // No address is the subdomain of another.
        case .domain(let name): return address == nil && (url.host == name || url.host.hasSuffix("." + name))
        case .subdomains(let name): return address == nil && url.host.hasSuffix("." + name)
        case .network(let network, let bits):
            return address?.family == network.family && address?.octets.prefix(bits) == network.octets.prefix(bits)
        }
    }

    /// A name; nil for what has a slash, which no name has.
    private static func domain(_ text: String) -> Hosts? {
        guard !text.contains("/") else { return nil }
        var name = text.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        if name.hasPrefix("*.") { return .subdomains(String(name.dropFirst(2))) }
        return .domain(name.hasPrefix(".") ? String(name.dropFirst()) : name)
    }

    /// An address, or one with the length of a prefix; nil for anything else.
    private static func network(_ text: String) -> Hosts? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var host = parts[0]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard let address = SocketAddress(numeric: String(host))?.unmapped else { return nil }
        let most = address.octets.count * 8
        guard parts.count == 2 else { return .network(address, bits: most) }
        guard let bits = Int(parts[1]), (0...most).contains(bits) else { return nil }
        return .network(address, bits: bits)
    }
}

extension [UInt8] {
    /// The first bits of an address, the others zero.
    fileprivate func prefix(_ bits: Int) -> [UInt8] {
        enumerated().map { index, octet in
            let left = Swift.min(8, Swift.max(0, bits - index * 8))
            return octet & UInt8(truncatingIfNeeded: 0xFF << (8 - left))
        }
    }
}
