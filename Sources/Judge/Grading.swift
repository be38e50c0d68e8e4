import LinecheckExpressions
import LinecheckRules

extension Verdict.Grade {
    /// Sorts what the rule names; a part that is unmeasured matters only if it could change the step.
    init(_ rule: GradeRule, in bench: Bench) {
        let side = rule.formula.expression.side(in: bench)
        let reading = Reading(side)
        self.init(
            name: rule.name, title: rule.title, reading: rule.sort(reading), of: side,
            neighbours: rule.neighbours.map { neighbour in
                Neighbour(
                    name: neighbour.name, reading: rule.sort(neighbour.formula.expression.reading(in: bench)))
            },
            margin: reading.value.flatMap { rule.margin(of: $0) })
    }
}

extension GradeRule {
    func sort(_ reading: Reading) -> GradeReading {
        let steps = possibleSteps(scale.map(\.threshold), for: reading.interval)
        return GradeReading(
            best: steps.first ?? 0, worst: steps.last ?? scale.count - 1, scale: labels, missing: reading.missing)
    }

    fileprivate func margin(of value: Double) -> Verdict.Grade.Margin? {
        guard let step = possibleSteps(scale.map(\.threshold), for: Interval(point: value)).first, scale.count > 1
        else {
            return nil
        }
        let edge = max(step - 1, 0)
        guard let threshold = scale[edge].threshold else { return nil }
        return Verdict.Grade.Margin(distance: abs(value - threshold.value), to: scale[step == 0 ? 1 : edge].grade)
    }
}

extension Reading {
    /// What is known of a side that is a quantity.
    init(_ side: Side) {
        if case .quantity(let reading) = side.value { self = reading } else { self.init(interval: .everything) }
    }
}
