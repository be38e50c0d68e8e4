import LinecheckExpressions
public import LinecheckJudge

/// A verdict in one line: grades, answers that are not all well, score.
public struct Summary {
    private let verdict: Verdict

    public init(_ verdict: Verdict) { self.verdict = verdict }

    public var text: String {
        var parts: [String] = []
        if let score = verdict.score {
            parts.append(score.score.map { "score \($0)" } ?? "score \(score.atLeast) to \(score.atMost)")
        }
        parts += verdict.grades.map { "\($0.name) \($0.grade ?? "not determined")" }
        parts += verdict.answers.filter { $0.answer != "ok" }.map { "\($0.name) \($0.answer)" }
        return parts.isEmpty ? verdict.outcome : parts.joined(separator: ", ")
    }
}
