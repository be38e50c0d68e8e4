import LinecheckExpressions
import LinecheckJudge
import LinecheckReport

/// Each answer with its rules: which fired, which did not, which could not be judged and why.
struct AnswersSection {
    let verdict: Verdict

    var markup: Markup {
        guard !verdict.answers.isEmpty else { return .nothing }
        return .element(
            "section", ["aria-labelledby": "answers"],
            .element("h2", ["id": "answers"], Markup(verdict.rows.isEmpty ? "What the rules say" : "Who is at fault")),
            .element("div", ["class": "answers"], verdict.toldAnswers.map(answer)))
    }

    private func answer(_ answer: Verdict.Answer) -> Markup {
        let isUndetermined = answer.answer == "undetermined"
        let others = answer.cannotRuleOut.joined(separator: ", ")
        var say = isUndetermined ? "It could be \(others)." : answer.say
        if !isUndetermined, let doubt = answer.doubt { say += " \(doubt)" }
        return .element(
            "details", ["class": "answer"],
            .element(
                "summary", [:], .element("span", ["class": "name"], Markup(answer.title)), badge(answer),
                .element("span", ["class": "say"], Markup(say))),
            .element("ol", ["class": "rules"], answer.rules.map(rule)),
            answer.missing.isEmpty
                ? .nothing : .element("p", ["class": "quiet"], Markup("Missing: \(reasons(answer.missing))")))
    }

    /// A sign and a word; the colour only repeats them.
    private func badge(_ answer: Verdict.Answer) -> Markup {
        let (sign, kind): (String, String) =
            switch answer.answer {
            case "ok", "clean", "good", "nothing", "alike": ("✓", "good")
            case "undetermined": ("?", "open")
            case "suspect", "stutters": ("!", "suspect")
            case "at-fault": ("✕", "bad")
            default: verdict.hasBundledRules ? ("✕", "bad") : ("•", "open")
            }
        let words = answer.answer.split(separator: "-").joined(separator: " ")
        let doubt = answer.certain || answer.answer == "undetermined" ? "" : ", not certain"
        return .element(
            "span", ["class": "badge \(kind)"], .element("span", ["aria-hidden": "true"], Markup("\(sign) ")),
            Markup(words + doubt))
    }

    private func rule(_ rule: Verdict.RuleResult) -> Markup {
        let (sign, words): (String, String) =
            switch rule.outcome {
            case .fired: ("●", "fired")
            case .notFired: ("○", "did not fire")
            case .unknown: ("?", "could not be judged")
            case .notReached:
                ("–", "not reached" + (rule.condition == nil ? "" : ", " + truth(rule.finding.truth)))
            }
        var seen: Set<String> = []
        let comparisons = rule.finding.comparisons.map(self.words).filter { seen.insert($0).inserted }
            .map { Markup.element("li", [:], Markup($0)) }
        let evidence = rule.evidence.map { side in
            Markup.element("li", [:], Markup("\(side.text): \(side.words)\(count(side))"))
        }
        return .element(
            "li", ["class": rule.outcome.rawValue],
            .element("span", ["class": "sign", "aria-hidden": "true"], Markup(sign)),
            .element(
                "div", [:], .element("b", [:], Markup(rule.answer)), Markup(" \(words)"),
                .element(
                    "div", [:], rule.condition.map { .element("code", [:], Markup($0)) } ?? "when no other rule may"),
                comparisons.isEmpty && evidence.isEmpty ? .nothing : .element("ul", [:], comparisons + evidence)))
    }

    private func truth(_ truth: Truth) -> String {
        switch truth {
        case .yes: "would have fired"
        case .no: "would not have fired"
        case .unknown: "could not be judged"
        }
    }

    private func words(_ comparison: LinecheckExpressions.Comparison) -> String {
        var words = "\(comparison.left.text) is \(comparison.left.words)\(count(comparison.left))"
        if let right = comparison.right, !isLiteral(right) { words += "; \(right.text) is \(right.words)" }
        if let distance = comparison.distance {
            words += ", \(Words.quantity(abs(distance), comparison.left.type)) from deciding otherwise"
        }
        return words
    }

    /// What stands in the condition says no more when it is said again.
    private func isLiteral(_ side: Side) -> Bool {
        switch side.value {
        case .quantity(let reading): reading.samples == nil && reading.missing.isEmpty
        case .grade, .text: side.text.hasPrefix("'") || side.text.hasPrefix("\"")
        }
    }

    private func count(_ side: Side) -> String {
        guard case .quantity(let reading) = side.value, reading.value != nil, let samples = reading.samples else {
            return ""
        }
        return " (n = \(samples))"
    }

    private func reasons(_ missing: [Missing]) -> String {
        missing.map { "\($0.metric) (\($0.reason))" }.joined(separator: ", ")
    }
}
