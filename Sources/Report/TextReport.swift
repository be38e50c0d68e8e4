import LinecheckExpressions
public import LinecheckJudge
public import LinecheckPlan
import LinecheckText

/// A verdict in words for a terminal: what a person needs first, then the evidence, then the doubts.
public struct TextReport {
    private let verdict: Verdict
    private let plan: Plan?

    /// - Parameter plan: as it ran, for advice that names its variables; nil: not known.
    public init(_ verdict: Verdict, plan: Plan? = nil) {
        self.verdict = verdict
        self.plan = plan
    }

    /// Lines of at most 80 columns, except where a name is longer itself.
    public var text: String {
        let sections = [
            opening, steps, answers, ruleEvidence, notMeasured, scoreTable, evidence, further, recoveries, loads,
            expectations, notes,
        ]
        return TextLayout.page(sections)
    }

    // MARK: First

    private var opening: [String] {
        [Headline(verdict).text, Conclusion(verdict).sentence].filter { !$0.isEmpty }
            .flatMap { TextLayout.wrapped($0, head: "") }
    }

    private var steps: [String] {
        let steps = Advice(verdict, plan: plan).steps
        return ["what to do next"] + steps.enumerated().flatMap { TextLayout.wrapped($1, head: "  \($0 + 1). ") }
    }

    private var answers: [String] {
        guard let rules = verdict.rules else { return [] }
        var rows = verdict.grades.map { ($0.title ?? $0.name, GradeWords($0, in: verdict).text) }
        rows += verdict.toldAnswers.map { ($0.title, words($0)) }
        rows.append(("Judged by", "\(rules.name)-\(rules.version)"))
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.flatMap { name, text in
            TextLayout.wrapped(text, head: "  " + name + String(repeating: " ", count: width - name.count))
        }
    }

    /// What is missing stands once below, under its reason, and not behind each answer.
    private func words(_ answer: Verdict.Answer) -> String {
        let others = Headline.list(answer.cannotRuleOut, "or")
        if answer.answer == "undetermined" {
            return others.isEmpty ? "undetermined: \(answer.say)" : "undetermined: it could be \(others)."
        }
        return answer.answer + (answer.say.isEmpty ? "" : ": \(answer.say)") + (answer.doubt.map { " \($0)" } ?? "")
    }

    private var ruleEvidence: [String] {
        let rows = RuleEvidence(verdict).rows.map { [$0.formula, $0.words] }
        return rows.isEmpty ? [] : ["evidence of the rules"] + TextLayout.table(rows, left: 2)
    }

    private var notMeasured: [String] {
        let gaps = NotMeasured(verdict).gaps
        guard !gaps.isEmpty else { return [] }
        return ["not measured"]
            + gaps.flatMap { gap in
                TextLayout.wrapped(gap.reason + ":", head: "  ") + TextLayout.wrapped(gap.subjects, head: "    ")
            }
    }

    // MARK: Evidence

    private var scoreTable: [String] {
        guard let score = verdict.score else { return [] }
        let rows = score.components.map { component in
            (["\(component.title)", "\(points(component)) of \(component.max)"], ScoreWords.inputs(component))
        }
        let heads = TextLayout.lines(ofTable: rows.map(\.0), left: 1)
        return ["points"]
            + zip(heads, rows).flatMap { $0.dropLast() + TextLayout.wrapped($1.1, head: ($0.last ?? "") + "  ") }
    }

    private func points(_ component: Verdict.Score.Component) -> String {
        component.atLeast == component.atMost ? "\(component.atLeast)" : "\(component.atLeast) to \(component.atMost)"
    }

    private var evidence: [String] {
        let table = EvidenceTable(verdict)
        guard !table.rows.isEmpty else { return [] }
        return TextLayout.table([["measured", ""] + EvidenceTable.heads] + table.rows, left: 2, indent: "")
            + table.gaps.flatMap { TextLayout.wrapped($0, head: "  –  ") }
    }

    private var further: [String] {
        let rows = FurtherMetrics(verdict).rows.map { row in
            [row.place, row.name, row.value + (row.count.map { " (n = \($0))" } ?? "")]
        }
        return rows.isEmpty ? [] : ["measured as well"] + TextLayout.table(rows, left: 3)
    }

    private var recoveries: [String] {
        let rows = Recoveries(verdict).rows
        return rows.isEmpty
            ? [] : ["recovered from the load"] + TextLayout.table(rows.map { [$0.place, $0.words] }, left: 2)
    }

    private var loads: [String] {
        let rows = LoadWords(verdict).rows
        return rows.isEmpty
            ? [] : ["loads"] + rows.flatMap { TextLayout.wrapped($0.words, head: "  \($0.place)  ") }
    }

    private var expectations: [String] {
        let lines = ExpectationWords(verdict).lines
        return lines.isEmpty ? [] : ["expected"] + lines.flatMap { TextLayout.wrapped($0, head: "  ") }
    }

    private var notes: [String] {
        let told = verdict.toldNotes(plan)
        return told.isEmpty ? [] : ["notes"] + told.flatMap { TextLayout.wrapped($0, head: "  - ") }
    }
}
