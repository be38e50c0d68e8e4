import LinecheckExpressions
package import LinecheckJudge

/// What a person wants to know first, as one or two sentences: the grade, the score, and whose part of the way it is.
package struct Headline {
    private let verdict: Verdict

    package init(_ verdict: Verdict) { self.verdict = verdict }

    package var text: String {
        let subject = verdict.plan + (verdict.outcome == "complete" ? "" : ", \(outcome)")
        guard verdict.rules != nil else { return "\(subject): not judged, since the plan names no rules." }
        let figures = verdict.grades.map(words) + (verdict.score.map { [words($0)] } ?? [])
        let sentences = [figures.joined(separator: ", "), culprits].filter { !$0.isEmpty }
        return sentences.isEmpty ? "\(subject)." : "\(subject): " + sentences.map { $0 + "." }.joined(separator: " ")
    }

    private static let words = ["cut-short": "cut short", "partial": "without an end"]

    /// A capture that was recovered may have its end, and lack something before it.
    private var outcome: String {
        if verdict.outcomeReason?.hasPrefix("recovered without ") == true { return "recovered in part" }
        return Self.words[verdict.outcome] ?? verdict.outcome
    }

    private func words(_ grade: Verdict.Grade) -> String {
        let title = grade.title ?? grade.name
        if let word = grade.grade {
            return "\(title) \(word)" + (verdict.gradesAtBest.contains(grade.name) ? " at best" : "")
        }
        return "\(title) not determined" + (grade.atBest.map { ", at best \($0)" } ?? "")
    }

    private func words(_ score: Verdict.Score) -> String {
        guard let points = score.score else {
            return "score between \(score.atLeast) and \(score.atMost) of \(score.most)"
        }
        if verdict.isScoreAtMost { return "score at most \(points) of \(score.most)" }
        return "score \(points) of \(score.most)" + (score.rating.map { " (\($0))" } ?? "")
    }

    /// Rows name a culprit; without any, the answers of the lists are all there is to say.
    private var culprits: String {
        if verdict.isLoopback { return "Nothing left this host" }
        guard !verdict.rows.isEmpty else {
            return verdict.answers.map { "\($0.title): \($0.answer)\(doubt($0))" }.joined(separator: "; ")
        }
        let order = [("at-fault", "at fault"), ("suspect", "suspect"), ("undetermined", "undetermined"), ("ok", "ok")]
        let clauses = order.compactMap { answer, words -> String? in
            let names = verdict.rows.filter { $0.answer == answer }.map { $0.title + doubt($0) }
            return names.isEmpty ? nil : "\(Self.list(names)) \(names.count == 1 ? "is" : "are") \(words)"
        }
        return clauses.joined(separator: ", ")
    }

    private func doubt(_ answer: Verdict.Answer) -> String {
        answer.certain || answer.answer == "undetermined" ? "" : " (not certain)"
    }

    /// `a`, `a and b`, `a, b and c`.
    package static func list(_ names: [String], _ conjunction: String = "and") -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
