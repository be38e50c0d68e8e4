public import LinecheckJSON
import LinecheckQuantities

/// A history as one JSON object, oldest run first.
public enum HistoryJSON {
    public static func value(_ trends: [Trend], others: [HistoryEntry]) -> JSONValue {
        .object([
            JSONMember("plans", .array(trends.map(trend))),
            JSONMember("unjudged", .array(others.compactMap(unjudged))),
            JSONMember("damaged", .array(others.compactMap(damaged))),
        ])
    }

    private static func trend(_ trend: Trend) -> JSONValue {
        .object([JSONMember("plan", .string(trend.plan)), JSONMember("runs", .array(trend.runs.map(run)))])
    }

    private static func run(_ run: Trend.Run) -> JSONValue {
        let summary = run.summary
        let grades = summary.grades.map { JSONMember($0.name, .orNull($0.grade)) }
        let figures = HistoryColumn.allCases.map { column in
            let value = column.value(of: summary)
            return JSONMember(
                column.rawValue,
                value.map {
                    .object([JSONMember("value", .integer($0)), JSONMember("unit", .string(column.unit))])
                } ?? .null)
        }
        return .object(
            [
                JSONMember("capture", .string(run.entry.path)),
                JSONMember("newer_runs", run.entry.newer.map { .integer(Int64($0)) } ?? .null),
                JSONMember("started", .string(run.started.text)),
                JSONMember("outcome", .string(summary.outcome)), JSONMember("loopback", .bool(run.entry.isLoopback)),
                JSONMember("grades", .object(grades)),
                JSONMember("grade_changed", .bool(run.gradeChanged)),
                JSONMember("culprit", .orNull(summary.culprit)),
                JSONMember("culprit_certain", summary.culprit == nil ? .null : .bool(summary.isCulpritCertain)),
                JSONMember("culprit_changed", .bool(run.culpritChanged)),
            ] + figures)
    }

    private static func unjudged(_ entry: HistoryEntry) -> JSONValue? {
        guard case .unjudged(let reason) = entry.state else { return nil }
        return told(entry, reason)
    }

    private static func damaged(_ entry: HistoryEntry) -> JSONValue? {
        guard case .damaged(let reason) = entry.state else { return nil }
        return told(entry, reason)
    }

    private static func told(_ entry: HistoryEntry, _ reason: String) -> JSONValue {
        .object([
            JSONMember("capture", .string(entry.path)), JSONMember("started", .orNull(entry.started?.text)),
            JSONMember("reason", .string(reason)),
        ])
    }
}
