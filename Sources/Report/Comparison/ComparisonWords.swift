import LinecheckExpressions
import LinecheckJudge
import LinecheckRules

/// A comparison in sentences, for text and page alike.
extension Comparison {
    /// The conclusion, in one sentence.
    public var conclusion: String {
        guard let first = mostTelling else {
            return tested.isEmpty
                ? "Nothing could be compared: no metric is measured in both runs."
                : "No difference beyond the noise in any of \(tested.count) metrics."
        }
        let others = changes.filter { $0.name != first.name }
        let counts = [Direction.better, .worse, .lower, .higher].compactMap { direction -> String? in
            let count = others.count { $0.direction == direction }
            return count == 0 ? nil : "\(count) more \(count == 1 ? "is" : "are") \(direction.rawValue)"
        }
        let verb = first.difference < 0 ? "fell" : "rose"
        let rest = tested.count - changes.count
        let tail = counts + (rest == 0 ? [] : ["\(rest) differ by no more than the noise"])
        let name = label(first)
        return
            "\(name.prefix(1).uppercased() + name.dropFirst()) \(verb) from \(words(first.before, first)) to \(words(first.after, first)), which is \(first.direction.rawValue)"
            + (tail.isEmpty ? "." : "; " + Headline.list(tail) + ".")
    }

    /// What the rules made of it, before → after; nil for grades and scores that only one has.
    public var opinions: [(subject: String, before: String, after: String)] {
        var list = after.verdict.grades.compactMap { grade in
            before.verdict.grades.first { $0.name == grade.name }.map {
                (grade.title ?? grade.name, VerdictChanges.words($0), VerdictChanges.words(grade))
            }
        }
        list += after.verdict.answers.compactMap { answer in
            before.verdict.answers.first { $0.name == answer.name }.map { (answer.title, $0.told, answer.told) }
        }
        if let first = before.verdict.score, let second = after.verdict.score {
            let points = { (score: Verdict.Score) in
                score.score.map(String.init) ?? "\(score.atLeast) to \(score.atMost)"
            }
            list.append(("Score", points(first), points(second)))
        }
        return list
    }

    /// What a reader has to keep in mind.
    public var caveats: [String] {
        var list = [
            "More than the noise: beyond the joint 95 % interval of all tested metrics, from \(drawCount) draws of both runs in blocks (Politis & White 2004; Romano & Wolf 2005). Below 0.1 ms, below 1 % of a rate, and below its probe's interval for a recovery nothing counts as a difference. A maximum is shown and not tested, nor is a p95 of fewer than 100 attempts.",
            "The noise is that within these two runs; a line also changes from hour to hour. A difference that comes back in several pairs of runs is the change's.",
        ]
        if before.verdict.plan != after.verdict.plan {
            list.append(
                "The plans differ (\(before.verdict.plan), \(after.verdict.plan)): only what both measure is compared.")
        } else if before.planHash != after.planHash {
            list.append(
                "The settings of the plan differ between the runs, so targets, servers or times may differ too.")
        }
        if before.verdict.rules != after.verdict.rules {
            list.append("The runs were judged by different rules.")
        }
        for (name, run) in [("Before", before), ("After", after)] {
            list += run.verdict.notes.prefix { !$0.hasPrefix("Rates are") }.map { "\(name): \($0)" }
        }
        return list
    }

    private var drawCount: Int { before.draws.metrics.first?.draws.count ?? 0 }

    /// What a grade is made of says more than all else; among equals the one that stands out most.
    private var mostTelling: Row? {
        let graded = (after.rules?.grades ?? []).flatMap { grade in
            grade.formula.text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
        }
        let named = changes.filter { graded.contains($0.name) }
        return (named.isEmpty ? changes : named).max { clarity($0) < clarity($1) }
    }

    private func clarity(_ row: Row) -> Double {
        guard let noise = row.noise, noise > 0 else { return .greatestFiniteMagnitude }
        return abs(row.difference) / noise
    }

    /// `internet download p50`, `upload rise`.
    public func label(_ row: Row) -> String { Self.label(row.name) }

    static func label(_ name: String) -> String {
        name.split { $0 == "." || $0 == "_" }.filter { $0 != "rtt" && $0 != "mean" }.joined(separator: " ")
    }

    public func words(_ value: Double, _ row: Row) -> String { Words.quantity(value, row.type) }

    /// `+3.1 ms`.
    public func difference(_ row: Row) -> String {
        (row.difference > 0 ? "+" : "") + Words.quantity(row.difference, row.type)
    }
}
