import LinecheckExpressions
public import LinecheckJSON
import LinecheckJudge
import LinecheckText

/// A comparison for a terminal, and as JSON.
public struct ComparisonReport: Sendable {
    private let comparison: Comparison

    public init(_ comparison: Comparison) { self.comparison = comparison }

    /// The conclusion first, then what the rules made of it, then every metric.
    public var text: String {
        let sections = [
            TextLayout.wrapped(comparison.conclusion, head: ""), runs, differences, opinions, metrics, gaps, notes,
        ]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var runs: [String] {
        [("before", comparison.before), ("after ", comparison.after)].flatMap { word, run in
            ["  \(word)  \(run.began)", "          \(VisibleText.escaped(run.name))"]
        }
    }

    private var differences: [String] {
        let list = comparison.differences
        return list.isEmpty ? [] : ["what differs"] + list.flatMap { TextLayout.wrapped($0, head: "  ", indent: 4) }
    }

    private var opinions: [String] {
        TextLayout.table(
            comparison.opinions.map { [$0.subject, $0.before == $0.after ? $0.after : "\($0.before) → \($0.after)"] },
            left: 2)
    }

    /// The metrics of a probe or load in a phase below a heading of their own, so that a row has room for its numbers.
    private var metrics: [String] {
        guard !comparison.rows.isEmpty else { return [] }
        let rows = comparison.rows.map { row in
            [
                "  " + (Self.place(row).map { comparison.part(row, of: $0) } ?? ""),
                comparison.words(.before, row), comparison.words(.after, row), comparison.difference(row),
                row.bound != nil ? "a bound" : row.noise.map { "±" + comparison.words($0, row) } ?? "not tested",
                row.noise == nil && row.bound == nil ? "" : row.direction.rawValue, counts(row),
            ]
        }
        let head = ["metric", "before", "after", "change", "noise", "", "n"]
        let lines = TextLayout.lines(ofTable: [head] + rows, left: 1, indent: "")
        var told: [String] = []
        var place: String?
        for (row, itsLines) in zip(comparison.rows, lines.dropFirst()) {
            let heading = Self.place(row) ?? comparison.label(row)
            if heading != place { told.append(heading) }
            place = heading
            told += itsLines
        }
        return (lines.first ?? []) + told
    }

    /// `internet download`, of which the rest of a metric's label is told; nil: it is a formula of the rules.
    private static func place(_ row: Comparison.Row) -> String? {
        let words = row.name.split(separator: ".")
        return words.count > 2 ? Comparison.label(words.prefix(2).joined(separator: ".")) : nil
    }

    private func counts(_ row: Comparison.Row) -> String {
        let text = { (count: Int?) in count.map(String.init) ?? "–" }
        return row.counts.before == row.counts.after
            ? text(row.counts.before) : "\(text(row.counts.before))/\(text(row.counts.after))"
    }

    private var gaps: [String] {
        guard !comparison.gaps.isEmpty else { return [] }
        var reasons: [(reason: String, names: [String])] = []
        for gap in comparison.gaps {
            if let known = reasons.firstIndex(where: { $0.reason == gap.reason }) {
                reasons[known].names.append(Comparison.label(gap.name))
            } else {
                reasons.append((gap.reason, [Comparison.label(gap.name)]))
            }
        }
        return ["not compared"]
            + reasons.flatMap { reason, names in
                TextLayout.wrapped(reason + ":", head: "  ")
                    + TextLayout.wrapped(names.joined(separator: ", "), head: "    ")
            }
    }

    private var notes: [String] { ["notes"] + comparison.caveats.flatMap { TextLayout.wrapped($0, head: "  - ") } }

    public var json: JSONValue {
        .object([
            JSONMember("conclusion", .string(comparison.conclusion)),
            JSONMember("before", json(comparison.before)), JSONMember("after", json(comparison.after)),
            JSONMember("differences", .array(comparison.differences.map { .string($0) })),
            JSONMember("tested", .integer(Int64(comparison.tested.count))),
            JSONMember("changed", .integer(Int64(comparison.changes.count))),
            JSONMember("metrics", .object(comparison.rows.map { JSONMember($0.name, json($0)) })),
            JSONMember(
                "not_compared", .object(comparison.gaps.map { JSONMember($0.name, .string($0.reason)) })),
            JSONMember("notes", .array(comparison.caveats.map { .string($0) })),
        ])
    }

    private func json(_ run: ComparedRun) -> JSONValue {
        .object([
            JSONMember("capture", .string(run.name)), JSONMember("began", .string(run.began)),
            JSONMember("plan", .string(run.verdict.plan)),
            JSONMember(
                "grades", .object(run.verdict.grades.map { JSONMember($0.name, .orNull($0.grade)) })),
        ])
    }

    private func json(_ row: Comparison.Row) -> JSONValue {
        let count = { (count: Int?) in count.map { JSONValue.integer(Int64($0)) } ?? .null }
        return .object([
            JSONMember("before", .quantity(row.before, row.type)), JSONMember("after", .quantity(row.after, row.type)),
            JSONMember("difference", .quantity(row.difference, row.type)),
            JSONMember("noise", row.noise.map { .quantity($0, row.type) } ?? .null),
            JSONMember("bound", .orNull(row.bound.map { $0 == .before ? "before" : "after" })),
            JSONMember("unit", .orNull(row.type.unit)),
            JSONMember("n", .array([count(row.counts.before), count(row.counts.after)])),
            JSONMember("result", .string(row.noise == nil && row.bound == nil ? "not-tested" : row.direction.rawValue)),
        ])
    }
}
