/// The names that an expression may use besides metrics of probes and loads.
public struct Namespace: Equatable, Sendable {
    /// A formula with a name of its own.
    public struct Metric: Equatable, Sendable {
        public var name: String
        public var type: ValueType

        public init(name: String, type: ValueType) {
            self.name = name
            self.type = type
        }
    }

    /// A grade's or verdict list's name with the words that it can give.
    public struct Words: Equatable, Sendable {
        public var name: String
        /// Of a grade: best first.
        public var words: [String]

        public init(name: String, words: [String]) {
            self.name = name
            self.words = words
        }
    }

    public var metrics: [Metric]
    public var grades: [Words]
    public var verdicts: [Words]
    /// Variables that there are; nil: not known here, so any name is taken.
    public var variables: [String]?
    /// Probes, loads and phases that there are; nil: not known here, so any name is taken.
    public var sources: MetricSources?

    public init(
        metrics: [Metric] = [], grades: [Words] = [], verdicts: [Words] = [], variables: [String]? = nil,
        sources: MetricSources? = nil
    ) {
        self.metrics = metrics
        self.grades = grades
        self.verdicts = verdicts
        self.variables = variables
        self.sources = sources
    }
}
