/// The way out of this host at one moment; nil members are unknown.
public struct NetworkFacts: Equatable, Sendable {
    /// Of the default route, IPv4 before IPv6.
    public var interface: String?
    public var link: LinkKind
    public var gateway: SocketAddress?
    public var resolver: SocketAddress?
    public var mtu: Int?
    /// dBm of a Wi-Fi link.
    public var signal: Int?
    /// bit/s of the link, as the driver states it.
    public var bitRate: Int64?

    public init(
        interface: String? = nil, link: LinkKind = .unknown, gateway: SocketAddress? = nil,
        resolver: SocketAddress? = nil, mtu: Int? = nil, signal: Int? = nil, bitRate: Int64? = nil
    ) {
        self.interface = interface
        self.link = link
        self.gateway = gateway
        self.resolver = resolver
        self.mtu = mtu
        self.signal = signal
        self.bitRate = bitRate
    }

    public static func read() -> NetworkFacts {
        let route = DefaultRoute.read(.ipv4) ?? DefaultRoute.read(.ipv6)
        var facts = NetworkFacts(
            interface: route?.interface, gateway: route?.gateway, resolver: ResolverConfiguration.servers().first)
        guard let interface = route?.interface else { return facts }
        facts.link = LinkKind.of(interface: interface)
        facts.mtu = SystemText.readNumber("/sys/class/net/\(interface)/mtu").map(Int.init)
        facts.signal = WirelessQuality.read(interface: interface)?.signal
        // In Mbit/s; −1 or EINVAL where the driver does not know, which Wi-Fi drivers do not.
        facts.bitRate = SystemText.readNumber("/sys/class/net/\(interface)/speed").flatMap {
            $0 > 0 ? $0 * 1_000_000 : nil
        }
        return facts
    }
}
