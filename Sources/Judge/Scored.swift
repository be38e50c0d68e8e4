import LinecheckPlan
public import LinecheckQuantities
public import LinecheckRules

/// What counted of a capture: the windows of its phases, and in each the attempts from which its metrics were made.
public struct Scored: Sendable {
    /// When a phase ran.
    public struct Window: Equatable, Sendable {
        public var phase: String
        /// Its load moved, or it began where there is none.
        public var start: RunInstant
        /// Attempts sent before were seen and not scored.
        public var scoredStart: RunInstant
        /// Not included.
        public var end: RunInstant
    }

    /// One probe in one phase.
    public struct Attempts: Equatable, Sendable {
        public var probe: String
        public var phase: String
        /// In the order in which they were sent, warm-up left out.
        public var sequences: [Int64]
        /// Round trips in ns; nil: no reply in time.
        public var roundTrips: [Int64?]
        /// Why they do not count; nil: they do.
        public var obstacle: String?

        public var lost: Int { roundTrips.count { $0 == nil } }
    }

    /// One load in one phase.
    public struct Rates: Equatable, Sendable {
        public var load: String
        public var phase: String
        /// Bit/s of whole slices of 500 ms of the window; of a window longer than a phase can be, the first day's.
        public var slices: [Int64]
        /// Why they do not count; nil: they do.
        public var obstacle: String?

        /// As many as a day has: no phase of a plan is longer.
        fileprivate static let most = 172_800
    }

    /// In the order of the plan; phases that never began are left out.
    public let windows: [Window]
    /// By probe, then by phase, as the plan has them; only where something was sent.
    public let attempts: [Attempts]
    /// By load, then by phase.
    public let rates: [Rates]

    /// - Parameter rules: nil: those of no opinion, so that no phase needs a load.
    public init(_ observations: Observations, rules: RulesDocument?) {
        let rules = rules?.fitting(probes: observations.plan.probes.map(\.name))
        let table = MetricTable(observations, underLoad: rules?.underLoad ?? [])
        let plan = observations.plan
        windows = zip(plan.phases, table.windows).compactMap { phase, window in
            window.map { Window(phase: phase.name, start: $0.start, scoredStart: $0.scoredStart, end: $0.end) }
        }
        attempts = plan.probes.indices.flatMap { probe in
            plan.phases.indices.compactMap { phase in
                guard let settled = table.attempts(probe, in: phase)?.settled, !settled.isEmpty else { return nil }
                return Attempts(
                    probe: plan.probes[probe].name, phase: plan.phases[phase].name, sequences: settled.map(\.sequence),
                    roundTrips: settled.map(\.rtt), obstacle: table.obstacle(probe, phase, false))
            }
        }
        rates = plan.loads.indices.flatMap { load in
            plan.phases.indices.compactMap { phase in
                guard let window = table.windows[phase], let (log, reason) = table.load(load, in: phase) else {
                    return nil
                }
                return Rates(
                    load: plan.loads[load].name, phase: plan.phases[phase].name,
                    slices: Array(log.sliceRates(from: window.start, to: window.end).prefix(Rates.most)),
                    obstacle: reason)
            }
        }
    }
}
