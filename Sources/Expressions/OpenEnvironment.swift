/// An environment that knows nothing but bounds: each metric may or may not be measured, with any value that it can have.
///
/// What is false here is false whatever is measured, and what is true here always holds. `measured(x)` is unknown, and
/// `x ?? y` may be either, so both ends of both count.
///
/// Of phases that have not run, or never do, nothing is measured: then a comparison of their metrics alone is never true
/// unless it holds between all bounds.
public struct OpenEnvironment: Environment {
    private var metrics: [String: Expression] = [:]
    private var scales: [String: [String]] = [:]
    private var answers: [String: [String]] = [:]
    /// Phases of which nothing is measured yet.
    public var unmeasuredPhases: Set<String> = []

    public init() {}

    /// A name that stands for a formula or condition; later expressions may use it.
    public mutating func define(metric name: String, as expression: Expression) { metrics[name] = expression }

    /// - Parameter scale: the words of the grade, best first.
    public mutating func define(grade name: String, scale: [String]) { scales[name] = scale }

    /// - Parameter answers: those that the list can give.
    public mutating func define(verdict name: String, answers: [String]) { self.answers[name] = answers }

    public var isOpen: Bool { true }

    public func reading(of path: MetricPath, raw: Bool) -> Reading {
        Reading(interval: path.bounds, missing: [Self.open(path.text, source: path.source)])
    }

    public func reading(of name: String, raw: Bool) -> Reading {
        metrics[name]?.reading(in: self, raw: raw)
            ?? Reading(interval: .everything, missing: [Self.open(name, source: nil)])
    }

    public func finding(of name: String) -> Finding { metrics[name]?.finding(in: self) ?? Finding(truth: .unknown) }

    public func grade(_ name: String) -> GradeReading {
        let scale = scales[name] ?? ["", ""]
        return GradeReading(
            best: 0, worst: scale.count - 1, scale: scale, missing: [Self.open("grade.\(name)", source: nil)])
    }

    public func verdict(_ name: String) -> TextReading {
        TextReading(possible: answers[name], missing: [Self.open("verdict.\(name)", source: nil)])
    }

    public func variable(_ name: String) -> String? { nil }
    public var link: String? { nil }

    /// What a name stands for; nil: no name of this environment.
    func definition(of name: String) -> Expression? { metrics[name] }

    /// Whether each name in a term is of a phase of which nothing is measured, so that only its bounds are known.
    ///
    /// `x ?? y` may be known by its second part, and grades and verdicts by others of theirs: of those nothing is said.
    func isUnmeasured(_ term: Term) -> Bool {
        switch term.form {
        case .quantity, .text, .step: true
        case .metric(let path): unmeasuredPhases.contains(path.phase)
        case .named(let name): metrics[name].map { isUnmeasured($0.root) } ?? false
        case .negation(let inner), .absolute(let inner), .raw(let inner), .measured(let inner): isUnmeasured(inner)
        case .sum(let left, let right), .difference(let left, let right), .product(let left, let right, _),
            .quotient(let left, let right, _), .comparison(_, let left, let right):
            isUnmeasured(left) && isUnmeasured(right)
        case .minimum(let terms), .maximum(let terms): terms.allSatisfy(isUnmeasured)
        default: false
        }
    }

    private static func open(_ metric: String, source: String?) -> Missing {
        Missing(metric: metric, source: source, reason: "it may or may not be measured")
    }
}
