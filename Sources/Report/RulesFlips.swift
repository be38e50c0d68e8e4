public import LinecheckJSON
public import LinecheckJudge
public import LinecheckRules
import LinecheckText

/// What other rules say of many captures: what flipped, from what to what, by which metric, and what each rule answered.
public struct RulesFlips: Sendable {
    /// One capture under both sets of rules.
    public struct Entry: Sendable {
        public var capture: String
        public var changes: VerdictChanges
        /// By subject, what the new rules said of it: a grade, or the number and answer of the rule that fired.
        var said: [(subject: String, word: String)]

        public init(capture: String, changes: VerdictChanges, verdict: Verdict) {
            self.capture = capture
            self.changes = changes
            said = verdict.grades.map { ("grade \($0.name)", $0.grade ?? "not determined") }
            for answer in verdict.answers {
                let fired = answer.rules.firstIndex { $0.outcome == .fired }
                said.append(
                    ("verdict \(answer.name)", fired.map { "\($0 + 1) \(answer.answer)" } ?? "undetermined"))
            }
        }
    }

    private let rules: RulesDocument
    private let entries: [Entry]

    public init(rules: RulesDocument, entries: [Entry]) {
        self.rules = rules
        self.entries = entries
    }

    /// Every word that the rules can say of a subject, in their order, with how often they did; zeros too.
    private var counts: [(subject: String, words: [(word: String, count: Int)])] {
        var subjects = rules.grades.map { ("grade \($0.name)", $0.labels + ["not determined"]) }
        for list in rules.verdicts {
            let words = list.rules.enumerated().map { "\($0 + 1) \($1.answer)" }
            subjects.append(("verdict \(list.name)", words + ["undetermined"]))
        }
        return subjects.map { subject, words in
            let said = entries.flatMap(\.said).filter { $0.subject == subject }.map(\.word)
            return (subject, words.map { word in (word, said.count { $0 == word }) })
        }
    }

    /// From what to what, in the order of first appearance.
    private var matrix: [(subject: String, moves: [(old: String, new: String, count: Int)])] {
        var matrix: [(subject: String, moves: [(old: String, new: String, count: Int)])] = []
        for change in entries.flatMap(\.changes.list) where change.isShared {
            var row = matrix.firstIndex { $0.subject == change.subject }
            if row == nil {
                matrix.append((change.subject, []))
                row = matrix.count - 1
            }
            guard let row else { continue }
            if let move = matrix[row].moves.firstIndex(where: { $0.old == change.old && $0.new == change.new }) {
                matrix[row].moves[move].count += 1
            } else {
                matrix[row].moves.append((change.old, change.new, 1))
            }
        }
        return matrix
    }

    public var text: String {
        let flips = entries.flatMap { entry -> [String] in
            let rows = entry.changes.list.filter { $0.isFlip && $0.isShared }.map { change in
                [change.subject, "\(change.old) → \(change.new)", change.decision?.text ?? ""]
            }
            return rows.isEmpty ? [] : ["  " + entry.capture] + TextLayout.table(rows, left: 3, indent: "    ")
        }
        let moves = matrix.map { subject, moves in
            let flipped = moves.filter { $0.old != $0.new }.map { "\($0.old) → \($0.new) \($0.count)" }
            let same = moves.filter { $0.old == $0.new }.reduce(0) { $0 + $1.count }
            return [subject, (flipped + (same > 0 ? ["the same \(same)"] : [])).joined(separator: ", ")]
        }
        let said = counts.map { subject, words in
            [subject, words.map { "\($0.word) \($0.count)" }.joined(separator: ", ")]
        }
        let silent = unique(entries.flatMap(\.changes.list).filter { !$0.isShared }.map(\.subject))
        let alone = silent.isEmpty ? [] : TextLayout.wrapped(silent.joined(separator: ", "), head: "  ")
        let sections = [
            ("flipped by \(rules.citation)", flips), ("from → to", TextLayout.table(moves, left: 2)),
            ("answers of \(rules.citation)", TextLayout.table(said, left: 2)), ("judged by only one of the two", alone),
        ]
        return TextLayout.page(sections.filter { !$0.1.isEmpty }.map { [$0.0] + $0.1 })
    }

    private func unique(_ list: [String]) -> [String] {
        var seen: Set<String> = []
        return list.filter { seen.insert($0).inserted }
    }

    public var json: JSONValue {
        .object([
            JSONMember("rules", .string(rules.citation)),
            JSONMember(
                "moves",
                .array(
                    matrix.flatMap { subject, moves in
                        moves.map { move in
                            .object([
                                JSONMember("subject", .string(subject)), JSONMember("old", .string(move.old)),
                                JSONMember("new", .string(move.new)),
                                JSONMember("captures", .integer(Int64(move.count))),
                            ])
                        }
                    })),
            JSONMember(
                "answers",
                .object(
                    counts.map { subject, words in
                        JSONMember(
                            subject, .object(words.map { JSONMember($0.word, .integer(Int64($0.count))) }))
                    })),
        ])
    }
}
