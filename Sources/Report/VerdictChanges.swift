import LinecheckExpressions
public import LinecheckJSON
public import LinecheckJudge

/// What another set of rules says otherwise, old → new.
public struct VerdictChanges {
    public struct Change: Equatable, Sendable {
        /// `grade bufferbloat`, `verdict queue`, `score`.
        public var subject: String
        public var old: String
        public var new: String
        /// What the new one rests on, in words; nil when it says the same as the old one.
        public var because: String?
    }

    /// Everything that either set of rules says, in the order of the new ones, then what only the old ones say.
    public let list: [Change]

    public init(from old: Verdict, to new: Verdict) {
        var list: [Change] = []
        func add(_ subject: String, _ old: String?, _ new: String?, _ because: String?) {
            list.append(
                Change(subject: subject, old: old ?? "–", new: new ?? "–", because: old == new ? nil : because))
        }
        if old.score != nil || new.score != nil { add("score", Self.words(old.score), Self.words(new.score), nil) }
        for grade in new.grades {
            let twin = old.grades.first { $0.name == grade.name }
            add("grade \(grade.name)", twin.map(Self.words), Self.words(grade), "\(grade.of.text) is \(grade.of.words)")
        }
        for grade in old.grades where !new.grades.contains(where: { $0.name == grade.name }) {
            add("grade \(grade.name)", Self.words(grade), nil, nil)
        }
        for answer in new.answers {
            let twin = old.answers.first { $0.name == answer.name }
            let fired = answer.rules.first { $0.outcome == .fired }?.condition
            add("verdict \(answer.name)", twin?.answer, answer.answer, fired)
        }
        for answer in old.answers where !new.answers.contains(where: { $0.name == answer.name }) {
            add("verdict \(answer.name)", answer.answer, nil, nil)
        }
        self.list = list
    }

    private static func words(_ score: Verdict.Score?) -> String? {
        score.map { score in score.score.map(String.init) ?? "\(score.atLeast) to \(score.atMost)" }
    }

    private static func words(_ grade: Verdict.Grade) -> String {
        grade.grade ?? grade.atBest.map { "at best \($0)" } ?? "not determined"
    }

    public var text: String {
        let rows = list.map { change in
            [
                change.subject, change.old == change.new ? change.new : "\(change.old) → \(change.new)",
                change.because ?? "",
            ]
        }
        return TextLayout.table(rows, left: 3).joined(separator: "\n")
    }

    public var json: JSONValue {
        .array(
            list.map { change in
                .object([
                    JSONMember("subject", .string(change.subject)), JSONMember("old", .string(change.old)),
                    JSONMember("new", .string(change.new)), JSONMember("changed", .bool(change.old != change.new)),
                    JSONMember("because", .orNull(change.because)),
                ])
            })
    }
}
