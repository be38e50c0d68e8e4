public import LinecheckQuantities

/// A line whose fault is known because it is built: client – Wi-Fi – router – access – provider's edge – network – server.
public struct Line: Sendable {
    /// Lower-case words with hyphens, as its file.
    public var name: String
    /// One sentence for people.
    public var title: String
    public var family = Family.ipv4
    /// What leaves the client's own network card waits in the client.
    public var host: Queue?
    /// Client to router. Both directions pass the air, so pings to the gateway wait in its queues as well.
    public var wifi = Leg()
    /// Router to the provider's edge. What goes up waits in the router, what comes down in the provider's network.
    public var access = Leg()
    /// The provider's edge to the server.
    public var provider = Leg()
    /// false: the router forwards and does not answer pings.
    public var gatewayAnswers = true
    /// true: the provider's edge drops echo requests, and nothing else.
    public var filtersICMP = false
    /// true: everybody may open ping sockets in the client's namespace; a new namespace lets nobody (icmp(7)), and root then pings raw.
    public var allowsPingSockets = false
    public var server = Server()
    public var truth: Truth

    public enum Family: String, CaseIterable, Sendable { case ipv4, ipv6 }

    public struct Server: Sendable {
        /// false: nothing takes connections.
        public var listens = true
        /// The largest download that it gives; more is answered with 403 and one byte. nil: all.
        public var largestDownload: ByteCount?
        /// What a plan with the usual variables asks it for in one request.
        public var request = ByteCount(bytes: 52_428_800)
    }

    /// Where a queue can be.
    public enum Place: String, CaseIterable, Sendable {
        case host
        case wifiDown = "wifi-down"
        case wifiUp = "wifi-up"
        case accessDown = "access-down"
        case accessUp = "access-up"
        case providerDown = "provider-down"
        case providerUp = "provider-up"
    }

    public func queue(at place: Place) -> Queue? {
        switch place {
        case .host: host
        case .wifiDown: wifi.down.queue
        case .wifiUp: wifi.up.queue
        case .accessDown: access.down.queue
        case .accessUp: access.up.queue
        case .providerDown: provider.down.queue
        case .providerUp: provider.up.queue
        }
    }

    public var legs: [Leg] { [wifi, access, provider] }
}
