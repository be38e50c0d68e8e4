public import LinecheckJSON

extension RulesDocument {
    /// The canonical form, as a capture embeds it: keys in a fixed order, no comments.
    public var json: JSONValue {
        .object(pairs: [
            "rules": .integer(1),
            "name": .string(name),
            "version": .integer(Int64(version)),
            "title": title.map { .string($0) },
            "optional": optional.isEmpty ? nil : .array(optional.map { .string($0) }),
            "under_load": underLoad.isEmpty ? nil : loadedPhases,
            "metrics": .object(metrics.map { JSONMember($0.name, .string($0.formula.text)) }),
            "grades": .object(grades.map { JSONMember($0.name, $0.json) }),
            "verdicts": .object(verdicts.map { JSONMember($0.name, $0.json) }),
            "score": score?.json,
            "notes": notes.isEmpty ? nil : .array(notes.map(\.json)),
        ])
    }

    /// A phase with one direction as a word, one with both as a list.
    private var loadedPhases: JSONValue {
        var names: [String] = []
        for entry in underLoad where !names.contains(entry.phase) { names.append(entry.phase) }
        return .object(
            names.map { name in
                let words = underLoad.filter { $0.phase == name }.map { JSONValue.string($0.direction.rawValue) }
                return JSONMember(name, words.count == 1 ? words[0] : .array(words))
            })
    }
}

extension GradeRule {
    fileprivate var json: JSONValue {
        .object(pairs: [
            "title": title.map { .string($0) },
            "of": .string(formula.text),
            "by": neighbours.isEmpty
                ? nil : .object(neighbours.map { JSONMember($0.name, .string($0.formula.text)) }),
            "scale": .array(
                scale.map { step in
                    .object([JSONMember("grade", .string(step.grade))] + (step.threshold.map { [$0.member] } ?? []))
                }),
        ])
    }
}

extension VerdictList {
    fileprivate var json: JSONValue {
        .object(pairs: ["title": .string(title), "first_of": .array(rules.map(\.json))])
    }
}

extension VerdictList.Rule {
    fileprivate var json: JSONValue {
        .object(pairs: [
            "is": .string(answer),
            "when": condition.map { .string($0.text) },
            "say": .string(say),
            "evidence": evidence.isEmpty ? nil : .array(evidence.map { .string($0.text) }),
        ])
    }
}

extension NoteRule {
    fileprivate var json: JSONValue {
        .object(pairs: ["when": condition.map { .string($0.text) }, "say": .string(say)])
    }
}

extension ScoreRule {
    fileprivate var json: JSONValue {
        .object(pairs: [
            "ratings": .array(
                ratings.map { rating in
                    .object(pairs: [
                        "rating": .string(rating.rating), "at_least": rating.atLeast.map { .integer(Int64($0)) },
                    ])
                }),
            "components": .array(components.map(\.json)),
        ])
    }
}

extension ScoreRule.Component {
    fileprivate var json: JSONValue {
        .object(pairs: [
            "name": .string(name), "title": .string(title), "max": .integer(Int64(max)),
            "inputs": .array(inputs.map(\.json)),
        ])
    }
}

extension ScoreRule.Input {
    fileprivate var json: JSONValue {
        .object(pairs: [
            "of": .string(formula.text),
            "when": condition.map { .string($0.text) },
            "steps": .array(
                steps.map { step in
                    .object(
                        (step.threshold.map { [$0.member] } ?? [])
                            + [JSONMember("points", .integer(Int64(step.points)))])
                }),
        ])
    }
}

extension Threshold {
    /// A text, whether it was written as one or as a number.
    fileprivate var member: JSONMember { JSONMember(kind.rawValue, .string(text)) }
}
