import LinecheckExpressions
import LinecheckJudge
import LinecheckRules

/// A comparison in sentences, for text and page alike.
extension Comparison {
    /// The conclusion, in one sentence: what the rules say otherwise, then the metric that tells most.
    public var conclusion: String {
        let turns = turns
        guard let first = mostTelling else {
            guard !tested.isEmpty else {
                return rows.isEmpty
                    ? "Nothing could be compared: no metric is measured in both runs."
                    : "Nothing can be told from the noise: every metric has too few values."
            }
            let but = turns.isEmpty ? "" : ", although " + Headline.list(turns)
            return "No difference beyond the noise in any of \(tested.count) metrics\(but)."
        }
        let others = changes.filter { $0.name != first.name }
        let counts = [Direction.better, .worse, .lower, .higher].compactMap { direction -> String? in
            let count = others.count { $0.direction == direction }
            return count == 0 ? nil : "\(count) more \(count == 1 ? "is" : "are") \(direction.rawValue)"
        }
        let rest = tested.count - changes.count
        let tail = counts + (rest == 0 ? [] : ["\(rest) differ by no more than the noise"])
        let clauses =
            (turns.isEmpty ? [] : [Headline.list(turns)]) + [sentence(first)]
            + (tail.isEmpty ? [] : [Headline.list(tail)])
        let text = clauses.joined(separator: "; ")
        return (isOneQuestion ? "" : "The runs did not ask the same. ") + text.prefix(1).uppercased() + text.dropFirst()
            + "."
    }

    /// `upload rise rose from 2.6 ms to at least 2.0 s, which is worse`
    private func sentence(_ row: Row) -> String {
        let verb = row.difference < 0 ? "fell" : "rose"
        let words = { (value: Double, side: Side) in (row.bound == side ? "at least " : "") + self.words(value, row) }
        let sense =
            switch row.direction {
            case .better, .worse: ", which is \(row.direction.rawValue)"
            default: ""
            }
        return "\(label(row)) \(verb) from \(words(row.before, .before)) to \(words(row.after, .after))\(sense)"
    }

    /// Grades and answers that are otherwise, and the score where its draws do not overlap: `Lag under load went from A+ to F`.
    private var turns: [String] {
        var verb = "went "
        var list: [String] = []
        for (subject, before, after) in opinions where before != after {
            if subject == Self.score, !isScoreOtherwise { continue }
            list.append("\(subject) \(verb)from \(before) to \(after)")
            verb = ""
        }
        return list
    }

    private static let score = "Score"

    private var isScoreOtherwise: Bool {
        guard let first = before.scores, let second = after.scores else { return true }
        return !first.overlaps(second)
    }

    private var isOneQuestion: Bool {
        before.asked.allSatisfy { first in
            after.asked.first { $0.source == first.source }?.isSameQuestion(first) ?? true
        }
    }

    /// What was asked otherwise, of whom and over which link, one sentence each; numbers say little before that is known.
    public var differences: [String] {
        var list: [String] = []
        if before.verdict.plan != after.verdict.plan {
            list.append("plan: \(before.verdict.plan) → \(after.verdict.plan)")
        }
        if let first = before.way, let second = after.way, first != second {
            list.append("way out: \(first) → \(second)")
        }
        var otherwise: [String] = []
        for first in before.asked {
            guard let second = after.asked.first(where: { $0.source == first.source }) else { continue }
            let isSame = first.isSameQuestion(second)
            if !isSame { otherwise.append(first.source) }
            let isMoved = first.address != nil && second.address != nil && first.address != second.address
            if !isSame || isMoved { list.append("\(first.source): \(first.words) → \(second.words)") }
        }
        if !otherwise.isEmpty {
            list.append(
                "What \(Headline.list(otherwise)) asked is not the same, so those rows are lower or higher, and no better or worse."
            )
        }
        let names = { (one: ComparedRun, other: ComparedRun) in
            one.asked.map(\.source).filter { name in !other.asked.contains { $0.source == name } }
        }
        for (word, only) in [("before", names(before, after)), ("after", names(after, before))] where !only.isEmpty {
            list.append("only \(word): \(only.joined(separator: ", "))")
        }
        return list
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
            list.append((Self.score, points(first), points(second)))
        }
        return list
    }

    /// What a reader has to keep in mind.
    public var caveats: [String] {
        var list = [
            "More than the noise: beyond the joint 95 % interval of all tested metrics, from \(drawCount) draws of both runs in blocks (Politis & White 2004; Romano & Wolf 2005). Below 0.1 ms, below 1 % of a rate, and below its probe's interval for a recovery nothing counts as a difference. A maximum is shown and not tested, nor is a p95 of fewer than 100 attempts, nor anything of so few values that chance alone orders them so once in twenty times (three against three). A share of attempts has at least its hybrid score interval (Newcombe 1998). Where losses leave only a least value (≥), it counts if it is above the other run's in every draw.",
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
            let names = [before, after].map { $0.verdict.rules.map { "\($0.name)-\($0.version)" } }
            switch (names[0], names[1]) {
            case (let first?, let second?): list.append("The runs were judged by different rules: \(first), \(second).")
            case (let name?, nil): list.append("The run before was judged by \(name), the run after by no rules.")
            case (nil, let name?): list.append("The run before was judged by no rules, the run after by \(name).")
            case (nil, nil): break
            }
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
        let comparable = changes.filter { $0.direction == .better || $0.direction == .worse }
        let named = comparable.filter { graded.contains($0.name) }
        let candidates = [named, comparable, changes].first { !$0.isEmpty } ?? []
        return candidates.max { clarity($0) < clarity($1) }
    }

    private func clarity(_ row: Row) -> Double {
        guard let noise = row.noise, noise > 0 else { return .greatestFiniteMagnitude }
        return abs(row.difference) / noise
    }

    /// `internet download p50`, `upload rise`.
    public func label(_ row: Row) -> String { Self.label(row.name) }

    /// The rest of a metric's label behind that of its place.
    func part(_ row: Row, of place: String) -> String {
        let whole = label(row)
        return whole == place
            ? String(place.split(separator: " ").last ?? "") : String(whole.dropFirst(place.count + 1))
    }

    static func label(_ name: String) -> String {
        var words: [Substring] = []
        // The recovery in a phase that is named so is said once.
        for word in name.split(whereSeparator: { $0 == "." || $0 == "_" }) where word != "rtt" && word != "mean" {
            if word != words.last { words.append(word) }
        }
        return words.joined(separator: " ")
    }

    public func words(_ value: Double, _ row: Row) -> String { Words.quantity(value, row.type) }

    /// With a sign where it is only the least that it may be: `≥ 2.0 s`.
    public func words(_ side: Side, _ row: Row) -> String {
        (row.bound == side ? "≥ " : "") + words(side == .before ? row.before : row.after, row)
    }

    /// `+3.1 ms`; of a bound the least that it may be.
    public func difference(_ row: Row) -> String {
        let sign = row.bound == nil ? "" : row.bound == .after ? "≥ " : "≤ "
        return sign + (row.difference > 0 ? "+" : "") + Words.quantity(row.difference, row.type)
    }
}
