public import LinecheckJudge
public import LinecheckRules

/// One of two runs that are compared.
public struct ComparedRun: Sendable {
    /// What to call it: the name of its file.
    public var name: String
    /// When it began, in words.
    public var began: String
    /// Of the resolved plan, with its settings.
    public var planHash: String
    public var rules: RulesDocument?
    public var verdict: Verdict
    public var draws: MetricDraws

    public init(
        name: String, began: String, planHash: String, rules: RulesDocument?, verdict: Verdict, draws: MetricDraws
    ) {
        self.name = name
        self.began = began
        self.planHash = planHash
        self.rules = rules
        self.verdict = verdict
        self.draws = draws
    }
}
