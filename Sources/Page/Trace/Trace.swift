public import LinecheckCapture
import LinecheckJSON
import LinecheckQuantities

/// A capture's records as a picture of them needs them: everything that has a place in time.
///
/// It takes records in one at a time and keeps columns, so memory grows with the attempts and not with the file.
public struct Trace: Sendable {
    private(set) var header: Header?
    /// In the order in which they ran.
    private(set) var phases: [PhaseStretch] = []
    /// In the order in which they were pinned or first answered.
    private(set) var probes: [ProbeTrace] = []
    private(set) var loads: [LoadTrace] = []
    private(set) var selfChecks: [SelfCheck] = []
    private(set) var end: End?
    /// The time of the newest record.
    private(set) var last = RunInstant.start

    /// What the plan names: records of anything else are none of a picture's. Nil: there was no header.
    private var known: KnownNames?

    /// One phase as it ran.
    struct PhaseStretch: Sendable {
        var name: String
        var began: RunInstant
        /// Nil while it ran.
        var ended: RunInstant?
        var state: PhaseChange.State
        var reason: String?
    }

    public init() {}

    /// What each probe asked, of those that were pinned to anything.
    public var targets: [Target] { probes.compactMap(\.target) }

    public mutating func add(_ record: Record) {
        switch record {
        case .header(let header):
            self.header = header
            known = KnownNames(header.plan)
        case .target(let target): probe(target.probe) { $0.target = target }
        case .phase(let change): add(change)
        case .sample(let sample):
            last = max(last, sample.at)
            probe(sample.probe) { $0.add(sample) }
        case .late(let reply): probe(reply.probe) { $0.late[reply.sequence] = reply.rtt.nanoseconds }
        case .bytes(let bytes):
            last = max(last, bytes.at)
            load(bytes.load) { $0.add(bytes) }
        case .selfCheck(let check):
            last = max(last, check.at)
            selfChecks.append(check)
        case .end(let end):
            last = max(last, end.at)
            self.end = end
        default: break
        }
    }

    private mutating func add(_ change: PhaseChange) {
        last = max(last, change.at)
        switch change.state {
        case .running:
            guard known?.phases.contains(change.phase) != false, !phases.contains(where: { $0.name == change.phase })
            else { return }
            phases.append(PhaseStretch(name: change.phase, began: change.at, state: .running))
            for index in loads.indices { loads[index].begin(change.phase, at: change.at) }
        case .loaded: break
        case .completed, .cutShort, .cancelled:
            guard let index = phases.lastIndex(where: { $0.name == change.phase }) else { return }
            phases[index].ended = change.at
            phases[index].state = change.state
            phases[index].reason = change.reason
        case .skipped: break
        }
    }

    private mutating func probe(_ name: String, _ body: (inout ProbeTrace) -> Void) {
        if let index = probes.firstIndex(where: { $0.name == name }) { return body(&probes[index]) }
        guard known?.probes.contains(name) != false else { return }
        var probe = ProbeTrace(name: name)
        body(&probe)
        probes.append(probe)
    }

    private mutating func load(_ name: String, _ body: (inout LoadTrace) -> Void) {
        guard let phase = phases.last else { return }
        if let index = loads.firstIndex(where: { $0.name == name }) { return body(&loads[index]) }
        guard known?.loads.contains(name) != false else { return }
        var load = LoadTrace(name: name)
        load.begin(phase.name, at: phase.began)
        body(&load)
        loads.append(load)
    }
}

/// The names in a resolved plan.
private struct KnownNames: Sendable {
    let probes: Set<String>
    let loads: Set<String>
    let phases: Set<String>

    init(_ plan: JSONValue) {
        // A run keeps a radio awake with a probe of its own.
        probes = Set((plan["probes"]?.members ?? []).map(\.key) + ["keep-awake"])
        loads = Set((plan["loads"]?.members ?? []).map(\.key))
        phases = Set((plan["phases"]?.array ?? []).compactMap { $0["name"]?.string })
    }
}
