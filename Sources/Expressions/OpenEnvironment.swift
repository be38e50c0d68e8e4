/// An environment that knows nothing but bounds: each metric may or may not be measured, with any value that it can have.
///
/// What is false here is false whatever is measured, and what is true here always holds. `measured(x)` is unknown, and
/// `x ?? y` may be either, so both ends of both count.
public struct OpenEnvironment: Environment {
    private var metrics: [String: Expression] = [:]
    private var scales: [String: [String]] = [:]
    private var answers: [String: [String]] = [:]

    public init() {}

    /// A name that stands for a formula or condition; later expressions may use it.
    public mutating func define(metric name: String, as expression: Expression) { metrics[name] = expression }

    /// - Parameter scale: the words of the grade, best first.
    public mutating func define(grade name: String, scale: [String]) { scales[name] = scale }

    /// - Parameter answers: those that the list can give.
    public mutating func define(verdict name: String, answers: [String]) { self.answers[name] = answers }

    public var isOpen: Bool { true }

    public func reading(of path: MetricPath, raw: Bool) -> Reading {
        let bounds: Interval =
            path.statistic != .n && path.quantity == .loss ? Interval(0, 1_000_000) : .notNegative
        return Reading(interval: bounds, missing: [Self.open(path.text, source: path.source)])
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

    private static func open(_ metric: String, source: String?) -> Missing {
        Missing(metric: metric, source: source, reason: "it may or may not be measured")
    }
}
