import LinecheckExpressions
public import LinecheckJSON
public import LinecheckJudge
public import LinecheckRules
import LinecheckText

/// One line under several people's rulers, side by side, with what each of them looked at.
public struct RulersTable: Sendable {
    public struct Opinion: Sendable {
        var rules: RulesDocument
        var verdict: Verdict

        public init(rules: RulesDocument, verdict: Verdict) {
            self.rules = rules
            self.verdict = verdict
        }
    }

    private let opinions: [Opinion]

    public init(_ opinions: [Opinion]) { self.opinions = opinions }

    private struct Row {
        var ruler: String
        var subject: String
        var says: String
        var looksAt: String
    }

    private var rows: [Row] {
        opinions.flatMap { opinion in
            let ruler = opinion.rules.citation
            return opinion.verdict.grades.map { grade in
                Row(
                    ruler: ruler, subject: grade.title ?? grade.name, says: VerdictChanges.words(grade),
                    looksAt: words(grade))
            } + (opinion.verdict.score.map { [row($0, of: opinion)] } ?? [])
        }
    }

    private func words(_ grade: Verdict.Grade) -> String {
        let others = grade.neighbours.map { "\($0.name) \($0.reading.grade ?? "not determined")" }
        return "\(grade.of.text) is \(grade.of.words)"
            + (others.isEmpty ? "" : "; by \(others.joined(separator: ", "))")
    }

    private func row(_ score: Verdict.Score, of opinion: Opinion) -> Row {
        let total =
            score.score.map { "\($0) of \(score.most)" } ?? "\(score.atLeast) to \(score.atMost) of \(score.most)"
        let subject = score.components.count == 1 ? score.components[0].title : "Score"
        let inputs = score.components.flatMap(\.inputs).filter { $0.condition?.truth != .no }
        let parts =
            score.components.count == 1
            ? inputs.map { "\($0.of.text) \($0.of.words) gives \(points(of: $0))" }
            : score.components.map { "\($0.title) \(points(of: $0.atLeast, $0.atMost))" }
        return Row(
            ruler: opinion.rules.citation, subject: subject,
            says: (score.rating.map { "\($0), " } ?? "") + total, looksAt: parts.joined(separator: "; "))
    }

    private func points(of input: Verdict.Score.Input) -> String { points(of: input.atLeast, input.atMost) }
    private func points(of least: Int, _ most: Int) -> String { least == most ? "\(least)" : "\(least) to \(most)" }

    /// What the documents say about themselves, whatever was measured: why they differ.
    private var reasons: [(ruler: String, say: String)] {
        opinions.flatMap { opinion in
            opinion.rules.notes.filter { $0.condition == nil }.map { (opinion.rules.citation, $0.say) }
        }
    }

    public var text: String {
        let rows = rows
        let heads = TextLayout.lines(ofTable: rows.map { [$0.ruler, $0.subject, $0.says] }, left: 3)
        let lines = zip(heads, rows).flatMap { head, row in head + TextLayout.wrapped(row.looksAt, head: "      ") }
        let why = reasons.flatMap { TextLayout.wrapped($0.say, head: "  \($0.ruler)  ") }
        return (["one line, by each ruler"] + lines + ["", "why they differ"] + why).joined(separator: "\n")
    }

    public var json: JSONValue {
        .object([
            JSONMember(
                "rulers",
                .array(
                    rows.map { row in
                        .object([
                            JSONMember("rules", .string(row.ruler)), JSONMember("subject", .string(row.subject)),
                            JSONMember("says", .string(row.says)), JSONMember("looks_at", .string(row.looksAt)),
                        ])
                    })),
            JSONMember(
                "why_they_differ",
                .array(
                    reasons.map { reason in
                        .object([
                            JSONMember("rules", .string(reason.ruler)), JSONMember("say", .string(reason.say)),
                        ])
                    })),
        ])
    }
}
