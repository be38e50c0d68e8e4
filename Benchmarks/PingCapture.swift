import Glibc
import LinecheckCapture
import LinecheckJSON
import LinecheckPlan
import LinecheckQuantities
import LinecheckStatistics

/// A capture of two probes that ping for a long time, as a run would have written it; one attempt in a thousand is lost.
struct PingCapture {
    /// Samples of both probes.
    let samples: Int

    private static let interval: Int64 = 10_000_000
    private static let timeout: Int64 = 2_000_000_000
    private static let probes = ["gateway", "internet"]

    /// Writes it; false when it cannot be.
    func write(to path: String) -> Bool {
        guard let file = fopen(path, "w"), let plan = plan else { return false }
        defer { fclose(file) }
        var encoder = RecordEncoder()
        var bytes: [UInt8] = []
        func put(_ record: Record) {
            bytes += encoder.encode(record)
            if bytes.count > 1 << 20 { flush() }
        }
        func flush() {
            fwrite(bytes, 1, bytes.count, file)
            bytes.removeAll(keepingCapacity: true)
        }
        put(.header(header(plan)))
        put(.event(EventRecord(at: .start, event: "begin")))
        put(.phase(PhaseChange(at: .start, phase: "pings", state: .running)))
        var random = SeededRandom(seed: 1)
        var lost: [(known: Int64, sample: Record)] = []
        let rounds = samples / Self.probes.count
        for round in 0..<rounds {
            let now = Int64(round) * Self.interval
            while let first = lost.first, first.known <= now { put(lost.removeFirst().sample) }
            for (number, probe) in Self.probes.enumerated() {
                let at = RunInstant(nanoseconds: now + Int64(number) * 50_000)
                let sample = { Sample(probe: probe, sequence: Int64(round), at: at, outcome: $0) }
                if random.next() % 1_000 == 0 {
                    lost.append((at.nanoseconds + Self.timeout, .sample(sample(.lost))))
                } else {
                    let rtt = Int64(1 + number * 13) * 1_000_000 + Int64(random.next() % 4_000_000)
                    put(.sample(sample(.reply(rtt: .nanoseconds(rtt)))))
                }
            }
            if now % 1_000_000_000 == 0 {
                put(.sync(Sync(at: RunInstant(nanoseconds: now), wall: wall(now), lines: 0)))
            }
        }
        for attempt in lost { put(attempt.sample) }
        let over = Int64(rounds) * Self.interval
        let end = RunInstant(nanoseconds: over + Self.timeout)
        put(.event(EventRecord(at: RunInstant(nanoseconds: over), event: "deadline")))
        put(.phase(PhaseChange(at: RunInstant(nanoseconds: over), phase: "pings", state: .completed)))
        put(.event(EventRecord(at: end, event: "settled")))
        put(.end(End(at: end, wall: wall(end.nanoseconds), outcome: .complete, lines: 0)))
        flush()
        return ferror(file) == 0
    }

    private func wall(_ now: Int64) -> String { WallTime(nanosecondsSinceEpoch: 1_796_008_695_042_000_000 + now).text }

    private var plan: Plan? {
        let milliseconds = Int64(samples / Self.probes.count) * Self.interval / 1_000_000
        let text = """
            {"plan": 1, "name": "pings", "throughout": ["gateway", "internet"],
             "probes": {"gateway": {"type": "ping", "target": "192.0.2.1", "interval": "10ms"},
                        "internet": {"type": "ping", "target": "192.0.2.7", "interval": "10ms"}},
             "phases": [{"name": "pings", "duration": "\(milliseconds)ms"}]}
            """
        let nothing: SourceFinder = { _, _ in .failure(SourceNotFound("there is no other file")) }
        return try? PlanReader(findPlan: nothing, findRules: nothing).read(SourceText(name: "pings", text: text)).plan
    }

    private func header(_ plan: Plan) -> Header {
        Header(
            id: "0123456789abcdef0123456789abcdef", software: .linecheck, started: wall(0), clock: "simulated",
            host: Header.Host(os: "Linux", kernel: "simulated", arch: "any", cpus: 2),
            network: Header.Network(interface: "eth0", link: "ethernet"), options: ["run", "pings"], planSource: "",
            plan: plan.json, rules: .null, planSHA256: SHA256.hex(plan.json.canonicalBytes),
            rulesSHA256: SHA256.hex(JSONValue.null.canonicalBytes))
    }
}
