import LinecheckExpressions
public import LinecheckJudge
public import LinecheckPlan
import LinecheckText

/// A verdict to paste into a forum or a ticket, in the Markdown that GitHub and most forums share (GFM 0.29).
public struct MarkdownReport {
    private let verdict: Verdict
    private let plan: Plan?
    private let began: String

    /// - Parameters:
    ///   - plan: as it ran, for advice that names its variables; nil: not known.
    ///   - began: when the run began, in words.
    public init(_ verdict: Verdict, plan: Plan? = nil, began: String) {
        self.verdict = verdict
        self.plan = plan
        self.began = began
    }

    public var text: String {
        let sections = [
            opening, steps, answers, ruleEvidence, evidence, further, recoveries, gaps, score, loads, expectations,
            notes,
            source,
        ]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var opening: [String] {
        let sentence = Conclusion(verdict).sentence
        return (sentence.isEmpty ? [] : ["## \(Self.escaped(sentence))", ""]) + [Self.escaped(Headline(verdict).text)]
    }

    private var steps: [String] {
        ["**What to do next**", ""]
            + Advice(verdict, plan: plan).steps.enumerated().map { "\($0 + 1). \(Self.escaped($1))" }
    }

    private var answers: [String] {
        guard !verdict.answers.isEmpty || !verdict.grades.isEmpty else { return [] }
        let grades = verdict.grades.map { grade in
            let words = GradeWords(grade, in: verdict)
            return [
                Self.escaped(grade.title ?? grade.name), "**\(Self.escaped(words.word))**", Self.escaped(words.basis),
            ]
        }
        return Self.table(
            ["", "", "because"],
            grades
                + verdict.toldAnswers.map { answer in
                    let doubt = answer.certain || answer.answer == "undetermined" ? "" : " (not certain)"
                    let others = Headline.list(answer.cannotRuleOut, "or")
                    let say = answer.answer == "undetermined" ? "It could be \(others)." : answer.say
                    return [
                        Self.escaped(answer.title), "**\(Self.escaped(answer.answer))**\(doubt)", Self.escaped(say),
                    ]
                }, isEscaped: true)
    }

    private var evidence: [String] {
        let table = EvidenceTable(verdict)
        guard !table.rows.isEmpty else { return [] }
        return Self.table(["probe", "phase"] + EvidenceTable.heads, table.rows) + (table.gaps.isEmpty ? [] : [""])
            + table.gaps.map { "– \(Self.escaped($0))  " }
    }

    private var ruleEvidence: [String] {
        let rows = RuleEvidence(verdict).rows
        return rows.isEmpty
            ? [] : ["**Evidence of the rules**", ""] + rows.map { "- \(Self.escaped("\($0.formula): \($0.words)"))" }
    }

    private var further: [String] {
        let rows = FurtherMetrics(verdict).rows
        guard !rows.isEmpty else { return [] }
        return Self.table(
            ["measured as well", "", "", "n"],
            rows.map { [$0.place, $0.name, $0.value, $0.count.map(String.init) ?? "–"] })
    }

    private var recoveries: [String] {
        let rows = Recoveries(verdict).rows
        return rows.isEmpty
            ? []
            : ["**Recovered from the load**", ""] + rows.map { "- \(Self.escaped("\($0.place): \($0.words)"))" }
    }

    private var expectations: [String] {
        let lines = ExpectationWords(verdict).lines
        return lines.isEmpty ? [] : ["**Expected**", ""] + lines.map { "- \(Self.escaped($0))" }
    }

    private var gaps: [String] {
        let gaps = NotMeasured(verdict).gaps
        return gaps.isEmpty
            ? [] : ["**Not measured**", ""] + gaps.map { "- \(Self.escaped($0.subjects)): \(Self.escaped($0.reason))" }
    }

    private var score: [String] {
        guard let score = verdict.score else { return [] }
        return Self.table(
            ["score", "points", "because"],
            score.components.map { component in
                let points =
                    component.atLeast == component.atMost
                    ? "\(component.atLeast)" : "\(component.atLeast) to \(component.atMost)"
                return [component.title, "\(points) of \(component.max)", ScoreWords.inputs(component)]
            })
    }

    private var loads: [String] {
        let rows = LoadWords(verdict).rows
        return rows.isEmpty ? [] : rows.map { "- \(Self.escaped("\($0.place): \($0.words)"))" }
    }

    private var notes: [String] { verdict.toldNotes(plan).map { "> \(Self.escaped($0))  " } }

    private var source: [String] {
        let rules = verdict.rules.map { ", judged by \($0.name)-\($0.version)" } ?? ""
        return ["*\(Self.escaped("\(verdict.plan), \(began)\(rules), with linecheck"))*"]
    }

    // MARK: Form

    private static func table(_ head: [String], _ rows: [[String]], isEscaped: Bool = false) -> [String] {
        let line = { (cells: [String]) in "| " + cells.joined(separator: " | ") + " |" }
        let cells = rows.map { row in row.map { isEscaped ? $0 : escaped($0) } }
        return [line(head), line(head.map { _ in "---" })] + cells.map(line)
    }

    /// A backslash before whatever Markdown or HTML would take for its own (GFM §6.1); text stays text.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if character.isNewline {
                result += " "
            } else if !character.unicodeScalars.allSatisfy({ VisibleText.isPlain($0) }) {
                result += "\u{FFFD}"
            } else {
                if #"\`*_{}[]<>#|~&@"#.contains(character) { result += "\\" }
                result.append(character)
            }
        }
        return result
    }
}
