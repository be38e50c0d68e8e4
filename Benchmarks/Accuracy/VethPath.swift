import LinecheckLab
import LinecheckQuantities

/// Two namespaces and the cable between them; with a delay, a third in the middle that carries the frames.
final class VethPath {
    static let namePrefix = "linecheck-bench"
    static let nearAddress = "10.71.0.1"
    static let farAddress = "10.71.0.2"
    static let device = "eth0"

    let near: NamedNamespace
    let far: NamedNamespace
    private var middle: NamedNamespace?
    private var bridge: Child?
    private var echo: Child?

    init(delayEachWay: Duration? = nil) throws {
        let names = "\(Self.namePrefix)-\(Program.process)"
        near = try NamedNamespace(creating: "\(names)-near")
        far = try NamedNamespace(creating: "\(names)-far")
        if let delayEachWay {
            let middle = try NamedNamespace(creating: "\(names)-middle")
            self.middle = middle
            try Self.link((near, Self.device), (middle, "toclient"))
            try Self.link((middle, "torouter"), (far, Self.device))
            var way = Way()
            way.delay = delayEachWay
            let task = BridgeTask(client: "toclient", server: "torouter", up: way, down: way)
            bridge = try BridgeProcess.start(task, in: middle, program: try Program.sibling("linecheck"))
        } else {
            try Self.link((near, Self.device), (far, Self.device))
        }
        for (space, address) in [(near, Self.nearAddress), (far, Self.farAddress)] {
            try space.ip("address", "add", "\(address)/24", "dev", Self.device)
            try space.set("net.ipv4.ping_group_range=0 2147483647")
        }
        echo = try Child(far.command(["irtt", "server", "-b", "\(Self.farAddress):2112"]))
    }

    deinit {
        echo?.end()
        bridge?.end()
        for space in [near, far, middle].compactMap(\.self) { space.remove() }
    }

    /// So that each turn begins with neighbour resolution, and none has it for nothing.
    func forgetNeighbours() throws { try near.ip("neigh", "flush", "dev", Self.device) }

    /// What the bridge says of the frames it carried.
    func finishBridge() throws -> BridgeReport {
        guard let bridge else { throw Child.Failure(description: "this way has no bridge") }
        self.bridge = nil
        return try BridgeProcess.finish(bridge)
    }

    private static func link(_ near: (NamedNamespace, String), _ far: (NamedNamespace, String)) throws {
        try near.0.ip("link", "add", near.1, "type", "veth", "peer", "name", far.1, "netns", far.0.name)
        for (space, device) in [near, far] {
            // A bridge of our own carries frames as it sees them, so they must be whole.
            try space.run("ethtool", "-K", device, "tso", "off", "gso", "off", "gro", "off", "tx", "off")
            try space.ip("link", "set", "dev", device, "up")
        }
    }
}
