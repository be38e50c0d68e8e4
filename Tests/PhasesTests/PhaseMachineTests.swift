import LinecheckCapture
import LinecheckExpressions
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities
import Testing

private func seconds(_ value: Double) -> RunInstant { RunInstant(nanoseconds: Int64(value * 1e9)) }

private let gateway = Probe(name: "gateway", kind: .ping, target: "@gateway")
private let internet = Probe(name: "internet", kind: .ping, target: "192.0.2.1")
private let counted = Probe(name: "counted", kind: .ping, target: "192.0.2.2", count: 3)
private let second = Probe(name: "second", kind: .ping, target: "192.0.2.3", count: 3)
private let download = Load(name: "download", direction: .download, url: "http://192.0.2.1/")
private let upload = Load(name: "upload", direction: .upload, url: "http://192.0.2.1/")

private func plan(_ phases: [Phase], spans: [ProbeSpan] = []) -> Plan {
    Plan(
        name: "test", probes: [gateway, internet, counted, second], loads: [download, upload], spans: spans,
        phases: phases)
}

/// A machine with the actions it asked for, moved by hand.
private struct Bench {
    var machine: PhaseMachine
    var now = RunInstant.start

    init(_ plan: Plan) { machine = PhaseMachine(plan: plan) }

    @discardableResult mutating func at(_ time: Double, _ event: PhaseEvent) -> [PhaseAction] {
        now = seconds(time)
        return machine.handle(event, at: now)
    }
}

private func changes(_ actions: [PhaseAction]) -> [String] {
    actions.compactMap { action in
        guard case .record(let change) = action else { return nil }
        return "\(change.phase) \(change.state.rawValue)" + (change.reason.map { ": \($0)" } ?? "")
    }
}

@Suite struct PhaseMachineTests {
    @Test func `a run without loads goes from phase to phase by the clock`() {
        var bench = Bench(
            plan([Phase(name: "one", ending: .after(.seconds(5))), Phase(name: "two", ending: .after(.seconds(2)))]))
        let begun = bench.at(0, .begin)
        #expect(changes(begun) == ["one running"])
        #expect(begun.contains(.setDeadline(seconds(5))))
        let moved = bench.at(5, .deadline)
        #expect(changes(moved) == ["one completed", "two running"])
        #expect(moved.last == .setDeadline(seconds(7)))
        let ended = bench.at(7, .deadline)
        #expect(changes(ended) == ["two completed"])
        #expect(ended.last == .drain)
        #expect(bench.at(9, .settled) == [.finish(.complete, reason: nil)])
    }

    @Test func `the window under load counts from the first byte of the slowest load`() {
        let phase = Phase(
            name: "both", ending: .after(.seconds(10)), loads: ["download", "upload"], settle: .seconds(1))
        var bench = Bench(plan([phase]))
        let begun = bench.at(0, .begin)
        #expect(begun.contains(.startLoad("download")) && begun.contains(.startLoad("upload")))
        #expect(begun.contains(.setDeadline(seconds(5))))
        #expect(changes(bench.at(0.2, .loadMoving("download"))).isEmpty)
        let loaded = bench.at(0.7, .loadMoving("upload"))
        #expect(changes(loaded) == ["both loaded"])
        #expect(loaded.contains(.markLoads(["download", "upload"])))
        #expect(loaded.contains(.markLoadsLater(["download", "upload"], at: seconds(1.7))))
        #expect(loaded.contains(.setDeadline(seconds(10.7))))
        let ended = bench.at(10.7, .deadline)
        #expect(ended.first == .markLoads(["download", "upload"]))
        #expect(changes(ended) == ["both completed"])
    }

    @Test func `a load without a byte in time has failed and ends its phase`() {
        var bench = Bench(
            plan([
                Phase(name: "download", ending: .after(.seconds(10)), loads: ["download"]),
                Phase(name: "after", ending: .after(.seconds(1))),
            ]))
        bench.at(0, .begin)
        let failed = bench.at(5, .deadline)
        #expect(changes(failed) == ["download cut-short: load download: no byte within 5s", "after running"])
        #expect(failed.contains(.stopLoad("download")))
        bench.at(6, .deadline)
        #expect(bench.at(7, .settled) == [.finish(.cutShort, reason: "download: load download: no byte within 5s")])
    }

    @Test func `a goto skips what lies between and says so`() {
        var bench = Bench(
            plan([
                Phase(
                    name: "download", ending: .after(.seconds(10)), loads: ["download"], onLoadFailure: .goto("last")),
                Phase(name: "between", ending: .after(.seconds(1))),
                Phase(name: "last", ending: .after(.seconds(1))),
            ]))
        bench.at(0, .begin)
        #expect(
            changes(bench.at(1, .loadFailed("download", reason: "HTTP 403 from h (1 byte)"))) == [
                "download cut-short: load download: HTTP 403 from h (1 byte)", "between skipped: goto", "last running",
            ])
    }

    @Test func `abort cancels what has not run`() {
        var bench = Bench(
            plan([
                Phase(name: "download", ending: .after(.seconds(10)), loads: ["download"], onLoadFailure: .abort),
                Phase(name: "last", ending: .after(.seconds(1))),
            ]))
        bench.at(0, .begin)
        let actions = bench.at(1, .loadFailed("download", reason: "refused"))
        #expect(changes(actions) == ["download cut-short: load download: refused", "last cancelled"])
        #expect(actions.last == .drain)
        #expect(bench.at(2, .settled) == [.finish(.aborted, reason: "load download: refused")])
    }

    @Test func `continue goes on with the loads that are left`() {
        var bench = Bench(
            plan([
                Phase(name: "both", ending: .after(.seconds(10)), loads: ["download", "upload"], onLoadFailure: .goOn)
            ]))
        bench.at(0, .begin)
        bench.at(0.5, .loadMoving("upload"))
        let actions = bench.at(1, .loadFailed("download", reason: "refused"))
        #expect(changes(actions) == ["both loaded"])
        #expect(actions.contains(.stopLoad("download")))
        #expect(actions.contains(.setDeadline(seconds(11))))
        #expect(bench.at(2, .loadFailed("download", reason: "again")).isEmpty)
    }

    @Test func `probes in order run one after another and then the phase is done`() {
        var bench = Bench(
            plan([
                Phase(name: "idle", ending: .whenDone(atMost: .seconds(20)), probes: [counted, second], inOrder: true)
            ]))
        let begun = bench.at(0, .begin)
        #expect(begun.contains(.startProbe(counted)) && !begun.contains(.startProbe(second)))
        #expect(bench.at(2, .probeDone("counted", reason: nil)) == [.startProbe(second)])
        #expect(changes(bench.at(4, .probeDone("second", reason: nil))) == ["idle completed"])
    }

    @Test func `a phase until done ends at most after its limit`() {
        var bench = Bench(plan([Phase(name: "idle", ending: .whenDone(atMost: .seconds(20)), probes: [counted])]))
        bench.at(0, .begin)
        let ended = bench.at(20, .deadline)
        #expect(changes(ended) == ["idle completed: at most 20s"])
        #expect(ended.contains(.stopProbe("counted")))
    }

    @Test func `a span is one sequence from its first phase to its last`() {
        var bench = Bench(
            plan(
                [
                    Phase(name: "before", ending: .after(.seconds(1))), Phase(name: "one", ending: .after(.seconds(1))),
                    Phase(name: "two", ending: .after(.seconds(1))), Phase(name: "after", ending: .after(.seconds(1))),
                ], spans: [ProbeSpan(probe: "internet", from: "one", to: "two")]))
        #expect(!bench.at(0, .begin).contains(.startProbe(internet)))
        #expect(bench.at(1, .deadline).contains(.startProbe(internet)))
        let second = bench.at(2, .deadline)
        #expect(!second.contains(.startProbe(internet)) && !second.contains(.stopProbe("internet")))
        #expect(bench.at(3, .deadline).contains(.stopProbe("internet")))
    }

    @Test func `a span whose first phase is skipped starts with the next one`() {
        var bench = Bench(
            plan(
                [
                    Phase(name: "one", ending: .after(.seconds(1)), when: "measured(x.y.loss)"),
                    Phase(name: "two", ending: .after(.seconds(1))),
                ], spans: [ProbeSpan(probe: "internet", from: "one", to: "two")]))
        #expect(bench.at(0, .begin) == [.evaluate(phase: "one", condition: "measured(x.y.loss)")])
        let skipped = bench.at(0, .condition(phase: "one", holds: .unknown, reason: "no such probe"))
        #expect(changes(skipped) == ["one skipped: condition unknown: no such probe", "two running"])
        #expect(skipped.contains(.startProbe(internet)))
    }

    @Test func `an interrupt ends the run in order and a second one at once`() {
        var bench = Bench(
            plan([
                Phase(name: "one", ending: .after(.seconds(5)), loads: ["download"]),
                Phase(name: "two", ending: .after(.seconds(5))),
            ]))
        bench.at(0, .begin)
        bench.at(0.1, .loadMoving("download"))
        let actions = bench.at(1, .interrupted(signal: "SIGINT"))
        #expect(changes(actions) == ["one cut-short: interrupted", "two cancelled"])
        #expect(actions.contains(.stopLoad("download")) && actions.last == .drain)
        #expect(bench.at(1.1, .interrupted(signal: "SIGINT")) == [.finish(.interrupted, reason: "SIGINT")])
    }

    @Test func `a suspend cuts the phase short and the run goes on`() {
        var bench = Bench(
            plan([Phase(name: "one", ending: .after(.seconds(5))), Phase(name: "two", ending: .after(.seconds(5)))]))
        bench.at(0, .begin)
        #expect(
            changes(bench.at(1, .suspended(.seconds(3_600)))) == ["one cut-short: a suspend of 3600s", "two running"])
    }

    @Test func `the radio is kept awake except while the gateway is measured`() {
        var bench = Bench(
            plan([
                Phase(
                    name: "idle", ending: .whenDone(atMost: .seconds(20)),
                    probes: [Probe(name: "gateway", kind: .ping, target: "@gateway", count: 3), counted], inOrder: true,
                    keepAwake: "@gateway")
            ]))
        #expect(!bench.at(0, .begin).contains(.keepAwake("@gateway")))
        #expect(bench.at(1, .probeDone("gateway", reason: nil)) == [.keepAwake("@gateway"), .startProbe(counted)])
        #expect(bench.at(2, .probeDone("counted", reason: nil)).contains(.keepAwake(nil)))
    }
}

// MARK: Every state and every event

private enum Station: String, CaseIterable { case pending, deciding, loading, running, draining, finished }

private let tablePlan = plan([
    Phase(name: "asked", ending: .after(.seconds(1)), when: "1 > 0"),
    Phase(name: "loaded", ending: .after(.seconds(10)), probes: [counted], loads: ["download"]),
    Phase(name: "last", ending: .after(.seconds(5)), probes: [second]),
])

private func bench(at station: Station) -> Bench {
    var bench = Bench(tablePlan)
    if station == .pending { return bench }
    bench.at(0, .begin)
    if station == .deciding { return bench }
    bench.at(0, .condition(phase: "asked", holds: .no, reason: "no"))
    if station == .loading { return bench }
    bench.at(0.5, .loadMoving("download"))
    if station == .running { return bench }
    bench.at(1, .interrupted(signal: "SIGTERM"))
    if station == .draining { return bench }
    bench.at(2, .settled)
    return bench
}

private let events: [(String, PhaseEvent)] = [
    ("begin", .begin), ("moving", .loadMoving("download")), ("moving other", .loadMoving("upload")),
    ("failed", .loadFailed("download", reason: "r")), ("failed other", .loadFailed("upload", reason: "r")),
    ("done", .probeDone("counted", reason: nil)), ("done other", .probeDone("internet", reason: nil)),
    ("deadline", .deadline), ("guard end", .guardTripped("g", .endPhase)), ("guard abort", .guardTripped("g", .abort)),
    ("guard on", .guardTripped("g", .goOn)), ("true", .condition(phase: "asked", holds: .yes, reason: "")),
    ("false", .condition(phase: "asked", holds: .no, reason: "")),
    ("other", .condition(phase: "last", holds: .yes, reason: "")), ("interrupted", .interrupted(signal: "SIGINT")),
    ("suspended", .suspended(.seconds(2))), ("settled", .settled),
]

/// The state after each event; what is not listed stays as it is.
private let transitions: [Station: [String: PhaseMachine.State]] = [
    .pending: ["begin": .deciding(0), "interrupted": .draining(.interrupted)],
    .deciding: ["true": .running(0), "false": .loading(1), "interrupted": .draining(.interrupted)],
    .loading: [
        "moving": .running(1), "failed": .running(2), "guard end": .running(2), "guard abort": .draining(.aborted),
        "interrupted": .draining(.interrupted), "suspended": .running(2), "deadline": .running(2),
    ],
    .running: [
        "failed": .running(2), "deadline": .running(2), "guard end": .running(2), "guard abort": .draining(.aborted),
        "interrupted": .draining(.interrupted), "suspended": .running(2),
    ],
    .draining: ["settled": .finished(.interrupted), "interrupted": .finished(.interrupted)],
    .finished: [:],
]

@Suite struct PhaseMachineTable {
    @Test(arguments: Station.allCases)
    fileprivate func `each event leads where the table says`(station: Station) throws {
        for (name, event) in events {
            var bench = bench(at: station)
            let before = bench.machine.state
            let actions = bench.at(20, event)
            let expected = transitions[station]?[name] ?? before
            #expect(bench.machine.state == expected, "\(station) × \(name)")
            if station == .finished { #expect(actions.isEmpty, "\(name)") }
        }
    }

    @Test func `any events in any order end in exactly one finish, and no phase ends twice`() {
        var random = SplitMix(seed: 11)
        for _ in 0..<500 {
            var machine = PhaseMachine(plan: tablePlan)
            var actions = machine.handle(.begin, at: .start)
            var now = 0.0
            for _ in 0..<40 {
                now += Double(random.next() % 3_000) / 1_000
                actions += machine.handle(events[Int(random.next() % UInt64(events.count))].1, at: seconds(now))
            }
            // Whatever came before, deadlines, answers and the last settled attempt end a run.
            for _ in 0..<20 {
                now += 30
                actions += machine.handle(.condition(phase: "asked", holds: .yes, reason: ""), at: seconds(now))
                actions += machine.handle(.deadline, at: seconds(now))
                actions += machine.handle(.settled, at: seconds(now))
            }
            let finishes = actions.count { if case .finish = $0 { true } else { false } }
            #expect(finishes == 1)
            let finals = actions.compactMap { action -> String? in
                guard case .record(let change) = action, change.state != .running, change.state != .loaded else {
                    return nil
                }
                return change.phase
            }
            #expect(finals.count == Set(finals).count && finals.count == tablePlan.phases.count)
        }
    }
}

@Suite struct PhaseEventTests {
    @Test func `each event reads back from its record as itself`() {
        for (_, event) in events { #expect(PhaseEvent(event.record(at: .start)) == event) }
        let failed = PhaseEvent.probeDone("gateway", reason: "no default gateway")
        #expect(PhaseEvent(failed.record(at: .start)) == failed)
    }

    @Test func `an event of a newer version is nil, not a guess`() {
        #expect(PhaseEvent(EventRecord(at: .start, event: "teleported")) == nil)
        #expect(PhaseEvent(EventRecord(at: .start, event: "guard", subject: "g", reason: "explode")) == nil)
    }
}

/// Sebastiano Vigna's splitmix64, so that a seed names a sequence for ever.
private struct SplitMix {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
