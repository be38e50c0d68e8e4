import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan
import LinecheckReport

/// What the plan expected, and the doubts that belong to the verdict.
struct RemarksSection {
    let verdict: Verdict
    let plan: Plan

    var markup: Markup { expectations + notes }

    private var expectations: Markup {
        guard !verdict.expectations.isEmpty else { return .nothing }
        return .element(
            "section", [:], .element("h2", [:], "Expected"),
            Table(head: ["condition", "result", "observed"], rows: verdict.expectations.map(row), numbers: []).markup)
    }

    private func row(_ expectation: Verdict.Expectation) -> [Markup] {
        let (sign, words) =
            switch expectation.truth {
            case .yes: ("✓", "holds")
            case .no: ("✕", "fails")
            case .unknown: ("?", "unknown")
            }
        let observed = expectation.finding.comparisons.first.map { Markup($0.left.words) } ?? .nothing
        return [
            .element("code", [:], Markup(expectation.condition)), Markup("\(sign) \(words)"),
            expectation.reason.map(notMeasured) ?? observed,
        ]
    }

    private var notes: Markup {
        let told = verdict.toldNotes(plan)
        guard !told.isEmpty else { return .nothing }
        return .element(
            "section", [:], .element("h2", [:], "Notes"),
            .element("ul", ["class": "notes"], told.map { .element("li", [:], Markup($0)) }))
    }
}
