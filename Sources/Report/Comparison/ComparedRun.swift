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
    /// The least and most of the score that 95 % of the draws have; nil: not known.
    public var scores: ClosedRange<Int>?
    /// By probe and load.
    public var asked: [Asked] = []
    /// The way out of the host: `wlan0 (wifi)`.
    public var way: String?

    /// What a probe or a load asked, and whom.
    public struct Asked: Equatable, Sendable {
        /// The probe or load.
        public var source: String
        /// `icmp`, `tcp`; of a load `http`.
        public var means: String
        /// As the plan names it: a host, an address, `@gateway`.
        public var target: String
        /// Numeric; nil: not known.
        public var address: String?
        /// `ipv4` or `ipv6`; nil: not known.
        public var family: String?

        public init(source: String, means: String, target: String, address: String? = nil, family: String? = nil) {
            self.source = source
            self.means = means
            self.target = target
            self.address = address
            self.family = family
        }

        /// A name may lead to another address tomorrow, and the gateway is another one elsewhere: the question is the same.
        func isSameQuestion(_ other: Self) -> Bool {
            means == other.means && target == other.target
                && (family == other.family || family == nil || other.family == nil)
        }

        /// `1.1.1.1 by icmp`, `@gateway (192.0.2.1) by icmp`.
        var words: String {
            let place = address.flatMap { $0 == target ? nil : " (\($0))" } ?? ""
            return "\(target)\(place) by \(means)"
        }
    }

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
