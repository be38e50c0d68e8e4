import LinecheckJSON
import LinecheckPlan
import LinecheckQuantities
import Testing

/// Plans of every shape, from a seed (splitmix64 of Sebastiano Vigna, so that a seed names a plan for ever).
private struct PlanMaker {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
    mutating func flag() -> Bool { below(2) == 0 }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
    /// Any duration from 1 ms on, down to odd nanoseconds.
    mutating func time() -> Duration { .nanoseconds(Int64(1_000_000 + below(59_000_000_000))) }
    mutating func text() -> String { pick(["plain", "with \"quotes\" \\ and\ttabs", "ü€😀", "a/b~c"]) }

    mutating func probe(_ name: String) -> Probe {
        let kind = pick(Probe.Kind.allCases)
        let exchange = exchange(kind)
        var target = pick(["192.0.2.1", "2001:db8::1", "host.example", "@gateway", "@resolver"])
        var port: Int? = kind == .ping ? nil : 1 + below(65_535)
        if let url = exchange.url { (target, port) = ("host.example", url.hasPrefix("https") ? 443 : 8080) }
        return Probe(
            name: name, kind: kind, target: target, port: port, interval: time(), timeout: time(),
            count: flag() ? 1 + below(1_000) : nil, warmup: below(5), family: pick(AddressFamily.allCases),
            optional: flag(), interface: flag() ? "eth0" : nil, source: flag() ? "192.0.2.7" : nil, exchange: exchange)
    }

    private mutating func exchange(_ kind: Probe.Kind) -> ProbeExchange {
        guard [.dns, .tls, .http].contains(kind) else { return ProbeExchange() }
        var exchange = ProbeExchange(
            serverName: flag() ? "name.example" : nil, reuse: pick([.none, .session]), insecure: flag())
        if kind == .dns {
            exchange.query = pick(["example.com", "_dns.resolver.arpa.", "."])
            exchange.record = pick(ProbeExchange.RecordType.allCases)
            exchange.transport = pick(ProbeExchange.Transport.allCases)
            exchange.path = pick(["/dns-query", "/q"])
        }
        if kind == .tls { exchange.version = flag() ? pick(ProbeExchange.TLSVersion.allCases) : nil }
        if kind == .http {
            exchange.url = pick(["https://host.example/", "http://host.example:8080/x?y"])
            exchange.redirects = below(21)
        }
        return exchange
    }

    mutating func load(_ name: String) -> Load {
        Load(
            name: name, direction: pick(Load.Direction.allCases), url: "https://host.example/\(below(9))",
            streams: 1 + below(16), body: ByteCount(bytes: Int64(1 + below(1 << 40))),
            atLeast: ByteCount(bytes: Int64(1 + below(1 << 40))), redirects: below(20),
            startWithin: time(), insecure: flag(), family: pick(AddressFamily.allCases),
            interface: flag() ? "wlan0" : nil, source: flag() ? "2001:db8::7" : nil)
    }

    mutating func watch(_ name: String) -> Guard {
        let ofLoad = flag()
        let statistic = pick(ofLoad ? [Guard.Statistic.bytes, .rate] : [.loss, .rttP50, .rttP95, .rttMax])
        return Guard(
            name: name, subject: ofLoad ? pick([.anyLoad, .load("l0")]) : .probe("p0"), statistic: statistic,
            over: statistic == .bytes ? nil : .milliseconds(100 + below(10_000)), direction: pick([.above, .below]),
            limit: Int64(1 + below(1_000_000)), action: pick(Guard.Action.allCases))
    }

    mutating func plan() -> Plan {
        let probes = (0..<(1 + below(4))).map { probe("p\($0)") }
        let loads = (0..<(1 + below(2))).map { load("l\($0)") }
        let names = (0..<(1 + below(5))).map { "phase\($0)" }
        let phases = names.enumerated().map { index, name in
            let later = names.dropFirst(index + 1)
            let window = time() + .seconds(2)
            return Phase(
                name: name, group: flag() ? "group" : nil, ending: flag() ? .after(window) : .whenDone(atMost: window),
                probes: flag() ? [tuned(probes[0])] : [], loads: flag() ? ["l0"] : [],
                settle: .milliseconds(below(1_000)), inOrder: flag(), when: flag() ? "1 > 0 and vars.v0 == 'x'" : nil,
                onLoadFailure: later.isEmpty ? pick([.endPhase, .goOn, .abort]) : .goto(pick(Array(later))),
                keepAwake: flag() ? "@gateway" : nil)
        }
        let span = probes.count > 1 ? [ProbeSpan(probe: "p1", from: names[0], to: names[names.count - 1])] : []
        return Plan(
            name: "made", title: flag() ? text() : nil, description: flag() ? text() : nil,
            vars: [
                Variable(name: "v0", value: .string(text())), Variable(name: "v1", value: .integer(Int64(below(99)))),
                Variable(name: "v2", value: .bool(flag())), Variable(name: "v3", value: .number(0.5)),
            ], probes: probes, loads: loads, spans: span, phases: phases, guards: [watch("g0"), watch("g1")],
            expect: flag() ? ["p0.\(names[0]).loss < 2%"] : [])
    }

    /// A phase may change the tuning of a probe and nothing else.
    private mutating func tuned(_ probe: Probe) -> Probe {
        var probe = probe
        probe.interval = time()
        probe.warmup = below(3)
        probe.count = 1 + below(50)
        return probe
    }
}

@Suite struct PlanRoundTripTests {
    @Test(arguments: 0..<300)
    func `a printed plan reads back as the same plan`(seed: Int) throws {
        var maker = PlanMaker(state: UInt64(seed))
        let plan = maker.plan()
        #expect(try PlanReader.resolved(plan.json) == plan)
    }
}
