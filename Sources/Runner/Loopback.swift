public import LinecheckLoads
public import LinecheckPlan
import LinecheckProbes
import LinecheckQuantities
public import LinecheckSockets

/// The whole network of `--loopback`: the embedded server, and addresses in 127.0.0.0/8 that stand for gateway and hosts.
public struct Loopback: Sendable {
    public let server: LoadServer

    private static let hosts = (1...4).map { SocketAddress(family: .ipv4, octets: [127, 0, 0, UInt8($0)]) }

    /// Starts the server on a port that the kernel chooses.
    public init() throws(SystemError) { server = try LoadServer(listen: Self.hosts) }

    public func stop() { server.stop() }

    /// The values of those variables that a plan has.
    public func settings(for variables: [String]) -> [(name: String, value: String)] {
        let port = server.addresses[0].port
        let all = [
            ("gateway", "127.0.0.2"), ("internet", "127.0.0.3"), ("internet2", "127.0.0.4"),
            ("tcp", "127.0.0.3:\(port)"), ("download", "http://127.0.0.1:\(port)/__down?bytes=1000000000"),
            ("upload", "http://127.0.0.1:\(port)/__up"), ("cap", "1TB"),
        ]
        return all.filter { variables.contains($0.0) }.map { (name: $0.0, value: $0.1) }
    }

    /// `@embedded` as a load's URL means the server's own paths.
    public func pointed(_ plan: Plan) -> Plan {
        var plan = plan
        let port = server.addresses[0].port
        for index in plan.loads.indices where plan.loads[index].url == "@embedded" {
            let path = plan.loads[index].direction == .download ? "__down?bytes=1000000000" : "__up"
            plan.loads[index].url = "http://127.0.0.1:\(port)/\(path)"
        }
        return plan
    }

    /// Where this user may not ping: the same addresses asked by TCP connect to the server, so that the first command
    /// works for everybody.
    public func withoutPing(_ plan: Plan) -> Plan {
        let port = Int(server.addresses[0].port)
        func asked(_ probe: Probe) -> Probe {
            guard probe.kind == .ping, Self.hosts.contains(where: { $0.host == probe.target }) else { return probe }
            var probe = probe
            probe.kind = .tcp
            probe.port = port
            return probe
        }
        var plan = plan
        plan.probes = plan.probes.map(asked)
        for index in plan.phases.indices { plan.phases[index].probes = plan.phases[index].probes.map(asked) }
        return plan
    }

    /// Whether this user may ping at all.
    public static var mayPing: Bool {
        if case .denied = PingPermission.check(.ipv4) { false } else { true }
    }
}
