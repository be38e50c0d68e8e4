public import LinecheckExpressions
public import LinecheckJSON

/// Opinions as data: what is computed from a capture's metrics, and what is called good.
///
/// Everything in it was read, its names are known and its units fit. Equality compares the canonical form.
public struct RulesDocument: Equatable, Sendable {
    /// Lower-case words with hyphens.
    public var name: String
    /// The version of these opinions, not of the format.
    public var version: Int
    public var title: String?
    /// Probes that a plan may lack. What asks for them, a metric, evidence or a note, is then left out.
    public var optional: [String]
    /// Phases that only mean something under a load of this direction.
    public var underLoad: [LoadedPhase]
    public var metrics: [MetricRule]
    public var grades: [GradeRule]
    public var verdicts: [VerdictList]
    public var score: ScoreRule?
    public var notes: [NoteRule]
    /// The text that it was read from, for the places of problems found later.
    let source: SourceText
    /// Things worth saying about it that do not keep it from being used.
    public var warnings: [Problem]

    /// The name and version by which a verdict cites it: `health-1`.
    public var citation: String { "\(name)-\(version)" }

    /// The document as it stands in a capture's header.
    ///
    /// - Throws: what ``RulesReader`` would say of the same text.
    public init(resolved: JSONValue) throws(Problems) {
        self = try RulesReader.read(SourceText(name: "rules", text: resolved.prettyText()))
    }

    init(name: String, version: Int, source: SourceText) {
        self.name = name
        self.version = version
        self.source = source
        optional = []
        underLoad = []
        metrics = []
        grades = []
        verdicts = []
        notes = []
        warnings = []
    }

    public static func == (left: Self, right: Self) -> Bool { left.json == right.json }

    public func metric(_ name: String) -> MetricRule? { metrics.first { $0.name == name } }
    public func grade(_ name: String) -> GradeRule? { grades.first { $0.name == name } }
    public func verdict(_ name: String) -> VerdictList? { verdicts.first { $0.name == name } }

    /// The names that a condition outside the document, in a plan's `expect` or `when`, may use.
    public var names: Namespace {
        Namespace(
            metrics: metrics.map { Namespace.Metric(name: $0.name, type: $0.formula.expression.type) },
            grades: grades.map { Namespace.Words(name: $0.name, words: $0.labels) },
            verdicts: verdicts.map { Namespace.Words(name: $0.name, words: $0.answers) })
    }
}

/// An expression with its place in the document.
public struct Formula: Equatable, Sendable {
    public let expression: Expression
    /// The string in the document.
    let node: JSONNode

    public var text: String { expression.text }

    public static func == (left: Self, right: Self) -> Bool { left.text == right.text }
}

/// A phase and the direction of the load without which its probes say nothing.
public struct LoadedPhase: Equatable, Sendable {
    public enum Direction: String, CaseIterable, Sendable { case download, upload }

    public var phase: String
    public var direction: Direction
}

/// A formula with a name.
public struct MetricRule: Equatable, Sendable {
    public var name: String
    public var formula: Formula
}

/// A value sorted into steps, best first.
public struct GradeRule: Equatable, Sendable {
    public var name: String
    public var title: String?
    public var formula: Formula
    /// The same scale by other statistics: `p95`, `max`.
    public var neighbours: [MetricRule]
    public var scale: [Step]

    /// One step; the last takes what is left.
    public struct Step: Equatable, Sendable {
        public var grade: String
        /// nil: everything that no step above took.
        public var threshold: Threshold?
    }

    /// The words of the scale, best first.
    public var labels: [String] { scale.map(\.grade) }
}

/// A list of rules of which the first that holds answers.
public struct VerdictList: Equatable, Sendable {
    public var name: String
    public var title: String
    public var rules: [Rule]

    public struct Rule: Equatable, Sendable {
        /// The answer.
        public var answer: String
        /// nil only in the last rule: it answers when no other may.
        public var condition: Formula?
        /// The answer in words.
        public var say: String
        /// More values to show with the rule, whatever becomes of it.
        public var evidence: [Formula]
    }

    /// Every answer that it can give, in order and once, and `undetermined`.
    public var answers: [String] {
        var list: [String] = []
        for rule in rules where !list.contains(rule.answer) { list.append(rule.answer) }
        return list + ["undetermined"]
    }
}

/// Something to say whenever a condition holds.
public struct NoteRule: Equatable, Sendable {
    /// nil: always.
    public var condition: Formula?
    public var say: String
}
