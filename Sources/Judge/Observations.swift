public import LinecheckCapture
public import LinecheckPlan
import LinecheckQuantities

/// A capture's records as far as judging needs them, taken in one at a time.
///
/// Memory grows with the attempts and byte totals, not with the file.
public struct Observations: Sendable {
    public let plan: Plan
    private(set) var network: Header.Network?
    private(set) var isLoopback = false
    private(set) var processors = 1
    /// What the header says of the network and the host is what was written.
    private(set) var isHeaderVerified = true
    private(set) var phases: [PhaseLog]
    private(set) var attempts: [AttemptLog]
    /// By load and phase, both as places in the plan.
    private(set) var loads: [LoadKey: LoadLog] = [:]
    /// When streams ended, by the names of their loads; some are recorded when the next phase runs already.
    private(set) var streamEnds: [(load: String, at: RunInstant)] = []
    private(set) var selfChecks: [SelfCheck] = []
    private(set) var suspensions = 0
    /// Where records could not be stored, the first of them.
    private(set) var gaps: [Gap] = []
    /// Further ones, and how many records they speak of.
    private(set) var furtherGaps: (count: Int, records: Int64) = (0, 0)
    /// What a recovered capture lacks in the middle of its run; of very many the last one covers the rest.
    private(set) var losses: [LostStretch] = []
    /// Where a recovered capture was cut off: what was recorded later is not known.
    private(set) var cutOff: RunInstant?
    private(set) var end: End?
    /// The phase that each load moves bytes for, as a place in the plan.
    private var currentPhase: Int?
    /// The time of the newest record.
    private(set) var lastMoment = RunInstant.start
    /// First and last line of the records of each phase.
    private(set) var lines: [ClosedRange<Int>?]

    struct LoadKey: Hashable, Sendable {
        var load: Int
        var phase: Int
    }

    public init(plan: Plan) {
        self.plan = plan
        phases = Array(repeating: PhaseLog(), count: plan.phases.count)
        attempts = Array(repeating: AttemptLog(), count: plan.probes.count)
        lines = Array(repeating: nil, count: plan.phases.count)
    }

    /// Takes in one record; what judging does not need is passed over.
    ///
    /// - Parameter line: where it stands in the file, counted from 1.
    public mutating func add(_ record: Record, line: Int) {
        switch record {
        case .header(let header):
            isHeaderVerified = !header.isUnverified
            network = header.isUnverified ? nil : header.network
            isLoopback = header.loopback
            processors = max(1, header.host.cpus)
        case .target(let target): probe(target.probe) { $0.unavailable = target.unavailable }
        case .phase(let change): add(change)
        case .event(let event): add(event)
        case .sample(let sample): add(sample)
        case .late(let reply): probe(reply.probe) { $0.addLate(reply) }
        case .duplicate(let reply): probe(reply.probe) { $0.addDuplicate(reply) }
        case .bytes(let bytes):
            see(bytes.at)
            load(bytes.load) { $0.add(bytes) }
        case .stream(let event):
            if event.step == .end { streamEnds.append((event.load, event.at)) }
            var event = event
            event.reason = event.reason?.elided(to: Self.mostOfReason)
            event.host = event.host?.elided(to: Self.mostOfReason)
            load(event.load) { $0.add(event) }
        case .tcp(let state): load(state.load) { $0.add(state) }
        case .selfCheck(let check):
            see(check.at)
            selfChecks.append(check)
        case .gap(let gap): add(gap)
        case .recovered(let lost): add(lost)
        case .end(let end):
            see(end.at)
            self.end = end
        case .foreign, .result, .guardTrip, .sync, .verdict, .unknown: break
        }
        extendLines(to: line)
    }

    private mutating func extendLines(to line: Int) {
        guard let currentPhase else { return }
        lines[currentPhase] = min(lines[currentPhase]?.lowerBound ?? line, line)...line
    }

    /// Takes in samples that were read fast, of neighbouring lines; their probes are places in the plan.
    public mutating func add(_ samples: ArraySlice<PlainSample>, firstLine: Int) {
        guard !samples.isEmpty else { return }
        samples.withUnsafeBufferPointer { samples in
            for probe in attempts.indices { attempts[probe].add(samples, of: probe) }
        }
        let newest = samples.reduce(Int64(0)) { max($0, $1.sentAt) }
        see(RunInstant(nanoseconds: newest))
        extendLines(to: firstLine)
        extendLines(to: firstLine + samples.count - 1)
    }

    /// Makes room for the samples of a whole capture, of which this share was taken in.
    public mutating func expectRest(after share: Double) {
        guard share > 0, share < 1 else { return }
        for probe in attempts.indices { attempts[probe].reserve(times: 1 / share) }
    }

    /// Where the records of a phase stand in the file; nil when it has none.
    public func lines(of phase: String) -> ClosedRange<Int>? { plan.phaseIndex(phase).flatMap { lines[$0] } }

    private mutating func add(_ change: PhaseChange) {
        see(change.at)
        guard let index = plan.phaseIndex(change.phase) else { return }
        phases[index].add(change)
        // Phases follow each other: where the record of an end was harmed, it ended when the next began.
        guard change.state == .running else { return }
        for other in phases.indices where other != index { phases[other].cut(at: change.at) }
        currentPhase = index
    }

    /// Each makes a sentence of its own, which nobody reads a thousand of.
    private mutating func add(_ gap: Gap) {
        see(gap.at)
        var gap = gap
        gap.reason = gap.reason.elided(to: Self.mostOfReason)
        guard gaps.count >= Self.mostHoles else { return gaps.append(gap) }
        furtherGaps = (furtherGaps.count + 1, furtherGaps.records.cappedSum(gap.records))
    }

    private static let mostHoles = 500
    /// Characters that are kept of a sentence in a record, whoever wrote it.
    private static let mostOfReason = 1_000

    /// With byte totals in the order of their times.
    var settled: Observations {
        var settled = self
        for key in loads.keys { settled.loads[key]?.settle() }
        return settled
    }

    /// Whether a running phase outlasted what is lost is known only from a later record of its own.
    private mutating func add(_ lost: LostStretch) {
        see(lost.at)
        guard let from = lost.from else { return }
        guard let until = lost.until else {
            cutOff = max(cutOff ?? from, from)
            return
        }
        if losses.count < Self.mostHoles {
            losses.append(lost)
        } else {
            let last = losses.count - 1
            losses[last].from = min(losses[last].from ?? from, from)
            losses[last].until = max(losses[last].until ?? until, until)
            losses[last].at = max(losses[last].at, lost.at)
        }
        for index in phases.indices { phases[index].cut(at: from) }
    }

    private mutating func add(_ event: EventRecord) {
        see(event.at)
        switch event.event {
        case "suspended": suspensions += 1
        case "load-failed": load(event.subject ?? "") { if $0.failure == nil { $0.failure = event.reason ?? "" } }
        default: break
        }
    }

    private mutating func add(_ sample: Sample) {
        // The probe keep-awake is no probe of the plan: it keeps a radio awake and is never judged.
        guard let index = plan.probes.firstIndex(where: { $0.name == sample.probe }) else { return }
        attempts[index].add(sample)
        see(sample.at)
    }

    private mutating func probe(_ name: String, _ body: (inout AttemptLog) -> Void) {
        guard let index = plan.probes.firstIndex(where: { $0.name == name }) else { return }
        body(&attempts[index])
    }

    private mutating func load(_ name: String, _ body: (inout LoadLog) -> Void) {
        guard let currentPhase, let index = plan.loads.firstIndex(where: { $0.name == name }) else { return }
        body(&loads[LoadKey(load: index, phase: currentPhase), default: LoadLog()])
    }

    private mutating func see(_ moment: RunInstant) { lastMoment = max(lastMoment, moment) }
}
