public import LinecheckCapture
public import LinecheckExpressions

/// What a capture says under a set of rules, with everything that it rests on.
public struct Verdict: Equatable, Sendable {
    /// The version of judging that made it.
    public var judge: Int
    public var plan: String
    /// `complete`, `cut-short`, `aborted`, `interrupted`, `failed`; `partial` when the capture has no end.
    public var outcome: String
    public var outcomeReason: String?
    public var rules: Citation?
    public var grades: [Grade]
    public var answers: [Answer]
    public var score: Score?
    public var metrics: [NamedMetric]
    public var loads: [LoadReport]
    public var expectations: [Expectation]
    /// Sentences, the run's own doubts first.
    public var notes: [String]
    public var selfReport: SelfReport
    /// What became of attempts that failed, and how often, by probe. It is no part of ``json``.
    public var failures: [Failure]
    /// Records could not be stored while it ran, or are lost from a recovered capture; the notes tell which. It is no part of
    /// ``json``.
    public var lacksRecords: Bool
    /// Names of the grades that a load which fills the line further may worsen, and whether it may take points. They are no part
    /// of ``json``, where numbers and grades are what was measured.
    public var gradesAtBest: [String]
    public var isScoreAtMost: Bool
    /// No attempt was settled and no byte moved.
    public var measuredNothing: Bool
    /// A grade, the score or an expectation could not be determined, and not only for want of probes marked optional.
    public var isIncomplete: Bool

    /// Attempts of a probe that failed in the same way.
    public struct Failure: Equatable, Sendable {
        public var probe: String
        public var word: FailureWord
        public var count: Int

        package init(probe: String, word: FailureWord, count: Int) {
            (self.probe, self.word, self.count) = (probe, word, count)
        }
    }

    /// Which rules.
    public struct Citation: Equatable, Sendable {
        public var name: String
        public var version: Int
        public var title: String?
    }

    public var failedExpectations: [Expectation] { expectations.filter { $0.truth == .no } }
    public var unknownExpectations: [Expectation] { expectations.filter { $0.truth == .unknown } }

    /// Lists that blame or clear one part of the way: their only answers are ok, suspect and at-fault.
    public var rows: [Answer] { answers.filter(\.isRow) }

    /// A value sorted into a scale.
    public struct Grade: Equatable, Sendable {
        public var name: String
        public var title: String?
        /// The grade as far as it is known.
        public var reading: GradeReading
        /// What was sorted.
        public var of: Side
        /// The same scale by other statistics; a grade is nil where several are possible.
        public var neighbours: [Neighbour]
        /// How far the value is from the next grade; nil when it is unmeasured.
        public var margin: Margin?

        public struct Neighbour: Equatable, Sendable {
            public var name: String
            public var reading: GradeReading
        }

        public struct Margin: Equatable, Sendable {
            /// In the unit of what was sorted.
            public var distance: Double
            /// The better neighbour, or the worse one of the best grade.
            public var to: String
        }

        public var grade: String? { reading.grade }
        /// When the grade is not known: the best that it may be, unless that is the best there is.
        public var atBest: String? { grade == nil && reading.best > 0 ? reading.scale[reading.best] : nil }
    }

    /// What a list of rules says.
    public struct Answer: Equatable, Sendable {
        public var name: String
        public var title: String
        /// `undetermined` when what is missing might have given another answer.
        public var answer: String
        public var certain: Bool
        /// Other answers that what is missing might have given.
        public var cannotRuleOut: [String]
        public var say: String
        public var rules: [RuleResult]
        /// Why rules could not be evaluated.
        public var missing: [Missing]
        var isRow: Bool
    }

    /// What became of one rule of a list.
    public struct RuleResult: Equatable, Sendable {
        public enum Outcome: String, Sendable {
            case fired, unknown
            case notFired = "not-fired"
            /// An earlier rule answered; its condition was evaluated all the same.
            case notReached = "not-reached"
        }

        public var answer: String
        /// As written; nil for a last rule without one.
        public var condition: String?
        public var outcome: Outcome
        public var finding: Finding
        public var evidence: [Side]
    }

    /// Points added up.
    public struct Score: Equatable, Sendable {
        public var atLeast: Int
        public var atMost: Int
        public var most: Int
        /// nil unless both ends are equal.
        public var rating: String?
        public var components: [Component]

        public var score: Int? { atLeast == atMost ? atLeast : nil }

        public struct Component: Equatable, Sendable {
            public var name: String
            public var title: String
            public var max: Int
            public var atLeast: Int
            public var atMost: Int
            public var inputs: [Input]
        }

        public struct Input: Equatable, Sendable {
            public var of: Side
            /// Whether it counts; nil when it always does.
            public var condition: Finding?
            public var conditionText: String?
            public var atLeast: Int
            public var atMost: Int
            /// The step it fell in, as written, or nil when several are possible or it does not count.
            public var step: String?
        }
    }

    /// A metric or named formula and its value.
    public struct NamedMetric: Equatable, Sendable {
        public var name: String
        public var type: ValueType
        public var value: Value

        public enum Value: Equatable, Sendable {
            case quantity(Reading)
            case condition(Finding)
        }
    }

    /// What a load did over all its phases.
    public struct LoadReport: Equatable, Sendable {
        public var name: String
        public var direction: String
        public var phases: [InPhase]

        public var isValid: Bool { !phases.isEmpty && phases.allSatisfy { $0.reason == nil } }
        /// Why it is not valid, in its first phase where it is not.
        public var reason: String? {
            phases.isEmpty ? "the load runs in no phase" : phases.lazy.compactMap(\.reason).first
        }

        public struct InPhase: Equatable, Sendable {
            public var phase: String
            /// nil when the load was valid.
            public var reason: String?
            /// Body bytes since the phase began.
            public var bytes: Int64
            public var streams: Int
            /// Final responses by status, in order of first appearance.
            public var statuses: [Status]
            public var reopenings: Int
            /// Why the last connection ended or was not to be had; nil: none did before its time. It is no part of ``Verdict/json``.
            public var trouble: String?
            public var saturation: Saturation
        }

        public struct Status: Equatable, Sendable {
            public var status: Int
            public var count: Int
        }
    }

    /// A condition that the plan expects to hold.
    public struct Expectation: Equatable, Sendable {
        public var condition: String
        public var truth: Truth
        public var finding: Finding
        /// Why it is unknown.
        public var reason: String?
    }
}
