import LinecheckExpressions
public import LinecheckJudge
public import LinecheckPlan
public import LinecheckReport
public import LinecheckRules

/// Everything that a report of one run is made of: what was seen, what counted of it, and what is thought of it.
public struct RunAccount: Sendable {
    public let plan: Plan
    /// nil: the plan names none.
    public let rules: RulesDocument?
    public let trace: Trace
    public let scored: Scored
    public let verdict: Verdict
    /// Of the place where the report is made: it is sent to people who think in local time.
    public let offset: UTCOffset

    public init(
        plan: Plan, rules: RulesDocument?, trace: Trace, scored: Scored, verdict: Verdict, offset: UTCOffset
    ) {
        self.plan = plan
        self.rules = rules
        self.trace = trace
        self.scored = scored
        self.verdict = verdict
        self.offset = offset
    }

    /// The probes of the plan of which something was sent, in its order; what keeps a radio awake is none of them.
    var probes: [ProbeTrace] {
        plan.probes.compactMap { probe in trace.probes.first { $0.name == probe.name && $0.count > 0 } }
    }

    /// Why nothing counts that was seen in a phase; nil: something does.
    func obstacle(in phase: String) -> String? {
        let reasons = scored.attempts.filter { $0.phase == phase }.map(\.obstacle)
        let loads = scored.rates.filter { $0.phase == phase }.map(\.obstacle)
        guard let reason = reasons.first ?? loads.first, reasons.allSatisfy({ $0 == reason }) else { return nil }
        return reason
    }

    /// The value of a quantity, or nil when it is not measured.
    func value(_ metric: String) -> Double? { reading(metric)?.value }

    func reading(_ metric: String) -> Reading? {
        guard let metric = verdict.metrics.first(where: { $0.name == metric }),
            case .quantity(let reading) = metric.value
        else { return nil }
        return reading
    }
}
