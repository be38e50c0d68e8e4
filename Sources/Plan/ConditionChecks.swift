import LinecheckExpressions
import LinecheckJSON
import LinecheckRules

/// Reads every condition of a plan with the names it may use, and sees whether the rules fit the plan.
struct ConditionChecks {
    let plan: Plan
    let merged: MergedPlan
    let document: Field
    let rules: RulesDocument?

    func problems() -> [Problem] {
        let conditions = merged.phases.flatMap(\.conditions) + (document["expect"]?.elements ?? [])
        return conditions.compactMap(problem) + rulesProblems()
    }

    private var sources: MetricSources {
        MetricSources(
            probes: plan.probes.map(\.name), loads: plan.loads.map(\.name), phases: plan.phases.map(\.name))
    }

    private func problem(of condition: Field) -> Problem? {
        guard let text = condition.node.string else { return nil }
        var names = rules?.names ?? Namespace()
        names.variables = plan.vars.map(\.name)
        names.sources = sources
        do {
            _ = try Expression(text, in: names, expecting: .condition)
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
        return rules.warnings + rules.problems(against: sources, severity: isInline ? .error : .warning)
    }
}
