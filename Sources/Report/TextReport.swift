import LinecheckExpressions
public import LinecheckJudge

/// A verdict in words for a terminal: what a person needs first, then the evidence, then the doubts.
public struct TextReport {
    private let verdict: Verdict

    public init(_ verdict: Verdict) { self.verdict = verdict }

    /// Lines of at most 80 columns, except where a name or reason is longer itself.
    public var text: String {
        let sections = [
            headline, answers, scoreTable, evidence, loads, expectations, notes,
        ]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    // MARK: First

    private var headline: [String] {
        let rules =
            verdict.rules.map { ", judged by \($0.name)-\($0.version)" } ?? ", not judged: the plan names no rules"
        let reason = verdict.outcomeReason.map { " (\($0))" } ?? ""
        return TextLayout.wrapped("\(verdict.plan): \(verdict.outcome)\(reason)\(rules)", head: "")
    }

    private var answers: [String] {
        let names =
            (verdict.score == nil ? [] : ["score"]) + verdict.grades.map { $0.title ?? $0.name }
            + verdict.answers.map(\.title)
        let width = (names.map(\.count).max() ?? 0) + 2
        func line(_ name: String, _ text: String) -> [String] {
            TextLayout.wrapped(text, head: "  " + name + String(repeating: " ", count: width - name.count))
        }
        var lines = verdict.score.map { line("score", words($0)) } ?? []
        for grade in verdict.grades { lines += line(grade.title ?? grade.name, words(grade)) }
        for answer in verdict.answers { lines += line(answer.title, words(answer)) }
        return lines
    }

    private func words(_ score: Verdict.Score) -> String {
        guard let points = score.score else {
            return "not determined: at least \(score.atLeast), at most \(score.atMost) of \(score.most)"
        }
        return "\(points) of \(score.most)" + (score.rating.map { ", \($0)" } ?? "")
    }

    private func words(_ grade: Verdict.Grade) -> String {
        guard let word = grade.grade else {
            let best = grade.atBest.map { ", at best \($0)" } ?? ""
            return "not determined\(best): \(grade.of.words)"
        }
        let margin = grade.margin.map { ", \(Words.quantity($0.distance, grade.of.type)) from \($0.to)" } ?? ""
        let by = grade.neighbours.map { "\($0.name) \($0.reading.grade ?? "not determined")" }.joined(separator: ", ")
        return "\(word) (\(grade.of.words)\(margin))" + (by.isEmpty ? "" : "; by \(by)")
    }

    private func words(_ answer: Verdict.Answer) -> String {
        var text = answer.answer + (answer.say.isEmpty ? "" : ": \(answer.say)")
        if !answer.cannotRuleOut.isEmpty {
            text += " Not ruled out: \(answer.cannotRuleOut.joined(separator: ", "))"
            text += answer.missing.first.map { ", since \($0.metric) is not measured: \($0.reason)." } ?? "."
        } else if !answer.certain {
            text += " Not certain; see the notes."
        }
        return text
    }

    // MARK: Evidence

    private var scoreTable: [String] {
        guard let score = verdict.score else { return [] }
        let rows = score.components.map { component in
            let points =
                component.atLeast == component.atMost
                ? "\(component.atLeast)" : "\(component.atLeast) to \(component.atMost)"
            let inputs = component.inputs.filter { $0.condition?.truth != .no }.map { "\($0.of.text) \($0.of.words)" }
            return (["\(component.title)", "\(points) of \(component.max)"], inputs.joined(separator: ", "))
        }
        let heads = TextLayout.table(rows.map(\.0), left: 1)
        return ["points"] + zip(heads, rows).flatMap { TextLayout.wrapped($1.1, head: $0 + "  ") }
    }

    private var evidence: [String] {
        let table = EvidenceTable(verdict)
        guard !table.rows.isEmpty || !table.gaps.isEmpty else { return [] }
        let header = ["measured", "", "p50", "p95", "max", "jitter", "loss", "sent"]
        var lines = TextLayout.table([header] + table.rows, left: 2, indent: "")
        for gap in table.gaps { lines += TextLayout.wrapped("not measured: \(gap.reason)", head: gap.names + "  ") }
        return lines
    }

    private var loads: [String] {
        let lines = verdict.loads.flatMap { load in
            load.phases.flatMap { phase -> [String] in
                let rate = EvidenceTable(verdict).words("\(load.name).\(phase.phase).rate.mean")
                var text = phase.reason ?? rate ?? "rate not measured"
                text += "; \(Words.bytes(phase.bytes)) over \(phase.streams) streams"
                if phase.reopenings > 0 { text += ", \(phase.reopenings) reopenings" }
                if !phase.saturation.limits.isEmpty {
                    text += "; limited by \(phase.saturation.limits.joined(separator: ", "))"
                }
                return TextLayout.wrapped(text, head: "  \(load.name) in \(phase.phase)  ")
            }
        }
        return lines.isEmpty ? [] : ["loads"] + lines
    }

    private var expectations: [String] {
        guard !verdict.expectations.isEmpty else { return [] }
        return ["expected"]
            + verdict.expectations.flatMap { expectation -> [String] in
                let result =
                    switch expectation.truth {
                    case .yes: "holds"
                    case .no: "FAILS"
                    case .unknown: "unknown: \(expectation.reason ?? "not measured")"
                    }
                let observed = expectation.finding.comparisons.first.map { " (\($0.left.words))" } ?? ""
                return TextLayout.wrapped(
                    "\(expectation.condition)  \(result)\(expectation.truth == .unknown ? "" : observed)", head: "  ")
            }
    }

    private var notes: [String] {
        verdict.notes.isEmpty ? [] : ["notes"] + verdict.notes.flatMap { TextLayout.wrapped($0, head: "  - ") }
    }
}
