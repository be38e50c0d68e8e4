import LinecheckBundled
import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules

/// A run of a bundled plan as a story tells it: every number is chosen, none is measured.
struct ToldRun {
    /// What one phase was like.
    struct Stretch {
        var phase: String
        var seconds: Int64
        /// Round trips, in ms.
        var gateway: Double
        var internet: Double
        /// Bytes a second of the phase's load; nil: the server refused with one byte.
        var rate: Int64?
    }

    private let read: ReadPlan
    private(set) var records: [Record] = []
    private var now = RunInstant.start
    private var sequence: [String: Int64] = [:]

    init(_ plan: String = "bufferbloat") throws {
        let find: ([BundledFile]) -> SourceFinder = { files in
            { reference, _ in
                files.first { $0.name == reference }.map { .success(SourceText(name: reference, bytes: $0.bytes)) }
                    ?? .failure(SourceNotFound("there is no \(reference)"))
            }
        }
        let source = try find(BundledFile.plans)(plan, SourceText(name: "", bytes: [])).get()
        let reader = PlanReader(findPlan: find(BundledFile.plans), findRules: find(BundledFile.rules))
        read = try reader.read(source, settings: [("gateway", "192.168.1.1")])
        records.append(
            .header(
                Header(
                    id: "0", software: Header.Software(name: "linecheck", version: "0", revision: ""),
                    started: "2026-11-30T03:18:15.042Z", clock: "simulated",
                    host: Header.Host(os: "Linux", kernel: "6", arch: "x86_64", cpus: 4),
                    network: Header.Network(interface: "wlan0", link: "wifi"), options: [], planSource: read.source,
                    plan: read.plan.json, rules: read.rules?.json ?? .null, planSHA256: "", rulesSHA256: "")))
    }

    var verdict: Verdict {
        var observations = Observations(plan: read.plan)
        for (index, record) in records.enumerated() { observations.add(record, line: index + 1) }
        return Judge.judge(observations, rules: read.rules)
    }

    mutating func run(_ stretch: Stretch, _ state: PhaseChange.State = .completed, reason: String? = nil) {
        change(stretch.phase, .running)
        let load = read.plan.phase(stretch.phase)?.loads.first
        if let load, stretch.rate == nil { refuse(load) }
        if load != nil, stretch.rate != nil { change(stretch.phase, .loaded) }
        let began = now
        for tick in 0..<(stretch.seconds * 10) {
            now = began + .milliseconds(100 * tick)
            if tick % 2 == 0 {
                for probe in probes(of: stretch.phase) {
                    sample(probe, probe == "gateway" ? stretch.gateway : stretch.internet)
                }
            }
            if let load, let rate = stretch.rate { move(load, rate * tick / 10) }
            if tick % 10 == 9 { look() }
        }
        now = began + .seconds(stretch.seconds)
        if let load, let rate = stretch.rate { move(load, rate * stretch.seconds) }
        change(stretch.phase, state, reason: reason)
    }

    /// Those of the phase itself, or the two that run throughout the load.
    private func probes(of phase: String) -> [String] {
        let own = read.plan.phase(phase)?.probes.map(\.name) ?? []
        return own.isEmpty ? ["gateway", "internet"] : own
    }

    mutating func cancel(_ phase: String) { change(phase, .cancelled) }

    mutating func end(_ outcome: End.Outcome, reason: String? = nil) {
        records.append(
            .end(
                End(at: now, wall: "2026-11-30T03:19:00.000Z", outcome: outcome, reason: reason, lines: 0)))
    }

    private mutating func change(_ phase: String, _ state: PhaseChange.State, reason: String? = nil) {
        records.append(.phase(PhaseChange(at: now, phase: phase, state: state, reason: reason)))
    }

    /// Odd attempts take a tenth longer than even ones, so that there is a jitter.
    private mutating func sample(_ probe: String, _ milliseconds: Double) {
        let number = sequence[probe, default: 0]
        sequence[probe] = number + 1
        let rtt = Int64(milliseconds * 1e6) * (number % 2 == 0 ? 10 : 11) / 10
        records.append(
            .sample(Sample(probe: probe, sequence: number, at: now, outcome: .reply(rtt: .nanoseconds(rtt)))))
    }

    /// Four streams that share the rate.
    private mutating func move(_ load: String, _ total: Int64) {
        for stream in 0..<4 {
            records.append(.bytes(ByteTotal(at: now, load: load, stream: stream, total: total / 4)))
            // The line is full: what it cannot take is lost, and of the segments behind it one in a hundred comes out of order.
            let lost: Int64 = total > 0 ? 1 : 0
            records.append(
                .tcp(
                    TCPState(
                        at: now, load: load, stream: stream, rtt: .milliseconds(10), retransmits: lost, cwnd: 10,
                        deliveryRate: BitRate(bitsPerSecond: 0), busy: .zero, windowLimited: .zero,
                        bufferLimited: .zero, outOfOrder: total / 579_200)))
        }
    }

    /// This host has nothing else to do.
    private mutating func look() {
        records.append(
            .selfCheck(
                SelfCheck(
                    at: now, ownCPU: .milliseconds(20), machineBusy: .milliseconds(100),
                    timerLateP99: .microseconds(200), interfaceReceived: nil, interfaceSent: nil, localDrops: 0)))
    }

    /// What the speed server did when it was asked for a gigabyte.
    private mutating func refuse(_ load: String) {
        for stream in 0..<4 {
            records.append(.bytes(ByteTotal(at: now, load: load, stream: stream, total: 1)))
            records.append(
                .stream(
                    StreamEvent(
                        at: now, load: load, stream: stream, step: .response, status: 403, host: "speed.example",
                        bytes: 1)))
        }
    }
}
