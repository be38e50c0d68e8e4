import LinecheckCapture
import LinecheckPlan
import LinecheckProbes
import LinecheckSockets
import Testing

private func resolve(
    _ target: String, kind: Probe.Kind = .ping, port: Int? = nil, family: AddressFamily = .any,
    interface: String? = nil, source: String? = nil, embedded: [SocketAddress] = []
) -> TargetResolver.Resolved {
    TargetResolver(clock: RunClock(), embedded: embedded).resolve(
        Probe(
            name: "p", kind: kind, target: target, port: port, family: family, interface: interface, source: source))
}

@Suite struct TargetResolverTests {
    @Test func `a numeric target is pinned with the source that its route chooses`() {
        let resolved = resolve("127.0.0.5")
        var expected = Target(
            at: resolved.record.at, probe: "p", name: "127.0.0.5", address: "127.0.0.5", source: "127.0.0.1",
            family: "ipv4", protocolName: "icmp", stamp: .kernel)
        #expect(resolved.record == expected)
        let tcp = resolve("::1", kind: .tcp, port: 443)
        expected = Target(
            at: tcp.record.at, probe: "p", name: "::1", address: "::1", source: "::1", family: "ipv6",
            protocolName: "tcp", port: 443, stamp: .kernel)
        #expect(tcp.record == expected)
        #expect(tcp.pinned?.address == SocketAddress(numeric: "::1", port: 443))
        #expect(resolve("[::1]").record.protocolName == "icmpv6")
    }

    @Test func `the family is a hard filter`() {
        #expect(resolve("::1", family: .ipv4).record.unavailable == "::1 is not an ipv4 address")
        #expect(resolve("127.0.0.1", family: .ipv6).record.unavailable == "127.0.0.1 is not an ipv6 address")
        #expect(resolve("localhost", family: .ipv4).record.family == "ipv4")
    }

    @Test func `the address of nowhere means this host, and a mapped address IPv4`() {
        #expect(resolve("0.0.0.0").record.address == "127.0.0.1")
        #expect(resolve("::ffff:127.0.0.1").record.family == "ipv4")
    }

    @Test func `a link-local address wants its interface`() {
        let reason = resolve("fe80::1").record.unavailable
        #expect(reason == "fe80::1 is link-local and needs its interface: fe80::1%eth0")
    }

    @Test func `a source that is not this host's, or of the other family, is said`() {
        let foreign = resolve("127.0.0.1", source: "192.0.2.77").record.unavailable
        #expect(foreign?.contains("192.0.2.77") == true && foreign?.contains("Cannot assign") == true)
        #expect(resolve("127.0.0.1", source: "::1").record.unavailable == "source ::1 is not an IPv4 address")
        #expect(resolve("127.0.0.1", source: "127.0.0.9").record.source == "127.0.0.9")
    }

    @Test func `the embedded server is where the run started it`() throws {
        let server = try #require(SocketAddress(numeric: "127.0.0.1", port: 8080))
        #expect(resolve("@embedded", kind: .tcp, embedded: [server]).pinned?.address == server)
        #expect(resolve("@embedded").record.unavailable == "no embedded server in this run")
    }

    // Skipped without root, because routes of a namespace need it (here and below).
    @Test(.enabled(if: NetworkNamespace.isAllowed))
    func `without a default route there is no gateway, with one it is pinned`() async throws {
        let (none, ipv4, ipv6, filtered) = try await NetworkNamespace.run { space in
            let none = resolve("@gateway").record
            try space.sh("ip link add v0 type veth peer name v1 && ip link set v0 up && ip link set v1 up")
            try space.sh("ip addr add 10.9.0.1/24 dev v0 && ip -6 addr add fd00:9::1/64 dev v0 nodad")
            try space.sh("ip -6 route add default via fe80::9 dev v0")
            let ipv6 = resolve("@gateway").record
            try space.sh("ip route add default via 10.9.0.254 metric 50")
            try space.sh("ip route add default via 10.9.0.253 metric 100")
            return (none, resolve("@gateway").record, ipv6, resolve("@gateway", family: .ipv6).record)
        }
        #expect(none.unavailable == "no default gateway")
        #expect(ipv4.address == "10.9.0.254" && ipv4.source == "10.9.0.1")
        #expect(ipv6.address?.hasPrefix("fe80::9%") == true)
        #expect(filtered.address == ipv6.address)
    }

    @Test(.enabled(if: NetworkNamespace.isAllowed))
    func `a name that does not resolve is unavailable, with the resolver's words`() async throws {
        // In a namespace without a route the question cannot leave this host.
        let record = try await NetworkNamespace.run { _ in resolve("no-such-host.invalid").record }
        #expect(record.unavailable?.hasPrefix("no-such-host.invalid does not resolve: ") == true)
        #expect(record.unavailable?.count ?? 0 > "no-such-host.invalid does not resolve: ".count)
        #expect(record.address == nil && record.stamp == nil)
    }

    @Test(.enabled(if: NetworkNamespace.isAllowed))
    func `a source address and an interface are really used`() async throws {
        let (bound, elsewhere) = try await NetworkNamespace.run { space in
            let probe = Probe(
                name: "p", kind: .ping, target: "127.0.0.1", interval: .milliseconds(5), count: 2, source: "127.0.0.77")
            let witness = Witness()
            let engine = try witness.engine()
            // Only what comes from this address is let in.
            try space.filter("icmp type echo-request ip saddr != 127.0.0.77 drop")
            engine.start(probe, at: try #require(TargetResolver(clock: RunClock()).resolve(probe).pinned))
            witness.wait(for: .done(probe: "p"))
            engine.shutdown()
            try space.sh("ip link add v0 type veth peer name v1 && ip link set v0 up && ip link set v1 up")
            return (witness.now.samples, resolve("127.0.0.1", interface: "no-such-link").record.unavailable)
        }
        #expect(bound.count == 2 && bound.allSatisfy { $0.rtt != nil })
        #expect(elsewhere?.contains("no-such-link") == true)
    }
}
