public import LinecheckJSON

/// The language of rules documents: every key there is. Reader, schema and reference read this table.
public enum RulesTable {
    /// The newest language version this program reads.
    static let version: Int64 = 1

    public static let root = Shape(
        title: "a rules document",
        keys: [
            KeySpec(
                key: "$schema", type: .text, doc: "Where an editor finds the schema.", example: "rules.schema.json"),
            KeySpec(
                key: "rules", type: .integer(1...Int64.max), isRequired: true,
                doc: "Version of the rules language.", example: "1"),
            KeySpec(
                key: "name", type: .text, isRequired: true, doc: "Lower-case words with hyphens.",
                example: "bufferbloat"),
            KeySpec(
                key: "version", type: .integer(1...1_000_000), isRequired: true,
                doc: "The version of these opinions; raise it with every change.", example: "1"),
            KeySpec(key: "title", type: .text, doc: "One line for people."),
            KeySpec(
                key: "optional", type: .list(.name),
                doc:
                    "Probes that a plan may lack: metrics, evidence and notes that ask for them are then left out. Answers, grades and points may not hang on them."
            ),
            KeySpec(
                key: "under_load", type: .map(directions),
                doc:
                    "Phases that only mean something under a load of this direction; without one they are not measured."
            ),
            KeySpec(
                key: "metrics", type: .map(.condition),
                doc: "Formulas and conditions with names; one may use those above it.",
                example: "internet.download.rtt.p50 - internet.baseline.rtt.p50"),
            KeySpec(key: "grades", type: .map(.object(grade)), doc: "Values sorted into scales, by name."),
            KeySpec(
                key: "verdicts", type: .map(.object(list)), doc: "Lists of rules of which the first that holds answers."
            ),
            KeySpec(key: "score", type: .object(score), doc: "Points added up."),
            KeySpec(key: "notes", type: .list(.object(note)), doc: "Sentences that a verdict carries."),
        ])

    static let directions = KeyType.either(
        [
            .choice(LoadedPhase.Direction.allCases.map(\.rawValue)),
            .list(.choice(LoadedPhase.Direction.allCases.map(\.rawValue))),
        ], words: "\"download\", \"upload\" or a list of both")

    static let grade = Shape(
        title: "a grade",
        keys: [
            KeySpec(key: "title", type: .text, doc: "One line for people."),
            KeySpec(key: "of", type: .condition, isRequired: true, doc: "The formula that is graded."),
            KeySpec(key: "by", type: .map(.condition), doc: "The same scale by other statistics, by name."),
            KeySpec(key: "scale", type: .list(.object(step)), isRequired: true, doc: "Steps, best first."),
        ])

    private static let thresholds = [
        KeySpec(key: "below", type: .threshold, doc: "The step ends below this.", example: "30ms"),
        KeySpec(key: "above", type: .threshold, doc: "The step begins above this.", example: "0%"),
        KeySpec(key: "at_least", type: .threshold, doc: "The step begins with this.", example: "100Mbps"),
    ]

    static let step = Shape(
        title: "a step of a scale",
        keys: [KeySpec(key: "grade", type: .text, isRequired: true, doc: "The word.", example: "A")] + thresholds)

    static let list = Shape(
        title: "a verdict list",
        keys: [
            KeySpec(key: "title", type: .text, isRequired: true, doc: "One line for people."),
            KeySpec(
                key: "first_of", type: .list(.object(rule)), isRequired: true,
                doc: "Rules in order; only the last may have no condition."),
        ])

    static let rule = Shape(
        title: "a rule",
        keys: [
            KeySpec(key: "is", type: .text, isRequired: true, doc: "The answer."),
            KeySpec(key: "when", type: .condition, doc: "The condition.", example: "upload_rise >= 2 * download_rise"),
            KeySpec(key: "say", type: .text, isRequired: true, doc: "The answer in a sentence."),
            KeySpec(key: "evidence", type: .list(.condition), doc: "More values to show with it."),
        ])

    static let score = Shape(
        title: "a score",
        keys: [
            KeySpec(
                key: "ratings", type: .list(.object(rating)), isRequired: true, doc: "Words for the sum, best first."),
            KeySpec(key: "components", type: .list(.object(component)), isRequired: true, doc: "What is added up."),
        ])

    static let rating = Shape(
        title: "a rating",
        keys: [
            KeySpec(key: "rating", type: .text, isRequired: true, doc: "The word.", example: "Good"),
            KeySpec(key: "at_least", type: .integer(0...1_000_000), doc: "Points; the last rating has none."),
        ])

    static let component = Shape(
        title: "a component",
        keys: [
            KeySpec(key: "name", type: .text, isRequired: true, doc: "Its name."),
            KeySpec(key: "title", type: .text, doc: "One line for people."),
            KeySpec(
                key: "max", type: .integer(0...1_000_000), isRequired: true,
                doc: "The most points; inputs add up and are clamped to 0 … max."),
            KeySpec(key: "inputs", type: .list(.object(input)), isRequired: true, doc: "What gives points."),
        ])

    static let input = Shape(
        title: "an input",
        keys: [
            KeySpec(key: "of", type: .condition, isRequired: true, doc: "The formula or grade."),
            KeySpec(key: "when", type: .condition, doc: "Counts only when this holds."),
            KeySpec(
                key: "steps", type: .list(.object(points)), isRequired: true,
                doc: "Tried in order; the last takes what is left."),
        ])

    static let points = Shape(
        title: "a step",
        keys: thresholds + [
            KeySpec(
                key: "points", type: .integer(-1_000_000...1_000_000), isRequired: true,
                doc: "Points; negative ones subtract.")
        ])

    static let note = Shape(
        title: "a note",
        keys: [
            KeySpec(key: "when", type: .condition, doc: "Said only when this holds."),
            KeySpec(key: "say", type: .text, isRequired: true, doc: "The sentence."),
        ])

    /// Every shape, in the order of the reference.
    public static let shapes = [root, grade, step, list, rule, score, rating, component, input, points, note]
}

/// What is generated from the table of the rules language.
public enum RulesSchema {
    public static var json: JSONValue {
        SchemaWriter(substitutes: false).document(
            RulesTable.root, title: "A linecheck rules document, version \(RulesTable.version)")
    }

    /// The reference part of the guide.
    public static var reference: String { ReferenceWriter().sections(RulesTable.shapes) }
}
