import Glibc
import LinecheckQuantities
import Synchronization

/// A line built from network namespaces: client – air – router – provider – server, with a real server at its end.
///
/// The air is a bridge, so the router is the client's neighbour although what is sent to it waits in a queue outside the client.
/// A leg that delays or loses has a bridge of our own in a namespace between its ends; the kernel has none that does (netem is
/// not built everywhere).
public final class LabNetwork {
    public enum Role: String, CaseIterable, Sendable { case client, air, router, cable, provider, core, server }

    /// An end of a link.
    public struct Port: Sendable {
        public let role: Role
        public let device: String
    }

    /// Of the names of all namespaces: `PREFIX-PID-…`.
    public static let namePrefix = "linecheck-lab"
    private static let serial = Atomic<Int>(0)

    public let line: Line
    public let addresses: Addressing
    private let names: String
    private let program: String
    private var spaces: [Role: NamedNamespace] = [:]
    private var server: Child?
    private var bridges: [(role: Role, child: Child)] = []

    /// Builds the line and starts `program serve` at its end; what was made is removed when that fails.
    ///
    /// - Parameter program: the path of linecheck.
    /// - Throws: ``Child/Failure`` with what the tool said that could not do its part.
    public init(_ line: Line, program: String) throws {
        self.line = line
        self.program = program
        addresses = Addressing(line.family)
        names = "\(Self.namePrefix)-\(getpid())-\(Self.serial.wrappingAdd(1, ordering: .relaxed).newValue)"
        do {
            try build()
            if line.server.listens { try serve() }
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Ends the server and removes the namespaces, and with them links, queues and addresses.
    public func close() {
        server?.end()
        server = nil
        for bridge in bridges { bridge.child.end() }
        bridges = []
        for space in spaces.values { space.remove() }
        spaces = [:]
    }

    /// - Throws: ``Child/Failure`` when the line has no such namespace.
    public func space(_ role: Role) throws -> NamedNamespace {
        guard let space = spaces[role] else { throw Child.Failure(description: "there is no namespace \(role)") }
        return space
    }

    /// Where the queue of a place is.
    public static func port(of place: Line.Place) -> Port {
        switch place {
        case .host: Port(role: .client, device: "wlan0")
        case .wifiDown: Port(role: .air, device: "toclient")
        case .wifiUp: Port(role: .air, device: "torouter")
        case .accessDown: Port(role: .provider, device: "torouter")
        case .accessUp: Port(role: .router, device: "wan")
        case .providerDown: Port(role: .server, device: "eth0")
        case .providerUp: Port(role: .provider, device: "core")
        }
    }

    /// Ends the bridges and tells what they did, leg by leg from the client on.
    ///
    /// - Throws: ``Child/Failure`` when one of them had ended before, or does not say.
    public func finishBridges() throws -> [(leg: Role, report: BridgeReport)] {
        defer { bridges = [] }
        return try bridges.map { role, child in (role, try BridgeProcess.finish(child)) }
    }

    // MARK: Building

    private func build() throws {
        for role in Role.allCases where isNeeded(role) {
            let space = try NamedNamespace(creating: "\(names)-\(role)")
            spaces[role] = space
            // Before the first interface exists: duplicate address detection, also of link-local addresses, takes a second.
            try space.set("net.ipv6.conf.default.dad_transmits=0", "net.ipv6.conf.default.accept_dad=0")
        }
        try link((.client, "wlan0"), (.air, "toclient"), mtu: line.wifi.mtu)
        try link((.air, "torouter"), (.router, "lan"), mtu: line.wifi.mtu)
        try connect((.router, "wan"), (.provider, "torouter"), by: .cable, line.access)
        try connect((.provider, "core"), (.server, "eth0"), by: .core, line.provider)
        if !line.wifi.needsBridge { try bridgeAir() }
        try address()
        try route()
        try configure()
        for place in Line.Place.allCases {
            if let queue = line.queue(at: place) { try add(queue, at: Self.port(of: place)) }
        }
        // Last, since what is carried before the queues exist is no part of the line.
        try startBridges()
    }

    private func isNeeded(_ role: Role) -> Bool {
        switch role {
        case .cable: line.access.needsBridge
        case .core: line.provider.needsBridge
        default: true
        }
    }

    /// A link, or two with a place for a bridge between them.
    private func connect(_ near: (Role, String), _ far: (Role, String), by middle: Role, _ leg: Leg) throws {
        guard leg.needsBridge else { return try link(near, far, mtu: leg.mtu) }
        try link(near, (middle, "toclient"), mtu: leg.mtu)
        try link((middle, "torouter"), far, mtu: leg.mtu)
    }

    private func link(_ near: (Role, String), _ far: (Role, String), mtu: Int) throws {
        try space(near.0).ip(
            "link", "add", near.1, "type", "veth", "peer", "name", far.1, "netns", space(far.0).name)
        for (role, device) in [near, far] {
            let space = try space(role)
            // A queue that counts 64 kB super-packets is not the queue of a line; see the depth in packets. Checksums are
            // made where a frame is, since a bridge of our own carries it as it sees it.
            try space.run("ethtool", "-K", device, "tso", "off", "gso", "off", "gro", "off", "tx", "off")
            try space.ip("link", "set", "dev", device, "mtu", String(mtu), "up")
        }
    }

    private func bridgeAir() throws {
        let air = try space(.air)
        // Snooping would hold back neighbour solicitations, which are multicast, until it knows the listeners (RFC 4541 §3).
        try air.ip("link", "add", "name", "bridge0", "type", "bridge", "stp_state", "0", "mcast_snooping", "0")
        for device in ["toclient", "torouter"] { try air.ip("link", "set", "dev", device, "master", "bridge0") }
        try air.ip("link", "set", "dev", "bridge0", "up")
    }

    private func startBridges() throws {
        for (role, leg) in [(Role.air, line.wifi), (.cable, line.access), (.core, line.provider)] where leg.needsBridge
        {
            // What it carries is not for the kernel of its namespace, which must not answer for itself either.
            try space(role).set("net.ipv6.conf.all.disable_ipv6=1")
            let task = BridgeTask(client: "toclient", server: "torouter", up: leg.up, down: leg.down)
            bridges.append((role, try BridgeProcess.start(task, in: space(role), program: program)))
        }
    }

    private func address() throws {
        for (role, device, address) in [
            (Role.client, "wlan0", addresses.client), (.router, "lan", addresses.gateway),
            (.router, "wan", addresses.routerOutside), (.provider, "torouter", addresses.providerToRouter),
            (.provider, "core", addresses.providerToServer), (.server, "eth0", addresses.server),
        ] {
            try add(address: "\(address)/\(addresses.prefixLength)", to: device, of: role)
        }
        let host = line.family == .ipv4 ? 32 : 128
        for address in addresses.wellKnown { try add(address: "\(address)/\(host)", to: "lo", of: .server) }
    }

    private func add(address: String, to device: String, of role: Role) throws {
        try space(role).ip(["address", "add", address, "dev", device] + (line.family == .ipv6 ? ["nodad"] : []))
    }

    private func route() throws {
        try space(.client).ip("route", "add", "default", "via", addresses.gateway)
        try space(.router).ip("route", "add", "default", "via", addresses.providerToRouter)
        try space(.provider).ip("route", "add", addresses.clientNetwork, "via", addresses.routerOutside)
        try space(.provider).ip("route", "add", "default", "via", addresses.server)
        try space(.server).ip("route", "add", "default", "via", addresses.providerToServer)
        for role in [Role.router, .provider] {
            try space(role).set("net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1")
        }
    }

    private func configure() throws {
        if !line.gatewayAnswers {
            try space(.router).set("net.ipv4.icmp_echo_ignore_all=1", "net.ipv6.icmp.echo_ignore_all=1")
        }
        if line.allowsPingSockets { try space(.client).set("net.ipv4.ping_group_range=0 2147483647") }
        if line.filtersICMP { try filterICMP() }
    }

    private func filterICMP() throws {
        try space(.provider).run(
            "nft",
            """
            table inet lab { chain forward { type filter hook forward priority 0;
            icmp type echo-request drop; icmpv6 type echo-request drop; }; }
            """)
    }

    private func add(_ queue: Queue, at port: Port) throws {
        // What may leave at once: 4 ms, so that a late timer costs no rate; three frames at least (tc-tbf(8): burst).
        let burst = max(4_542, queue.rate.bitsPerSecond / 8 * 4 / 1_000)
        try space(port.role).run(
            "tc", "qdisc", "add", "dev", port.device, "root", "tbf", "rate", "\(queue.rate.bitsPerSecond)bit",
            "burst", "\(burst)b", "limit", "\(queue.depthInBytes)b")
    }

    // MARK: The server

    public static let serverPort = 8_080

    private func serve() throws {
        var words = [program, "serve", "--listen", "\(addresses.serverHost):\(Self.serverPort)"]
        if let largest = line.server.largestDownload { words += ["--max-bytes", largest.text] }
        let server = try Child(try space(.server).command(words))
        self.server = server
        try server.wait(toSay: "listening on")
    }
}
