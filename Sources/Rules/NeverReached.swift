public import LinecheckExpressions
public import LinecheckJSON

extension RulesDocument {
    /// What can never be reached whatever is measured, proved on the bounds of metrics and on the order of the rules.
    ///
    /// A rule whose condition is false for every value; one that an earlier rule implies; what stands behind a rule that
    /// always answers; a step that no value of its formula falls in; an input or note whose condition never holds. What is
    /// not listed may be unreachable all the same: the proof is sound and not complete.
    public var neverReached: [Problem] {
        var problems: [Problem] = []
        let environment = openEnvironment { problems += $0 }
        for component in score?.components ?? [] {
            for input in component.inputs { problems += unreached(input, of: component, in: environment) }
        }
        problems += notes.compactMap { note in
            guard let condition = note.condition, condition.expression.neverHolds(in: environment) else { return nil }
            return problem(
                condition, "this note is never said: its condition is false whatever is measured", "remove it")
        }
        return Problems(problems).list
    }

    /// What may be measured, with the names of this document: formulas, grades, and the answers that can be given.
    public var openEnvironment: OpenEnvironment { openEnvironment { _ in } }

    private func openEnvironment(_ tell: ([Problem]) -> Void) -> OpenEnvironment {
        var environment = OpenEnvironment()
        for metric in metrics { environment.define(metric: metric.name, as: metric.formula.expression) }
        for grade in grades {
            tell(unreached(grade, in: environment))
            environment.define(grade: grade.name, scale: grade.labels)
        }
        for list in verdicts {
            let dead = deadRules(of: list, in: environment)
            tell(dead.map(\.problem))
            let living = list.rules.indices.filter { index in !dead.contains { $0.rules.contains(index) } }
            let answers = living.map { list.rules[$0].answer } + ["undetermined"]
            environment.define(verdict: list.name, answers: answers)
        }
        return environment
    }

    // MARK: Rules

    /// Why rules are dead, and which.
    private func deadRules(
        of list: VerdictList, in environment: OpenEnvironment
    ) -> [(rules: [Int], problem: Problem)] {
        var dead: [(rules: [Int], problem: Problem)] = []
        for (index, rule) in list.rules.enumerated() {
            guard let condition = rule.condition else { continue }
            if condition.expression.neverHolds(in: environment) {
                let message = "this rule can never fire: its condition is false whatever is measured"
                dead.append(([index], deadRule(condition, message, "remove it, or correct its condition")))
            } else if let earlier = firstImplied(by: condition, among: list.rules[..<index], environment) {
                let message =
                    "this rule can never fire: whenever it holds, rule \(earlier + 1) (\(list.rules[earlier].answer)) "
                    + "has answered before"
                let fix = "move it before that one, which is at \(place(of: list.rules[earlier])), or remove it"
                dead.append(([index], deadRule(condition, message, fix)))
            } else if condition.expression.alwaysHolds(in: environment), index < list.rules.count - 1 {
                let message = "this rule always answers: the rules after it can never fire"
                dead.append(
                    (
                        Array(index + 1..<list.rules.count),
                        deadRule(condition, message, "move it last, without \"when\"")
                    ))
                return dead
            }
        }
        return dead
    }

    private func firstImplied(
        by condition: Formula, among earlier: ArraySlice<VerdictList.Rule>, _ environment: OpenEnvironment
    ) -> Int? {
        earlier.indices.first { index in
            guard let other = earlier[index].condition else { return false }
            return condition.expression.implies(other.expression, in: environment)
        }
    }

    // MARK: Steps

    private func unreached(_ grade: GradeRule, in environment: OpenEnvironment) -> [Problem] {
        let possible = possibleSteps(
            grade.scale.map(\.threshold), for: grade.formula.expression.reading(in: environment).interval)
        return grade.scale.indices.filter { !possible.contains($0) }.map { index in
            let message =
                "the grade \"\(grade.scale[index].grade)\" can never be given: no value of this falls in its step"
            return problem(grade.formula, message, "correct the scale")
        }
    }

    private func unreached(
        _ input: ScoreRule.Input, of component: ScoreRule.Component, in environment: OpenEnvironment
    ) -> [Problem] {
        if let condition = input.condition, condition.expression.neverHolds(in: environment) {
            let message = "this input of \(component.name) never counts: its condition is false whatever is measured"
            return [problem(condition, message, "remove it, or correct its condition")]
        }
        let expression = input.formula.expression
        let interval: Interval
        switch expression.side(in: environment).value {
        case .quantity(let reading): interval = reading.interval
        case .grade(let reading): interval = Interval(-Double(reading.worst), -Double(reading.best))
        case .text: return []
        }
        let possible = possibleSteps(input.steps.map(\.threshold), for: interval)
        return input.steps.indices.filter { !possible.contains($0) }.map { index in
            let message = "step \(index + 1) of this can never be reached: no value of it falls there"
            return problem(input.formula, message, "correct the steps")
        }
    }

    private func deadRule(_ condition: Formula, _ message: String, _ fix: String) -> Problem {
        Problem(
            .warning, code: "rule-never-fires", in: source, at: condition.node.range, message: message, fix: fix)
    }

    /// Line and column of a rule's condition.
    private func place(of rule: VerdictList.Rule) -> String {
        let place = source.place(of: rule.condition?.node.range.lowerBound ?? 0)
        return "\(place.line):\(place.column)"
    }

    private func problem(_ formula: Formula, _ message: String, _ fix: String) -> Problem {
        Problem(.warning, code: "never-reached", in: source, at: formula.node.range, message: message, fix: fix)
    }
}
