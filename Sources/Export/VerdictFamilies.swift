import LinecheckExpressions
public import LinecheckJudge
public import LinecheckQuantities

/// A verdict as numbers for a time series database. What was not measured has no number: absence is not zero.
public struct VerdictFamilies: Sendable {
    public private(set) var families: [Family] = []
    /// When the run began.
    public let started: WallTime
    private let plan: String

    public init(_ verdict: Verdict, started: WallTime) {
        self.started = started
        plan = verdict.plan
        add(
            "run_started_timestamp", .seconds, "When the run began, since 1970",
            value: Double(started.nanosecondsSinceEpoch) / 1e9)
        add("run_complete", .none, "Whether the run came to its end", value: verdict.outcome == "complete" ? 1 : 0)
        for metric in verdict.metrics { add(metric) }
        for load in verdict.loads { add(load) }
        for grade in verdict.grades { add(grade) }
        for answer in verdict.answers {
            add(
                "answer_info", .none, "What a list of rules answers",
                [.init("list", answer.name), .init("answer", answer.answer)],
                value: 1)
            add(
                "answer_certain", .none, "Whether nothing that is missing could give another answer",
                [.init("list", answer.name)], value: answer.certain ? 1 : 0)
        }
        if let score = verdict.score?.score { add("score", .none, "Points of the score", value: Double(score)) }
        for expectation in verdict.expectations where expectation.truth != .unknown {
            add(
                "expectation_met", .none, "Whether a condition that the plan expects holds",
                [.init("condition", expectation.condition)], value: expectation.truth == .yes ? 1 : 0)
        }
    }

    private mutating func add(
        _ name: String, _ unit: Family.Unit, _ help: String, _ labels: [Family.Label] = [], value: Double
    ) {
        let point = Family.Point(labels: [.init("plan", plan)] + labels, value: value)
        if let index = families.firstIndex(where: { $0.name == name && $0.unit == unit }) {
            families[index].points.append(point)
        } else {
            families.append(Family(name: name, unit: unit, help: help, points: [point]))
        }
    }

    private mutating func add(_ load: Verdict.LoadReport) {
        for phase in load.phases {
            add(
                "load_valid", .none, "Whether a load was one; what was measured under it counts only then",
                [.init("load", load.name), .init("phase", phase.phase)], value: phase.reason == nil ? 1 : 0)
        }
    }

    private mutating func add(_ grade: Verdict.Grade) {
        guard let word = grade.grade else { return }
        let name = Family.Label("name", grade.name)
        add("grade_info", .none, "A grade, as a label", [name, .init("grade", word)], value: 1)
        add("grade_step", .none, "A grade's place on its scale, 0 is best", [name], value: Double(grade.reading.best))
    }

    // MARK: Metrics

    private mutating func add(_ metric: Verdict.NamedMetric) {
        guard case .quantity(let reading) = metric.value, let value = reading.value,
            let (unit, scale) = Self.base(metric.type)
        else { return }
        let words = metric.name.split(separator: ".").map(String.init)
        guard words.count > 2 else {
            return add(
                "rules_metric", unit, "A metric that the rules define", [.init("name", metric.name)],
                value: value / scale)
        }
        let (name, help) = MetricQuantity(rawValue: words[2])?.family ?? (words[2], "As the rules name it")
        var labels: [Family.Label] = [.init("source", words[0]), .init("phase", words[1])]
        if words.count > 3 { labels.append(.init("statistic", words[3...].joined(separator: "."))) }
        add(name, unit, help, labels, value: value / scale)
    }

    /// The base unit of a type and how many of the type's own unit it holds; nil: it is no number of a unit.
    private static func base(_ type: ValueType) -> (Family.Unit, Double)? {
        switch type {
        case .duration: (.seconds, 1e9)
        case .rate: (.bytesPerSecond, 8)
        case .bytes: (.bytes, 1)
        case .ratio: (.ratio, 1e6)
        case .count, .points, .number: (Family.Unit.none, 1)
        default: nil
        }
    }
}
