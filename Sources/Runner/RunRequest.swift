public import LinecheckCapture
public import LinecheckPlan
public import LinecheckRules

/// Everything that a run is asked to do.
public struct RunRequest: Sendable {
    public var plan: Plan
    /// nil: metrics only.
    public var rules: RulesDocument?
    /// The plan file's text, for the capture.
    public var planSource: String
    /// The command line as typed.
    public var options: [String]
    public var software: Header.Software
    public var output: Output
    /// The run judges this host's own loopback and not a network.
    public var isLoopback: Bool

    /// Where the capture goes.
    public struct Output: Sendable {
        /// The final name; must not exist.
        public var path: String

        public init(path: String) { self.path = path }

        /// The name while the run goes on.
        public var partialPath: String { path + ".partial" }
    }

    public init(
        plan: Plan, rules: RulesDocument?, planSource: String, options: [String], software: Header.Software,
        output: Output, isLoopback: Bool = false
    ) {
        self.plan = plan
        self.rules = rules
        self.planSource = planSource
        self.options = options
        self.software = software
        self.output = output
        self.isLoopback = isLoopback
    }
}
