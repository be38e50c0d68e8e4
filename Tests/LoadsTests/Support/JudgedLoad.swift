import LinecheckCapture
import LinecheckJudge
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets

/// A load that ran for one phase, as the phase machine would have run it, and what the judge says of it.
struct JudgedLoad {
    let report: Verdict.LoadReport
    let records: [Record]
    /// How long the load took to end when its window closed.
    let stopping: Duration

    var reason: String? { report.reason }
    var evidence: Saturation { report.phases[0].saturation }

    init(_ load: Load, window: Duration = .milliseconds(2_400), trust: TLSTrust = .system) {
        let plan = Plan(
            name: "test", loads: [load], phases: [Phase(name: "load", ending: .after(window), loads: [load.name])])
        let running = LoadUnderTest(load, trust: trust)
        // Before the load, as in a run: its first record must not come before its phase.
        var changes: [Record] = [.phase(PhaseChange(at: .start, phase: "load", state: .running))]
        let hasBegun = running.waits(load.startWithin) { !$0.events.isEmpty }
        if running.events.contains(.moving) {
            let loaded = running.clock.now
            changes.append(.phase(PhaseChange(at: loaded, phase: "load", state: .loaded)))
            running.mark(at: loaded)
            _ = running.waits(window) { $0.failure != nil }
        }
        let end = running.clock.now
        running.mark(at: end)
        if let failure = running.failure {
            changes.append(.event(EventRecord(at: end, event: "load-failed", subject: load.name, reason: failure)))
        }
        let hasFailed = running.failure != nil || !hasBegun
        changes.append(.phase(PhaseChange(at: end, phase: "load", state: hasFailed ? .cutShort : .completed)))
        stopping = running.stop()
        let marks = changes.map { ($0.at, $0) } + running.records.map { ($0.at, $0) }
        // The phase begins before its first record, and the window closes before what follows it.
        records = marks.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
        var observations = Observations(plan: plan)
        for (index, record) in records.enumerated() { observations.add(record, line: index + 1) }
        report = Judge.judge(observations, rules: nil).loads[0]
    }
}

extension Record {
    fileprivate var at: RunInstant {
        switch self {
        case .phase(let change): change.at
        case .event(let event): event.at
        case .bytes(let total): total.at
        case .stream(let event): event.at
        case .tcp(let state): state.at
        default: .start
        }
    }
}
