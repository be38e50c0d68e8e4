public import LinecheckJudge
public import LinecheckPlan
public import LinecheckRules

/// One of two runs that are compared.
public struct ComparedRun: Sendable {
    /// What to call it: the name of its file.
    public var name: String
    /// When it began, in words.
    public var began: String
    /// Of the resolved plan, with its settings.
    public var planHash: String
    /// As it ran.
    public var plan: Plan
    public var rules: RulesDocument?
    public var verdict: Verdict
    public var draws: MetricDraws

    public init(
        name: String, began: String, planHash: String, plan: Plan, rules: RulesDocument?, verdict: Verdict,
        draws: MetricDraws
    ) {
        self.name = name
        self.began = began
        self.planHash = planHash
        self.plan = plan
        self.rules = rules
        self.verdict = verdict
        self.draws = draws
    }
}
