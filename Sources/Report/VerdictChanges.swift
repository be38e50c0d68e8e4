import LinecheckExpressions
public import LinecheckJSON
public import LinecheckJudge
public import LinecheckRules
import LinecheckText

/// What another set of rules says otherwise, old → new.
public struct VerdictChanges: Sendable {
    public struct Change: Equatable, Sendable {
        /// `grade bufferbloat`, `verdict queue`, `score`.
        public var subject: String
        public var old: String
        public var new: String
        /// What the new one rests on; nil when it says the same as the old one, or rests on nothing that was measured.
        public var decision: Decision?

        public var isFlip: Bool { old != new }
        /// Whether both sets of rules speak of it.
        public var isShared: Bool { old != VerdictChanges.nothing && new != VerdictChanges.nothing }
    }

    /// Stands for what a set of rules does not speak of.
    fileprivate static let nothing = "–"

    /// Everything that either set of rules says, in the order of the new ones, then what only the old ones say.
    public let list: [Change]

    /// - Parameter rules: those by which the new verdict was made.
    public init(from old: Verdict, to new: Verdict, by rules: RulesDocument) {
        var list: [Change] = []
        func add(_ subject: String, _ old: String?, _ new: String?, _ decision: @autoclosure () -> Decision? = nil) {
            list.append(
                Change(
                    subject: subject, old: old ?? Self.nothing, new: new ?? Self.nothing,
                    decision: old == new ? nil : decision()))
        }
        if old.score != nil || new.score != nil {
            add("score", Self.words(old.score), Self.words(new.score), Decision(new.score, from: old.score))
        }
        for grade in new.grades {
            let twin = old.grades.first { $0.name == grade.name }
            let decision = rules.grade(grade.name).map { Decision(grade, of: $0, from: twin?.grade) }
            add("grade \(grade.name)", twin.map(Self.words), Self.words(grade), decision)
        }
        for grade in old.grades where !new.grades.contains(where: { $0.name == grade.name }) {
            add("grade \(grade.name)", Self.words(grade), nil)
        }
        for answer in new.answers {
            let twin = old.answers.first { $0.name == answer.name }
            add("verdict \(answer.name)", twin?.answer, answer.answer, Decision(answer, from: twin?.answer))
        }
        for answer in old.answers where !new.answers.contains(where: { $0.name == answer.name }) {
            add("verdict \(answer.name)", answer.answer, nil)
        }
        self.list = list
    }

    private static func words(_ score: Verdict.Score?) -> String? {
        score.map { score in score.score.map(String.init) ?? "\(score.atLeast) to \(score.atMost)" }
    }

    static func words(_ grade: Verdict.Grade) -> String {
        grade.grade ?? grade.atBest.map { "at best \($0)" } ?? "not determined"
    }

    public var text: String {
        let rows = list.map { change in
            [
                change.subject, change.old == change.new ? change.new : "\(change.old) → \(change.new)",
                change.decision?.text ?? "",
            ]
        }
        return TextLayout.table(rows, left: 3).joined(separator: "\n")
    }

    public var json: JSONValue {
        .array(
            list.map { change in
                .object([
                    JSONMember("subject", .string(change.subject)), JSONMember("old", .string(change.old)),
                    JSONMember("new", .string(change.new)), JSONMember("changed", .bool(change.isFlip)),
                    JSONMember("because", change.decision?.json ?? .null),
                ])
            })
    }
}
