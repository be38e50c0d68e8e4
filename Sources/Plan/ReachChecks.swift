import LinecheckExpressions
import LinecheckJSON
import LinecheckRules

/// Phases that no run reaches and expectations that no run meets, proved on the bounds of what can be measured.
///
/// A condition that variables were written into is left alone: another `--set` may make it true. No phase is jumped by every
/// path, since a `goto` is only taken when a load fails.
struct ReachChecks {
    let plan: Plan
    let merged: MergedPlan
    let document: Field
    let rules: RulesDocument?

    func problems() -> [Problem] {
        let environment = rules?.openEnvironment ?? OpenEnvironment()
        var unreached: Set<String> = []
        var problems: [Problem] = []
        for (index, phase) in merged.phases.enumerated() {
            guard let field = phase.conditions.last, let condition = condition(of: phase) else { continue }
            var atThisPhase = environment
            atThisPhase.unmeasuredPhases = unreached.union(merged.phases[index...].map(\.name))
            guard condition.neverHolds(in: atThisPhase) else { continue }
            unreached.insert(phase.name)
            let reason =
                condition.neverHolds(in: environment)
                ? "its condition is false whatever is measured"
                : "\(nothing(of: condition, in: atThisPhase.unmeasuredPhases)) is measured when its condition is asked"
            problems.append(
                field.warning(
                    "unreachable-phase", "the phase \"\(phase.name)\" is never reached: \(reason)",
                    fix: "correct the condition, or remove the phase"))
        }
        var atTheEnd = environment
        atTheEnd.unmeasuredPhases = unreached
        return problems + (document["expect"]?.elements ?? []).compactMap { unmet($0, in: atTheEnd) }
    }

    private func unmet(_ field: Field, in environment: OpenEnvironment) -> Problem? {
        guard !field.hasVariables, let text = field.node.string, let condition = expression(text),
            condition.neverHolds(in: environment)
        else { return nil }
        return field.warning(
            "never-holds", "no run meets this expectation: there is nothing to measure that makes it true",
            fix: "correct it, or remove it")
    }

    /// Of the phase and of those that include it, together; nil when there is none, or one that is not read or may be set.
    private func condition(of phase: MergedPhase) -> Expression? {
        guard !phase.conditions.contains(where: \.hasVariables),
            let text = plan.phases.first(where: { $0.name == phase.name })?.when
        else { return nil }
        return expression(text)
    }

    private func expression(_ text: String) -> Expression? {
        try? Expression(text, in: plan.names(with: rules), expecting: .condition)
    }

    private func nothing(of condition: Expression, in phases: Set<String>) -> String {
        let asked = condition.metrics.map(\.path.phase).first(where: phases.contains)
        return asked.map { "nothing of \"\($0)\"" } ?? "nothing that it names"
    }
}

extension Field {
    /// Whether a variable was written into this text.
    fileprivate var hasVariables: Bool {
        let bytes = source.bytes[node.range]
        return zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "$") && $1 == UInt8(ascii: "{") }
    }
}
