import LinecheckQuantities

/// A line whose fault is known because it is built: client – Wi-Fi – router – access – provider – server.
///
/// A value, so that lines can become files.
struct Line: Sendable {
    let name: String
    /// What leaves the client's own network card waits in the client.
    var host: Queue?
    /// Client to router. Both directions pass the air, so pings to the gateway wait in its queues as well.
    var wifi = Leg()
    /// Router to provider. `down` waits in the provider's network, `up` in the router.
    var access = Leg()
    var family = Family.ipv4
    /// false: the router forwards and does not answer pings.
    var gatewayAnswers = true
    /// true: everybody may open ping sockets in the client's namespace; a new namespace lets nobody (icmp(7)), and root then pings raw.
    var allowsPingSockets = false
    /// The largest download that the server gives; more is answered with 403 and one byte. nil: all.
    var largestDownload: ByteCount?
    /// What the plan asks the server for in one request.
    var downloadRequest = ByteCount(bytes: 52_428_800)
    var truth: Truth

    enum Family: Sendable { case ipv4, ipv6 }

    struct Leg: Sendable {
        var down: Queue?
        var up: Queue?
        /// In bytes, of both ends.
        var mtu = 1_500
    }

    /// A first-in first-out queue in front of a fixed rate, which counts Ethernet frames (tc-tbf(8)).
    struct Queue: Sendable {
        var rate: BitRate
        var depth: Depth

        init(_ rate: BitRate, _ depth: Depth) {
            self.rate = rate
            self.depth = depth
        }

        enum Depth: Sendable {
            /// How long a packet waits behind a full queue.
            case lasting(Duration)
            /// As the makers of routers and modems size their queues.
            case bytes(ByteCount)
        }
    }

    /// Where a queue can be.
    enum Place: String, CaseIterable, Sendable {
        case host, wifiDown, wifiUp, accessDown, accessUp
    }

    func queue(at place: Place) -> Queue? {
        switch place {
        case .host: host
        case .wifiDown: wifi.down
        case .wifiUp: wifi.up
        case .accessDown: access.down
        case .accessUp: access.up
        }
    }
}

extension BitRate {
    static func megabits(_ value: Int64) -> BitRate { BitRate(bitsPerSecond: value * 1_000_000) }
}
