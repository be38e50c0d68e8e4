import LinecheckCapture
import LinecheckExpressions
import LinecheckJSON
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules

/// Where a verdict's expressions find their values; filled in the order of the rules document, so each name is computed once.
struct Bench: Environment, Sendable {
    let table: MetricTable
    private var readings: [String: Reading] = [:]
    private var rawReadings: [String: Reading] = [:]
    private var findings: [String: Finding] = [:]
    private var grades: [String: GradeReading] = [:]
    private var verdicts: [String: TextReading] = [:]

    init(table: MetricTable, rules: RulesDocument?) {
        self.table = table
        for metric in rules?.metrics ?? [] {
            let expression = metric.formula.expression
            if expression.type == .boolean {
                findings[metric.name] = expression.finding(in: self)
            } else {
                readings[metric.name] = expression.reading(in: self)
                rawReadings[metric.name] = expression.reading(in: self, raw: true)
            }
        }
    }

    mutating func set(grade name: String, to reading: GradeReading) { grades[name] = reading }
    mutating func set(verdict name: String, to reading: TextReading) { verdicts[name] = reading }

    func reading(of path: MetricPath, raw: Bool) -> Reading { table.metric(path, raw: raw).reading(of: path) }

    func reading(of name: String, raw: Bool) -> Reading {
        (raw ? rawReadings : readings)[name]
            ?? Reading(
                interval: .everything, missing: [Missing(metric: name, source: nil, reason: "there is no such metric")])
    }

    func finding(of name: String) -> Finding { findings[name] ?? Finding(truth: .unknown) }

    func grade(_ name: String) -> GradeReading {
        grades[name]
            ?? GradeReading(
                best: 0, worst: 1, scale: ["", ""],
                missing: [Missing(metric: "grade.\(name)", source: nil, reason: "there is no such grade")])
    }

    func verdict(_ name: String) -> TextReading { verdicts[name] ?? TextReading(possible: nil) }

    func variable(_ name: String) -> String? {
        let variable = table.plan.vars.first { $0.name == name }
        return switch variable?.value {
        case .string(let text): text
        case .integer(let value): String(value)
        case .number(let value): value.description
        case .bool(let value): value ? "true" : "false"
        default: nil
        }
    }

    /// A kind that the system did not tell is the text `unknown`, and equals no other.
    var link: String? { table.observations.network?.link }
}
