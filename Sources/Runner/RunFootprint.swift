public import LinecheckPlan
public import LinecheckQuantities

/// Whom a run contacts, how long it takes at most and how many bytes it moves at most; known before the first packet.
public struct RunFootprint: Equatable, Sendable {
    /// Hosts of probes and loads in the order of the plan, each once.
    public var hosts: [String]
    public var duration: Duration
    /// nil: no guard limits a load's bytes.
    public var bytes: ByteCount?

    public init(_ plan: Plan) {
        var hosts: [String] = []
        let phases = plan.phases
        let used = Set(phases.flatMap(\.loads))
        let urls = plan.loads.filter { used.contains($0.name) }.map(\.authority)
        for host in plan.runningProbes.map(\.target) + urls where !hosts.contains(host) { hosts.append(host) }
        self.hosts = hosts
        let longestTimeout = plan.runningProbes.map(\.timeout).max() ?? .zero
        duration = phases.reduce(longestTimeout) { $0 + Self.longest($1, in: plan) }
        bytes = Self.bytes(of: plan)
    }

    private static func longest(_ phase: Phase, in plan: Plan) -> Duration {
        let start = phase.loads.compactMap { plan.load($0)?.startWithin }.max() ?? .zero
        return switch phase.ending {
        case .after(let window): start + window
        case .whenDone(let limit): start + limit
        }
    }

    /// Each load may move its cap in each phase that runs it.
    private static func bytes(of plan: Plan) -> ByteCount? {
        var total: Int64 = 0
        for name in plan.phases.flatMap(\.loads) {
            let caps = [plan.byteCeiling(ofLoad: name), plan.load(name)?.budget]
            guard let cap = caps.compactMap({ $0?.bytes }).min() else { return nil }
            let (sum, overflowed) = total.addingReportingOverflow(cap)
            if overflowed { return nil }
            total = sum
        }
        return ByteCount(bytes: total)
    }
}
