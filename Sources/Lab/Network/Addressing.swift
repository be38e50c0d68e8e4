/// The addresses of a lab: documentation prefixes (RFC 5737, RFC 3849) and a private one, all inside its namespaces.
public struct Addressing: Sendable {
    public let client: String
    /// The router on the client's side; the client's default gateway.
    public let gateway: String
    public let routerOutside: String
    public let providerToRouter: String
    public let providerToServer: String
    public let server: String
    public let prefixLength: Int
    public let clientNetwork: String
    /// Well-known addresses that plans ask by default; the lab's server answers for them.
    public let wellKnown: [String]
    /// How a URL and ADDR:PORT write the server.
    public let serverHost: String

    public init(_ family: Line.Family) {
        switch family {
        case .ipv4:
            client = "192.168.7.2"
            gateway = "192.168.7.1"
            routerOutside = "198.51.100.2"
            providerToRouter = "198.51.100.1"
            providerToServer = "203.0.113.1"
            server = "203.0.113.10"
            prefixLength = 24
            clientNetwork = "192.168.7.0/24"
            serverHost = server
            wellKnown = ["1.1.1.1", "8.8.8.8", "9.9.9.9"]
        case .ipv6:
            client = "2001:db8:7::2"
            gateway = "2001:db8:7::1"
            routerOutside = "2001:db8:64::2"
            providerToRouter = "2001:db8:64::1"
            providerToServer = "2001:db8:71::1"
            server = "2001:db8:71::10"
            prefixLength = 64
            clientNetwork = "2001:db8:7::/64"
            serverHost = "[\(server)]"
            wellKnown = ["2606:4700:4700::1111", "2001:4860:4860::8888", "2620:fe::fe"]
        }
    }
}
