import Foundation
import LinecheckCapture
import LinecheckExpressions
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules

/// A run of the plan `health`, told in a few words and turned into records.
///
/// It exists only in memory: what a probe answers and what a load moves is set before, then ``observations`` plays it.
struct Scenario {
    /// The round trip of the attempt of that number in a phase; nil: lost.
    typealias Answers = @Sendable (Int) -> Int64?

    struct LoadStory {
        /// Body bytes of all streams in each 100 ms.
        var bytesPerTick: Int64
        /// 403 with a body of one byte, and nothing more.
        var refused = false
        /// Ticks in which nothing moved.
        var silence: Range<Int>?
        var idleStreams = 0
        var deadAfter: Int?
        /// Never any byte, and so no `loaded`.
        var dead = false
        /// Whom its first connection reached, one after the other, and by which proxy.
        var hosts = ["speed.example"]
        var proxy: String?
    }

    var plan = Scenario.healthPlan
    var link = "wifi"
    /// By probe and phase: `internet.idle`.
    var answers: [String: Answers] = [:]
    var loads: [String: LoadStory] = [
        "download": LoadStory(bytesPerTick: 5_593_750), "upload": LoadStory(bytesPerTick: 855_000),
    ]
    var skipped: [String: String] = [:]
    /// Phases that end before their time, after so many ticks.
    var cutShort: [String: (ticks: Int, reason: String)] = [:]
    var unavailable: [String: String] = [:]
    /// Added to the end of the records, in order.
    var extra: [Record] = []
    var selfCheck: @Sendable (RunInstant) -> SelfCheck? = { at in
        SelfCheck(
            at: at, ownCPU: .milliseconds(20), machineBusy: .milliseconds(100), timerLateP99: .microseconds(200),
            interfaceReceived: nil, interfaceSent: nil, localDrops: 0)
    }
    /// What the kernel counted of each connection: sent again by the second look, and out of order at each; nil: nobody looked.
    var connection: (lost: Int64, grows: Bool)? = (lost: 1, grows: false)
    /// False: a kernel before Linux 5.4.
    var countsOutOfOrder = true
    /// What this host advertises, in bytes; nil: before Linux 6.2.
    var receiveWindow: Int64?
    var ends = true
    /// No checkpoint vouched for the header.
    var isUnverified = false

    static let tick = Duration.milliseconds(100)

    static var healthPlan: Plan {
        let probes = [
            Probe(name: "gateway", kind: .ping, target: "192.0.2.1"),
            Probe(name: "internet", kind: .ping, target: "198.51.100.1"),
            Probe(name: "internet2", kind: .ping, target: "198.51.100.2"),
            Probe(name: "tcp", kind: .tcp, target: "198.51.100.1", port: 443),
        ]
        let counted = probes.map { probe in
            var probe = probe
            probe.count = 11
            return probe
        }
        return Plan(
            name: "health", vars: [Variable(name: "link", value: .string("auto"))], probes: probes,
            loads: [
                Load(name: "download", direction: .download, url: "http://speed.example/down"),
                Load(name: "upload", direction: .upload, url: "http://speed.example/up"),
            ],
            spans: ["gateway", "internet"].map { ProbeSpan(probe: $0, from: "baseline", to: "upload") },
            phases: [
                Phase(name: "idle", ending: .whenDone(atMost: .seconds(20)), probes: counted, inOrder: true),
                Phase(name: "baseline", ending: .after(.seconds(5))),
                Phase(name: "download", ending: .after(.seconds(10)), loads: ["download"], settle: .seconds(1)),
                Phase(name: "drain", ending: .after(.seconds(2))),
                Phase(name: "upload", ending: .after(.seconds(10)), loads: ["upload"], settle: .seconds(1)),
            ])
    }

    static func rules(_ path: String) throws -> RulesDocument {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try RulesReader.read(
            SourceText(name: path, bytes: Array(try Data(contentsOf: root.appending(path: path)))))
    }

    static var health: RulesDocument { get throws { try rules("plans/rules/health-1.json") } }

    func verdict(_ rules: RulesDocument?) -> Verdict { Judge.judge(observations, rules: rules) }

    var observations: Observations {
        var observations = Observations(plan: plan)
        for (index, record) in records.enumerated() { observations.add(record, line: index + 1) }
        return observations
    }
}

extension Scenario {
    /// The records of the run, in order.
    var records: [Record] {
        var records: [Record] = [.header(header)]
        for probe in plan.probes {
            let target = Target(
                at: .start, probe: probe.name, name: probe.target, protocolName: "icmp",
                unavailable: unavailable[probe.name])
            records.append(.target(target))
        }
        var now = RunInstant.start
        var sequences: [String: Int64] = [:]
        for (index, phase) in plan.phases.enumerated() {
            if let reason = skipped[phase.name] {
                records.append(.phase(PhaseChange(at: now, phase: phase.name, state: .skipped, reason: reason)))
                continue
            }
            records += play(phase, index, from: &now, &sequences)
        }
        records += extra
        if ends { records.append(.end(End(at: now, wall: "", outcome: .complete, lines: 0))) }
        return records
    }

    private var header: Header {
        var header = Header(
            id: "0", software: .init(name: "linecheck", version: "0", revision: "0"), started: "", clock: "simulated",
            host: .init(os: "linux", kernel: "6", arch: "x86_64", cpus: 2), network: .init(link: link), options: [],
            planSource: "", plan: .null, rules: .null, planSHA256: "", rulesSHA256: "")
        header.isUnverified = isUnverified
        return header
    }

    private func play(
        _ phase: Phase, _ index: Int, from now: inout RunInstant, _ sequences: inout [String: Int64]
    ) -> [Record] {
        let start = now
        var records: [Record] = [.phase(PhaseChange(at: start, phase: phase.name, state: .running))]
        let stories = phase.loads.compactMap { name in loads[name].map { (name: name, story: $0) } }
        let begins = start + (phase.loads.isEmpty ? .zero : .milliseconds(80))
        if !phase.loads.isEmpty, stories.allSatisfy({ !$0.story.dead }) {
            records.append(.phase(PhaseChange(at: begins, phase: phase.name, state: .loaded)))
        }
        let ticks = cutShort[phase.name]?.ticks ?? phase.ticks
        let end = begins + Self.tick * ticks
        for (name, story) in stories { records += play(story, of: name, from: begins, ticks: ticks) }
        records += samples(of: phase, index, from: start, to: end, &sequences)
        var second = start + .seconds(1)
        while second <= end {
            if let check = selfCheck(second) { records.append(.selfCheck(check)) }
            second = second + .seconds(1)
        }
        let cut = cutShort[phase.name]
        records.append(
            .phase(
                PhaseChange(
                    at: end, phase: phase.name, state: cut == nil ? .completed : .cutShort, reason: cut?.reason)))
        now = end
        return records
    }

    private func samples(
        of phase: Phase, _ index: Int, from start: RunInstant, to end: RunInstant, _ sequences: inout [String: Int64]
    ) -> [Record] {
        var records: [Record] = []
        for probe in plan.probes where plan.isRunning(probe.name, in: index) && unavailable[probe.name] == nil {
            let count = phase.probes.first { $0.name == probe.name }?.count
            var number = 0
            var sent = start
            while sent < end, number < count ?? .max {
                let sequence = sequences[probe.name, default: 0]
                sequences[probe.name] = sequence + 1
                let rtt = (answers["\(probe.name).\(phase.name)"] ?? answers[probe.name] ?? { _ in 10_000_000 })(number)
                records.append(
                    .sample(
                        Sample(
                            probe: probe.name, sequence: sequence, at: sent,
                            outcome: rtt.map { .reply(rtt: .nanoseconds($0)) } ?? .lost)))
                number += 1
                sent = sent + .milliseconds(200)
            }
        }
        return records
    }

    private func play(_ story: LoadStory, of name: String, from start: RunInstant, ticks: Int) -> [Record] {
        var records: [Record] = []
        let streams = plan.load(name)?.streams ?? 0
        for stream in 0..<streams {
            for host in story.hosts {
                records.append(
                    .stream(
                        StreamEvent(
                            at: start, load: name, stream: stream, step: .connect, host: host, proxy: story.proxy)))
            }
            let status = story.refused ? 403 : 200
            records.append(
                .stream(
                    StreamEvent(
                        at: start, load: name, stream: stream, step: .response, status: status, host: "speed.example")))
        }
        var totals = Array(repeating: Int64(0), count: streams)
        if story.refused, streams > 0 { totals[0] = 1 }
        for tick in 0...ticks where !story.dead {
            for stream in 0..<streams {
                let moves =
                    tick > 0 && !story.refused && !(story.silence?.contains(tick) ?? false)
                    && stream < streams - story.idleStreams
                let share = story.bytesPerTick / Int64(streams)
                let rest = stream == 0 ? story.bytesPerTick % Int64(streams) : 0
                if moves { totals[stream] += share + rest }
                records.append(
                    .bytes(ByteTotal(at: start + Self.tick * tick, load: name, stream: stream, total: totals[stream])))
                if let connection {
                    let lost = tick > 0 ? connection.lost : 0
                    records.append(
                        .tcp(
                            TCPState(
                                at: start + Self.tick * tick, load: name, stream: stream, rtt: .milliseconds(10),
                                retransmits: lost, cwnd: connection.grows ? Int64(tick) + 10 : 10,
                                deliveryRate: BitRate(bitsPerSecond: 0), busy: .zero, windowLimited: .zero,
                                bufferLimited: .zero, receiveRTT: receiveWindow.map { _ in .milliseconds(10) },
                                receiveWindow: receiveWindow, outOfOrder: countsOutOfOrder ? lost * Int64(tick) : nil)))
                }
            }
            if story.deadAfter == tick {
                let event = StreamEvent(
                    at: start + Self.tick * tick, load: name, stream: 2, step: .dead, reason: "connection_refused")
                records.append(.stream(event))
            }
        }
        return records
    }
}

extension Phase {
    var ticks: Int {
        switch ending {
        case .after(let duration): Int(duration.nanoseconds / Scenario.tick.nanoseconds)
        case .whenDone: 80
        }
    }
}

extension Plan {
    func isRunning(_ probe: String, in phase: Int) -> Bool {
        if phases[phase].probes.contains(where: { $0.name == probe }) { return true }
        return spans.contains { span in
            span.probe == probe && (phaseIndex(span.from) ?? .max) <= phase && phase <= (phaseIndex(span.to) ?? -1)
        }
    }
}

extension Verdict {
    func metric(_ name: String) -> NamedMetric? { metrics.first { $0.name == name } }

    func value(_ name: String) -> Double? {
        if case .quantity(let reading)? = metric(name)?.value { reading.value } else { nil }
    }

    func reason(_ name: String) -> String? {
        if case .quantity(let reading)? = metric(name)?.value { reading.missing.first?.reason } else { nil }
    }

    func grade(_ name: String) -> Grade? { grades.first { $0.name == name } }
    func answer(_ name: String) -> Answer? { answers.first { $0.name == name } }
}
