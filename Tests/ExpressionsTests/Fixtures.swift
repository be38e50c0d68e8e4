import LinecheckExpressions

/// Values by name, as a capture would have them.
struct Table: Environment {
    var metrics: [String: Reading] = [:]
    var named: [String: Reading] = [:]
    var conditions: [String: Truth] = [:]
    var grades: [String: GradeReading] = [:]
    var verdicts: [String: TextReading] = [:]
    var variables: [String: String] = [:]
    var link: String?

    func reading(of path: MetricPath, raw: Bool) -> Reading {
        metrics[(raw ? "raw " : "") + path.text] ?? metrics[path.text]
            ?? Reading(
                interval: path.quantity == .loss ? Interval(0, 1_000_000) : .notNegative,
                missing: [Missing(metric: path.text, source: path.source, reason: "it was not measured")])
    }
    func reading(of name: String, raw: Bool) -> Reading { named[name] ?? .missing(name) }
    func finding(of name: String) -> Finding { Finding(truth: conditions[name] ?? .unknown) }
    func grade(_ name: String) -> GradeReading { grades[name] ?? GradeReading(best: 0, worst: 5, scale: scale) }
    func verdict(_ name: String) -> TextReading { verdicts[name] ?? TextReading(possible: nil) }
    func variable(_ name: String) -> String? { variables[name] }
}

extension Reading {
    static func value(_ value: Double, n: Int = 10) -> Reading { Reading(interval: Interval(point: value), samples: n) }
    static func missing(_ name: String) -> Reading {
        Reading(interval: .everything, missing: [Missing(metric: name, source: nil, reason: "missing")])
    }
}

let scale = ["A+", "A", "B", "C", "D", "F"]

let names = Namespace(
    metrics: [
        Namespace.Metric(name: "download_rise", type: .duration), Namespace.Metric(name: "wired", type: .boolean),
    ],
    grades: [Namespace.Words(name: "lag", words: scale)],
    verdicts: [Namespace.Words(name: "queue", words: ["local-wifi", "clean", "undetermined"])])

/// The problem of an expression that does not read; nil when it does.
func expressionProblem(
    _ text: String, in names: Namespace = names, expecting expectation: Expression.Expectation = .quantityOrCondition
) -> ExpressionProblem? {
    do {
        _ = try Expression(text, in: names, expecting: expectation)
        return nil
    } catch {
        return error
    }
}

func truth(_ text: String, _ table: Table = Table()) throws -> Truth {
    try Expression(text, in: names, expecting: .condition).finding(in: table).truth
}

func interval(_ text: String, _ table: Table = Table()) throws -> Interval {
    try Expression(text, in: names, expecting: .quantity).reading(in: table).interval
}
