/// The addresses of a lab: documentation prefixes (RFC 5737, RFC 3849) and a private one, all inside its namespaces.
struct Addressing: Sendable {
    let client: String
    /// The router on the client's side; the client's default gateway.
    let gateway: String
    let routerOutside: String
    let providerToRouter: String
    let providerToServer: String
    let server: String
    let prefixLength: Int
    let clientNetwork: String
    /// How a URL and ADDR:PORT write the server.
    let serverHost: String

    init(_ family: Line.Family) {
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
        }
    }
}
