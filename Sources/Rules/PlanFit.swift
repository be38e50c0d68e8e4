public import LinecheckExpressions
public import LinecheckJSON

extension RulesDocument {
    /// What the rules name that a plan does not have: those metrics will be unmeasured.
    ///
    /// Rules serve many plans, so these are warnings unless the caller knows better.
    public func problems(against sources: MetricSources, severity: Problem.Severity = .warning) -> [Problem] {
        fitting(probes: sources.probes).formulas.flatMap { formula in
            formula.expression.metrics.compactMap { metric in
                sources.problem(with: metric.path, at: metric.range).map {
                    Problem(severity, $0, in: formula.node, source: source)
                }
            }
        }
    }

    /// These rules for a plan with these probes: without what asks for optional ones that it lacks.
    public func fitting(probes: [String]) -> RulesDocument {
        let missing = optional.filter { !probes.contains($0) }
        guard !missing.isEmpty else { return self }
        let supplements = Supplements(of: missing, in: metrics)
        var rules = self
        rules.metrics.removeAll { supplements.concern($0.formula) }
        rules.notes.removeAll { $0.condition.map(supplements.concern) ?? false }
        for list in rules.verdicts.indices {
            for rule in rules.verdicts[list].rules.indices {
                rules.verdicts[list].rules[rule].evidence.removeAll { supplements.concern($0) }
            }
        }
        return rules
    }

    /// What asks for optional probes, lacking or not.
    var supplements: Supplements { Supplements(of: optional, in: metrics) }

    /// The expressions from which answers, grades and points are made.
    var opinions: [Formula] {
        var list = grades.flatMap { [$0.formula] + $0.neighbours.map(\.formula) }
        list += verdicts.flatMap { $0.rules.compactMap(\.condition) }
        return list
            + (score?.components ?? []).flatMap { component in
                component.inputs.flatMap { ($0.condition.map { [$0] } ?? []) + [$0.formula] }
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
