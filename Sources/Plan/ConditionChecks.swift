import LinecheckExpressions
public import LinecheckJSON
import LinecheckRules

/// Reads every condition of a plan with the names it may use, and sees whether the rules fit the plan.
struct ConditionChecks {
    let plan: Plan
    let merged: MergedPlan
    let document: Field
    let rules: RulesDocument?

    func problems() -> [Problem] {
        let conditions = merged.phases.flatMap(\.conditions) + (document["expect"]?.elements ?? [])
        return conditions.lazy.compactMap(problem).prefix(Problems.most) + rulesProblems()
    }

    private func problem(of condition: Field) -> Problem? {
        guard let text = condition.node.string else { return nil }
        do {
            _ = try Expression(text, in: plan.names(with: rules), expecting: .condition)
            return nil
        } catch {
            return Problem(
                code: error.code, in: condition.source,
                at: condition.node.place(ofPart: error.range, in: condition.source), pointer: condition.pointer,
                message: error.message, fix: error.fix)
        }
    }

    /// Rules of another document serve many plans and may name more than this one has; inline rules have no such excuse.
    private func rulesProblems() -> [Problem] {
        guard let rules else { return [] }
        let isInline = document["rules"]?.node.members != nil
        let fit = rules.problems(against: plan.sources, severity: isInline ? .error : .warning)
        return rules.warnings + rules.neverReached + fit
            + SampleChecks(plan: plan, merged: merged, rules: rules).problems()
    }
}

extension Plan {
    fileprivate var sources: MetricSources {
        MetricSources(probes: probes.map(\.name), loads: loads.map(\.name), phases: phases.map(\.name))
    }

    /// What a condition of this plan may name.
    func names(with rules: RulesDocument?) -> Namespace {
        var names = rules?.names ?? Namespace()
        names.variables = vars.map(\.name)
        names.sources = sources
        return names
    }
}

extension ReadPlan {
    /// Checks conditions that are added to the plan's own, as `--expect` does.
    ///
    /// - Parameter origin: what the author calls the place where they stand.
    ///
    /// Throws every problem of them, with the place in the condition.
    public func checkConditions(_ conditions: [String], named origin: String) throws(Problems) {
        let problems = conditions.compactMap { text -> Problem? in
            do throws(ExpressionProblem) {
                _ = try Expression(text, in: plan.names(with: rules), expecting: .condition)
                return nil
            } catch {
                let source = SourceText(name: origin, text: text)
                return Problem(code: error.code, in: source, at: error.range, message: error.message, fix: error.fix)
            }
        }
        if !problems.isEmpty { throw Problems(problems) }
    }
}
