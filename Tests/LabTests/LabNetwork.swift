import Glibc
import LinecheckQuantities
import Synchronization
import TestSupport

/// A line built from network namespaces: client – air – router – provider – server, with a real server at its end.
///
/// The air is a bridge, so the router is the client's neighbour although what is sent to it waits in a queue outside the client.
final class LabNetwork {
    enum Role: String, CaseIterable { case client, air, router, provider, server }

    /// An end of a link.
    struct Port {
        let role: Role
        let device: String
    }

    static let namePrefix = "linecheck-lab"
    private static let serial = Atomic<Int>(0)

    let line: Line
    let addresses: Addressing
    private let names: String
    private var spaces: [Role: NamedNamespace] = [:]
    private var server: Child?

    /// Builds the line and starts `program serve` at its end; what was made is removed when that fails.
    init(_ line: Line, program: String) throws {
        self.line = line
        addresses = Addressing(line.family)
        names = "\(Self.namePrefix)-\(getpid())-\(Self.serial.wrappingAdd(1, ordering: .relaxed).newValue)"
        do {
            try build()
            try serve(program)
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Ends the server and removes the namespaces, and with them links, queues and addresses.
    func close() {
        server?.end()
        server = nil
        for space in spaces.values { space.remove() }
        spaces = [:]
    }

    func space(_ role: Role) throws -> NamedNamespace {
        guard let space = spaces[role] else { throw Child.Failure(description: "there is no namespace \(role)") }
        return space
    }

    /// Where the queue of a place is.
    static func port(of place: Line.Place) -> Port {
        switch place {
        case .host: Port(role: .client, device: "wlan0")
        case .wifiDown: Port(role: .air, device: "toclient")
        case .wifiUp: Port(role: .air, device: "torouter")
        case .accessDown: Port(role: .provider, device: "torouter")
        case .accessUp: Port(role: .router, device: "wan")
        }
    }

    // MARK: Building

    private func build() throws {
        for role in Role.allCases {
            let space = try NamedNamespace(creating: "\(names)-\(role)")
            spaces[role] = space
            // Before the first interface exists: duplicate address detection, also of link-local addresses, takes a second.
            try space.set("net.ipv6.conf.default.dad_transmits=0", "net.ipv6.conf.default.accept_dad=0")
        }
        try link((.client, "wlan0"), (.air, "toclient"), mtu: line.wifi.mtu)
        try link((.air, "torouter"), (.router, "lan"), mtu: line.wifi.mtu)
        try link((.router, "wan"), (.provider, "torouter"), mtu: line.access.mtu)
        try link((.provider, "core"), (.server, "eth0"), mtu: 1_500)
        try bridgeAir()
        try address()
        try route()
        try configure()
        for place in Line.Place.allCases {
            if let queue = line.queue(at: place) { try add(queue, at: Self.port(of: place)) }
        }
    }

    private func link(_ near: (Role, String), _ far: (Role, String), mtu: Int) throws {
        try space(near.0).ip(
            "link", "add", near.1, "type", "veth", "peer", "name", far.1, "netns", space(far.0).name)
        for (role, device) in [near, far] {
            let space = try space(role)
            // A queue that counts 64 kB super-packets is not the queue of a line; see the depth in packets.
            try space.run("ethtool", "-K", device, "tso", "off", "gso", "off", "gro", "off")
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

    private func address() throws {
        for (role, device, address) in [
            (Role.client, "wlan0", addresses.client), (.router, "lan", addresses.gateway),
            (.router, "wan", addresses.routerOutside), (.provider, "torouter", addresses.providerToRouter),
            (.provider, "core", addresses.providerToServer), (.server, "eth0", addresses.server),
        ] {
            let words = ["address", "add", "\(address)/\(addresses.prefixLength)", "dev", device]
            try space(role).ip(words + (line.family == .ipv6 ? ["nodad"] : []))
        }
    }

    private func route() throws {
        try space(.client).ip("route", "add", "default", "via", addresses.gateway)
        try space(.router).ip("route", "add", "default", "via", addresses.providerToRouter)
        try space(.provider).ip("route", "add", addresses.clientNetwork, "via", addresses.routerOutside)
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
    }

    private func add(_ queue: Line.Queue, at port: Port) throws {
        let bytesPerSecond = queue.rate.bitsPerSecond / 8
        // What may leave at once: 4 ms, so that a late timer costs no rate; three frames at least (tc-tbf(8): burst).
        let burst = max(4_542, bytesPerSecond * 4 / 1_000)
        let depth =
            switch queue.depth {
            case .lasting(let duration): bytesPerSecond * duration.nanoseconds / 1_000_000_000
            case .bytes(let count): count.bytes
            }
        try space(port.role).run(
            "tc", "qdisc", "add", "dev", port.device, "root", "tbf", "rate", "\(queue.rate.bitsPerSecond)bit",
            "burst", "\(burst)b", "limit", "\(depth)b")
    }

    // MARK: The server

    private static let serverPort = 8_080

    private func serve(_ program: String) throws {
        var words = [program, "serve", "--listen", "\(addresses.serverHost):\(Self.serverPort)"]
        if let largest = line.largestDownload { words += ["--max-bytes", largest.text] }
        let server = try Child(try space(.server).command(words))
        self.server = server
        for _ in 0..<1_000 {
            if server.errors.contains("listening on") { return }
            guard server.isRunning else { break }
            usleep(10_000)
        }
        throw Child.Failure(description: "the lab's server does not listen: \(server.errors)")
    }

    /// The settings that point a bundled plan at this line.
    var settings: [String] {
        let base = "http://\(addresses.serverHost):\(Self.serverPort)"
        return [
            "gateway=\(addresses.gateway)", "internet=\(addresses.server)",
            "download=\(base)/__down?bytes=\(line.downloadRequest.bytes)", "upload=\(base)/__up",
        ]
    }

    /// Further settings of `health`: a second address to ask, and one that takes TCP connections.
    var healthSettings: [String] {
        ["internet2=\(addresses.server)", "tcp=\(addresses.serverHost):\(Self.serverPort)"]
    }
}
