import LinecheckExpressions
import LinecheckRules

extension Verdict.Answer {
    /// The first rule that holds answers; one that cannot be told is noted, and what it would have said cannot be ruled out.
    init(_ list: VerdictList, in bench: Bench) {
        var results: [Verdict.RuleResult] = []
        var noted: [String] = []
        var missing: [Missing] = []
        var fired: VerdictList.Rule?
        for (index, rule) in list.rules.enumerated() {
            let finding = rule.condition?.expression.finding(in: bench) ?? Finding(truth: .yes)
            var outcome = Verdict.RuleResult.Outcome(finding.truth)
            if fired != nil {
                outcome = .notReached
            } else if rule.condition == nil, noted.contains(where: { $0 != rule.answer }) {
                // The last resort is no proof: whatever was noted might have answered before it.
                noted.append(rule.answer)
                outcome = .unknown
            }
            switch outcome {
            case .fired: fired = rule
            case .unknown where rule.condition != nil || index < list.rules.count - 1:
                noted.append(rule.answer)
                missing += finding.missing
            default: break
            }
            results.append(
                Verdict.RuleResult(
                    answer: rule.answer, condition: rule.condition?.text, outcome: outcome, finding: finding,
                    evidence: rule.evidence.map { $0.expression.side(in: bench) }))
        }
        let others = unique(noted).filter { $0 != fired?.answer }
        self.init(
            name: list.name, title: list.title, answer: fired?.answer ?? "undetermined",
            certain: fired != nil && others.isEmpty, cannotRuleOut: others,
            say: fired?.say ?? Self.undetermined(others, missing), rules: results, missing: unique(missing),
            isRow: Set(list.rules.map(\.answer)).isSubset(of: ["ok", "suspect", "at-fault"]))
    }

    private static func undetermined(_ possible: [String], _ missing: [Missing]) -> String {
        guard let first = missing.first else {
            return possible.isEmpty
                ? "No rule of this list holds." : "It could be \(possible.joined(separator: " or "))."
        }
        return "Cannot be told, because \(first.metric) is not measured: \(first.reason). "
            + "Possible are \(possible.joined(separator: ", "))."
    }

    /// Every answer that is possible.
    var possible: [String] { answer == "undetermined" ? cannotRuleOut : [answer] + cannotRuleOut }

    /// What a later list sees of this one.
    var reading: TextReading {
        let reasons = possible.count > 1 ? missing : []
        return TextReading(possible: possible.isEmpty ? [answer] : possible, missing: reasons)
    }
}

extension Verdict.RuleResult.Outcome {
    fileprivate init(_ truth: Truth) {
        switch truth {
        case .yes: self = .fired
        case .no: self = .notFired
        case .unknown: self = .unknown
        }
    }
}

func unique<Element: Hashable>(_ list: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return list.filter { seen.insert($0).inserted }
}
