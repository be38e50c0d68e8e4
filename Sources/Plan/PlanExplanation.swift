public import LinecheckQuantities

/// What a plan will do, told before a packet leaves: a timeline, the packets and bytes it may cost, what it needs.
///
/// Times are planned ones: a load is taken to start at once and every probe to answer at once. `latest` times are bounds
/// that hold whatever the network does.
public struct PlanExplanation: Equatable, Sendable {
    /// One phase on the time axis.
    public struct PhaseSpan: Equatable, Sendable {
        public var name: String
        public var group: String?
        /// Planned, from the start of the run.
        public var starts: Duration
        public var ends: Duration
        /// The latest it can end.
        public var latestEnd: Duration
        public var settle: Duration
        public var probes: [String]
        public var loads: [String]
        public var inOrder: Bool
        public var when: String?
    }

    /// One probe and what it sends.
    public struct ProbeUse: Equatable, Sendable {
        public var name: String
        public var kind: Probe.Kind
        /// After substitution, with its port.
        public var target: String
        public var interval: Duration
        /// Attempts at most over all its sequences.
        public var attempts: Int
        public var optional: Bool
    }

    /// One load and what it may move.
    public struct LoadUse: Equatable, Sendable {
        public var name: String
        public var direction: Load.Direction
        public var url: String
        public var streams: Int
        public var phases: [String]
        /// Over all its phases; nil: no guard limits it.
        public var bytesAtMost: ByteCount?
    }

    public var phases: [PhaseSpan]
    public var probes: [ProbeUse]
    public var loads: [LoadUse]
    /// Planned length, from the first record to the last settled attempt.
    public var duration: Duration
    /// The longest that the run can take.
    public var durationAtMost: Duration
    /// What this user may lack: rights to ping.
    public var privileges: [String]

    public init(_ plan: Plan) {
        phases = Self.timeline(plan)
        probes = plan.probes.compactMap { Self.use($0, in: plan) }
        loads = plan.loads.compactMap { Self.use($0, in: plan) }
        let lastTimeout = probes.compactMap { use in plan.probe(use.name)?.timeout }.max() ?? .zero
        duration = phases.last?.ends ?? .zero
        durationAtMost = (phases.last?.latestEnd ?? .zero) + lastTimeout
        privileges =
            probes.contains { $0.kind == .ping }
            ? ["ping: net.ipv4.ping_group_range, cap_net_raw or root"] : []
    }

    /// Bytes at most over all loads; nil when one has no limit.
    public var bytesAtMost: ByteCount? {
        let limits = loads.map(\.bytesAtMost)
        return limits.contains(nil) ? nil : limits.compactMap(\.self).reduce(ByteCount(bytes: 0), +)
    }

    public var attempts: Int { probes.reduce(0) { $0 + $1.attempts } }

    // MARK: Time

    private static func timeline(_ plan: Plan) -> [PhaseSpan] {
        var spans: [PhaseSpan] = []
        var start = Duration.zero
        var latest = Duration.zero
        for (index, phase) in plan.phases.enumerated() {
            let end = start + planned(phase)
            latest += longest(phase, plan)
            let running = plan.spans.filter { covers($0, index, plan) }.map(\.probe) + phase.probes.map(\.name)
            spans.append(
                PhaseSpan(
                    name: phase.name, group: phase.group, starts: start, ends: end, latestEnd: latest,
                    settle: phase.settle, probes: running, loads: phase.loads, inOrder: phase.inOrder, when: phase.when)
            )
            start = end
        }
        return spans
    }

    private static func planned(_ phase: Phase) -> Duration {
        switch phase.ending {
        case .after(let window): return window
        case .whenDone(let limit):
            let times = phase.probes.map { probe in probe.count.map { probe.interval * max(0, $0 - 1) } ?? limit }
            let needed = phase.inOrder ? times.reduce(.zero, +) : times.max() ?? limit
            return min(needed, limit)
        }
    }

    private static func longest(_ phase: Phase, _ plan: Plan) -> Duration {
        let start = phase.loads.compactMap { plan.load($0)?.startWithin }.max() ?? .zero
        switch phase.ending {
        case .after(let window): return start + window
        case .whenDone(let limit): return start + limit
        }
    }

    private static func covers(_ span: ProbeSpan, _ index: Int, _ plan: Plan) -> Bool {
        guard let from = plan.phaseIndex(span.from), let to = plan.phaseIndex(span.to) else { return false }
        return from <= index && index <= to
    }

    // MARK: Packets and bytes

    private static func use(_ probe: Probe, in plan: Plan) -> ProbeUse? {
        var attempts = 0
        var isUsed = false
        for span in plan.spans where span.probe == probe.name {
            isUsed = true
            let window = plan.phases.indices.filter { covers(span, $0, plan) }
                .reduce(Duration.zero) { $0 + longest(plan.phases[$1], plan) }
            attempts += most(probe, in: window)
        }
        for phase in plan.phases {
            guard let own = phase.probes.first(where: { $0.name == probe.name }) else { continue }
            isUsed = true
            attempts += most(own, in: longest(phase, plan))
        }
        guard isUsed else { return nil }
        let host = probe.target.contains(":") && probe.port != nil ? "[\(probe.target)]" : probe.target
        return ProbeUse(
            name: probe.name, kind: probe.kind,
            target: probe.exchange.url ?? host + (probe.port.map { ":\($0)" } ?? ""),
            interval: probe.interval, attempts: attempts, optional: probe.optional)
    }

    /// The first attempt goes out at once, the others an interval apart.
    private static func most(_ probe: Probe, in window: Duration) -> Int {
        let fitting = Int(window.nanoseconds / max(1, probe.interval.nanoseconds)) + 1
        return min(fitting, probe.count ?? .max)
    }

    private static func use(_ load: Load, in plan: Plan) -> LoadUse? {
        let phases = plan.phases.filter { $0.loads.contains(load.name) }.map(\.name)
        guard !phases.isEmpty else { return nil }
        let limit = [plan.byteCeiling(ofLoad: load.name), load.budget].compactMap { $0?.bytes }.min()
        let total = limit.map { $0.multipliedReportingOverflow(by: Int64(phases.count)) }
        return LoadUse(
            name: load.name, direction: load.direction, url: load.url, streams: load.streams, phases: phases,
            bytesAtMost: total.flatMap { $0.overflow ? nil : ByteCount(bytes: $0.partialValue) })
    }
}
