import LinecheckHistory
import LinecheckPage
import LinecheckQuantities

/// A history as one HTML file.
enum HistoryPage {
    static func text(_ trends: [Trend], others: [HistoryEntry]) -> String {
        let remarks = others.compactMap { entry -> String? in
            switch entry.state {
            case .judged: nil
            case .unjudged(let reason): "\(entry.path): \(reason)"
            case .damaged(let reason): "\(entry.path): damaged: \(reason)"
            }
        }
        return TrendPage(trends.map(plan), remarks: remarks).text
    }

    private static func plan(_ trend: Trend) -> TrendPage.Plan {
        let columns = HistoryColumn.allCases.filter { column in
            trend.runs.contains { column.value(of: $0.summary) != nil }
        }
        let words = ["date", "run", "outcome", "grade", "culprit"]
        return TrendPage.Plan(
            name: trend.plan, head: words + columns.map(\.name),
            numbers: Set(columns.indices.map { $0 + words.count }), runs: trend.runs.map { run($0, columns) },
            series: columns.map { series($0, trend) })
    }

    private static func run(_ run: Trend.Run, _ columns: [HistoryColumn]) -> TrendPage.Run {
        let summary = run.summary
        let figures = columns.map { column in
            column.value(of: summary).map { column.words($0) } ?? "not measured"
        }
        let outcome = summary.outcome + (run.entry.isLoopback ? ", loopback" : "")
        let grade = summary.grades.isEmpty ? "none" : summary.grade ?? "not determined"
        return TrendPage.Run(
            cells: [
                run.started.localMinuteWithOffset, run.entry.newer.map { "~\($0)" } ?? "", outcome, grade,
                (summary.culprit ?? "none") + (summary.isCulpritCertain ? "" : " (not certain)"),
            ] + figures,
            changed: Set((run.gradeChanged ? [3] : []) + (run.culpritChanged ? [4] : [])))
    }

    private static func series(_ column: HistoryColumn, _ trend: Trend) -> TrendPage.Series {
        let values = trend.runsOfLine.map { column.value(of: $0.summary) }
        let words = { (value: Int64?) in value.map { column.words($0) } ?? "" }
        let known = values.compactMap(\.self)
        return TrendPage.Series(
            name: column.name, least: words(known.min()), most: words(known.max()),
            values: values.map { $0.map { Double($0) } }, span: column.leastSpan(of: known))
    }
}
