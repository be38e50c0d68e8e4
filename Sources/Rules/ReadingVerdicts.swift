import LinecheckExpressions
import LinecheckJSON

extension RulesReader {
    mutating func readVerdicts(_ object: ObjectReading) {
        guard let node = object.value("verdicts") else { return }
        for member in entries(node, "verdict lists") {
            guard let list = self.object(member.value, as: RulesTable.list) else { continue }
            let rules = required(list, "first_of").map { readRules($0) } ?? []
            let verdict = VerdictList(name: member.key, title: string(list, "title") ?? "", rules: rules)
            document.verdicts.append(verdict)
            names.verdicts.append(Namespace.Words(name: member.key, words: verdict.answers))
        }
    }

    private mutating func readRules(_ node: JSONNode) -> [VerdictList.Rule] {
        let entries = list(node, "rules")
        if entries.isEmpty { report("empty-list", node, "there are no rules here") }
        var rules: [VerdictList.Rule] = []
        for (index, entry) in entries.enumerated() {
            guard let rule = object(entry, as: RulesTable.rule) else { continue }
            let when = rule.value("when")
            if when == nil, index < entries.count - 1 {
                report(
                    "unreachable-rule", entries[index + 1], "the rule before it always answers", "move that one last")
            }
            rules.append(
                VerdictList.Rule(
                    answer: answer(rule), condition: when.flatMap { formula($0, .condition) },
                    say: string(rule, "say") ?? "", evidence: evidence(rule)))
        }
        return rules
    }

    private mutating func answer(_ rule: ObjectReading) -> String {
        guard let answer = string(rule, "is") else { return "" }
        if answer == "undetermined" {
            report(
                "bad-value", rule.value("is") ?? rule.node,
                "\"undetermined\" is what a list says when it cannot answer",
                "choose another word")
        }
        return answer
    }

    private mutating func evidence(_ rule: ObjectReading) -> [Formula] {
        guard let node = rule.value("evidence") else { return [] }
        return list(node, "expressions").compactMap { formula($0, .quantity) }
    }
}
