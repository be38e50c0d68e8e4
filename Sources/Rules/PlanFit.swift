public import LinecheckExpressions
public import LinecheckJSON

extension RulesDocument {
    /// What the rules name that a plan does not have: those metrics will be unmeasured.
    ///
    /// Rules serve many plans, so these are warnings unless the caller knows better.
    public func problems(against sources: MetricSources, severity: Problem.Severity = .warning) -> [Problem] {
        formulas.flatMap { formula in
            formula.expression.metrics.compactMap { metric in
                sources.problem(with: metric.path, at: metric.range).map {
                    Problem(severity, $0, in: formula.node, source: source)
                }
            }
        }
    }

    /// Every expression of the document, in the order of the file.
    public var formulas: [Formula] {
        var list = metrics.map(\.formula)
        for grade in grades { list += [grade.formula] + grade.neighbours.map(\.formula) }
        for verdict in verdicts {
            for rule in verdict.rules { list += (rule.condition.map { [$0] } ?? []) + rule.evidence }
        }
        for component in score?.components ?? [] {
            for input in component.inputs { list += (input.condition.map { [$0] } ?? []) + [input.formula] }
        }
        return list + notes.compactMap(\.condition)
    }
}
