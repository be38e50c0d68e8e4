import LinecheckJSON
import LinecheckLab
import LinecheckQuantities

/// What `linecheck run --json` printed, by the fields that people script against.
struct Observed: Sendable {
    let json: JSONValue

    init(_ text: String) throws(Problems) {
        json = try JSONReader.read(SourceText(name: "the verdict", text: text)).plain
    }

    private var queue: JSONValue? { json["verdicts"]?["queue"] }
    private var lag: JSONValue? { json["grades"]?["bufferbloat"] }

    var outcome: String? { json["outcome"]?.string }
    var culprit: String? { queue?["is"]?.string }
    var isCertain: Bool? { queue?["certain"]?.bool }
    var cannotRuleOut: [String] { queue?["cannot_rule_out"]?.array?.compactMap(\.string) ?? [] }
    var grade: String? { lag?["grade"]?.string }
    var atBest: String? { lag?["at_best"]?.string }
    var notes: [String] { json["notes"]?.array?.compactMap(\.string) ?? [] }

    /// Some load may not have filled the line or its queue.
    var saysNotFull: Bool { notes.contains { $0.contains(" is at least what was measured, as ") } }

    /// Row or any other verdict list to its word.
    func verdict(_ name: String) -> String? { json["verdicts"]?[name]?["is"]?.string }

    func isValid(load: String) -> Bool? { json["loads"]?[load]?["valid"]?.bool }
    func reason(load: String) -> String? { json["loads"]?[load]?["reason"]?.string }

    /// In its own unit; nil: not measured.
    func value(_ metric: String) -> Int64? { json["metrics"]?[metric]?["value"]?.integer }
    func duration(_ metric: String) -> Duration? { value(metric).map { .nanoseconds($0) } }
    func ratio(_ metric: String) -> Ratio? {
        switch json["metrics"]?[metric]?["value"] {
        case .integer(let whole): Ratio(partsPerMillion: whole * 1_000_000)
        case .number(let share): Ratio(partsPerMillion: Int64((share * 1_000_000).rounded()))
        default: nil
        }
    }
    func unmeasured(_ metric: String) -> String? { json["metrics"]?[metric]?["unmeasured"]?.string }
}

extension Truth {
    /// The direction's truth and the names that plans and rules give to it.
    var directions: [(name: String, truth: Direction?)] { [("download", download), ("upload", upload)] }
}
