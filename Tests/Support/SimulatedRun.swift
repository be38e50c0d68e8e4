public import LinecheckCapture
public import LinecheckExpressions
public import LinecheckJSON
import LinecheckPhases
public import LinecheckPlan
public import LinecheckQuantities

/// Runs a plan over a simulated line, in virtual time: the same seed gives the same capture.
///
/// The real phase machine and the real guards decide; only the line, the probes and the loads are imitated. Records come
/// in the order in which things became known, from the header to the end record; a verdict is the judge's to add.
public struct SimulatedRun {
    public var plan: Plan
    public var line: SimulatedLine
    public var seed: UInt64
    /// The resolved rules document for the header.
    public var rules = JSONValue.null
    /// What the judge says of phases with a `when`; true for those not named.
    public var conditions: [String: Truth] = [:]
    /// SIGINT comes at this moment; nil: never.
    public var interruptedAt: RunInstant?
    /// This host sleeps so long at this moment; nil: never. Its monotonic clock does not see it.
    public var suspended: (at: RunInstant, time: Duration)?
    /// Each how many ticks of 100 ms the kernel's view of a stream is recorded: captures that are kept want few.
    public var ticksBetweenKernelViews = 1

    public init(_ plan: Plan, on line: SimulatedLine = SimulatedLine(), seed: UInt64 = 1) {
        self.plan = plan
        self.line = line
        self.seed = seed
    }

    public func records() -> [Record] {
        let simulation = Simulation(self)
        simulation.run()
        return simulation.records
    }

    /// The file's bytes.
    public func capture() -> [UInt8] { RecordEncoder.capture(records()) }
}

/// The state of a simulated run. `SimulatedProbes` and `SimulatedLoads` hold the parts that act.
final class Simulation {
    enum Happening {
        case attempt(sequence: Int)
        /// A sample and, for counted sequences, that one attempt less is outstanding.
        case settled(Record, sequence: Int)
        case record(Record)
        case event(PhaseEvent)
        case deadline
        case mark([String])
        case load(name: String, run: Int, LoadStep)
        case second
    }

    let setup: SimulatedRun
    var line: SimulatedLine { setup.line }
    private(set) var records: [Record] = []
    var random: SeededGenerator
    var agenda = Agenda<Happening>()
    var queues: [Load.Direction: SimulatedQueue]
    var sequences: [ProbeSequence] = []
    var attempts: [String: Int64] = [:]
    var loads: [String: RunningLoad] = [:]
    var loadRuns = 0
    private var machine: PhaseMachine
    private var guards: GuardWatch
    private var deadline: RunInstant?
    private var isDraining = false
    private var outcome: End.Outcome?
    /// Body bytes of loads that have ended.
    var finishedBytes: [Load.Direction: Int64] = [:]

    init(_ setup: SimulatedRun) {
        self.setup = setup
        random = SeededGenerator(seed: setup.seed)
        machine = PhaseMachine(plan: setup.plan)
        guards = GuardWatch(plan: setup.plan)
        queues = [.download: SimulatedQueue(setup.line.download), .upload: SimulatedQueue(setup.line.upload)]
    }

    func run() {
        append(.header(header), at: .start)
        for probe in setup.plan.probes { append(.target(target(of: probe)), at: .start) }
        agenda.add(.second, at: RunInstant(nanoseconds: 1_000_000_000))
        if let moment = setup.interruptedAt { agenda.add(.event(.interrupted(signal: "SIGINT")), at: moment) }
        if let (moment, time) = setup.suspended { agenda.add(.event(.suspended(time)), at: moment) }
        hand(.begin, at: .start)
        while outcome == nil, let (now, happening) = agenda.next() { happen(happening, at: now) }
    }

    private func happen(_ happening: Happening, at now: RunInstant) {
        switch happening {
        case .attempt(let sequence): attempt(sequence, at: now)
        case .settled(let record, let sequence):
            append(record, at: now)
            settle(sequence, at: now)
        case .record(let record): append(record, at: now)
        case .event(let event): hand(event, at: now)
        case .deadline: if deadline == now { hand(.deadline, at: now) }
        case .mark(let names): mark(names, at: now)
        case .load(let name, let run, let step): if loads[name]?.run == run { advance(name, step, at: now) }
        case .second: second(at: now)
        }
        if isDraining, !sequences.contains(where: { $0.outstanding > 0 }) {
            isDraining = false
            hand(.settled, at: now)
        }
    }

    /// Puts a record down, as the writer does: guards look at it, and a checkpoint follows a phase change.
    func append(_ record: Record, at now: RunInstant) {
        records.append(record)
        if case .phase = record { sync(at: now) }
        for trip in guards.look(at: record) {
            append(.guardTrip(trip), at: now)
            if let action = Guard.Action(rawValue: trip.action) {
                agenda.add(.event(.guardTripped(trip.name, action)), at: now)
            }
        }
    }

    private func sync(at now: RunInstant) {
        records.append(.sync(Sync(at: now, wall: wall(now), lines: Int64(records.count + 1))))
    }

    /// Everything that the machine hears is written down first.
    private func hand(_ event: PhaseEvent, at now: RunInstant) {
        if case .guardTripped = event, machine.currentPhase == nil { return }
        append(.event(event.record(at: now)), at: now)
        for action in machine.handle(event, at: now) { perform(action, at: now) }
    }

    private func perform(_ action: PhaseAction, at now: RunInstant) {
        switch action {
        case .startProbe(let probe): start(probe, at: now)
        case .stopProbe(let name): stop(name)
        case .startLoad(let name): startLoad(name, at: now)
        case .stopLoad(let name): stopLoad(name, at: now)
        case .keepAwake(let target): keepAwake(target, at: now)
        case .markLoads(let names): mark(names, at: now)
        case .markLoadsLater(let names, let moment): agenda.add(.mark(names), at: moment)
        case .setDeadline(let moment):
            deadline = moment
            if let moment { agenda.add(.deadline, at: moment) }
        case .evaluate(let phase, _):
            hand(.condition(phase: phase, holds: setup.conditions[phase] ?? .yes, reason: "simulated"), at: now)
        case .record(let change): append(.phase(change), at: now)
        case .drain:
            for name in loads.keys.sorted() { stopLoad(name, at: now) }
            for index in sequences.indices { sequences[index].isStopped = true }
            isDraining = true
        case .finish(let outcome, let reason):
            self.outcome = outcome
            let lines = Int64(records.count + 1)
            records.append(.end(End(at: now, wall: wall(now), outcome: outcome, reason: reason, lines: lines)))
        }
    }

    /// What this host says of itself, and a checkpoint, each second.
    private func second(at now: RunInstant) {
        let moved = loadBytes(at: now)
        let foreign = line.foreignTraffic.bitsPerSecond / 8 * (now.nanoseconds / 1_000_000_000)
        append(
            .selfCheck(
                SelfCheck(
                    at: now, ownCPU: .milliseconds(8), machineBusy: .nanoseconds(line.hostBusy.partsPerMillion * 2_000),
                    timerLateP99: line.timerLate, interfaceReceived: 5_000_000 + moved.received + foreign,
                    interfaceSent: 1_000_000 + moved.sent, localDrops: 0)), at: now)
        sync(at: now)
        agenda.add(.second, at: now + .seconds(1))
    }

    // MARK: Who and when

    private func wall(_ now: RunInstant) -> WallTimeText {
        // 2026-11-30T00:00:00Z
        WallTime(nanosecondsSinceEpoch: 1_795_996_800_000_000_000 + now.nanoseconds).text
    }

    private var header: Header {
        Header(
            id: "simulated-\(setup.seed)",
            software: Header.Software(name: "linecheck", version: "simulated", revision: ""), started: wall(.start),
            clock: "simulated", host: Header.Host(os: "Linux", kernel: "simulated", arch: "any", cpus: 2),
            network: Header.Network(
                interface: "eth0", link: line.link, gateway: line.gatewayAddress, resolver: "192.0.2.53", mtu: 1500),
            options: ["run", setup.plan.name], planSource: "", plan: setup.plan.json, rules: setup.rules,
            planSHA256: SHA256.hex(setup.plan.json.canonicalBytes), rulesSHA256: SHA256.hex(setup.rules.canonicalBytes))
    }
}
