public import LinecheckTerminal

/// Trends as tables in 80 columns: a row a run, then a sparkline for each column.
public struct HistoryTable {
    private let trend: Trend
    private let isUnicode: Bool

    /// Columns of which any run has a value.
    private let columns: [HistoryColumn]
    private let culpritColumns: Int

    public init(_ trend: Trend, isUnicode: Bool) {
        self.trend = trend
        self.isUnicode = isUnicode
        columns = HistoryColumn.allCases.filter { column in
            trend.runs.contains { column.value(of: $0.summary) != nil }
        }
        let culprits = Set(trend.runs.map { $0.summary.culprit ?? "-" })
        let widest = culprits.map { VisibleText.columns(VisibleText.escaped($0, isUnicode: isUnicode)) + 1 }.max() ?? 0
        culpritColumns = min(Self.mostCulprit, max(7, widest))
    }

    private static let mostCulprit = 14
    private static let figure = 6
    /// Runs that a sparkline shows.
    private static let latest = 48

    public var lines: [StyledLine] {
        let count = trend.runs.count
        var lines = [StyledLine("\(escaped(trend.plan)), \(count) run\(count == 1 ? "" : "s")", .strong)]
        lines += [heading(0), heading(1)] + trend.runs.map(row)
        if count > 1 { lines += [StyledLine()] + columns.map(sparkline) }
        return lines
    }

    private func escaped(_ text: String) -> String { VisibleText.escaped(text, isUnicode: isUnicode) }

    private func heading(_ row: Int) -> StyledLine {
        let names = row == 0 ? ("", "", "") : ("date", "grade", "culprit")
        var text = "  " + left(names.0, 16) + "  " + left(names.1, 6) + left(names.2, culpritColumns + 1)
        for column in columns { text += " " + right(column.title[row], Self.figure) }
        while text.last == " " { text.removeLast() }
        return StyledLine(text, .faint)
    }

    private func row(_ run: Trend.Run) -> StyledLine {
        let summary = run.summary
        var line = StyledLine("  \(left(run.started.localMinute, 16))  ")
        let grade = summary.grades.isEmpty ? "-" : summary.grade ?? "?"
        line.append(left(escaped(grade) + (run.gradeChanged ? "*" : ""), 6), run.gradeChanged ? .strong : .plain)
        let mark = run.culpritChanged ? "*" : ""
        let culprit = VisibleText.cut(
            escaped(summary.culprit ?? "-"), to: culpritColumns - mark.count, isUnicode: isUnicode)
        line.append(left(culprit + mark, culpritColumns + 1), run.culpritChanged ? .strong : .plain)
        for column in columns {
            let value = column.value(of: summary)
            line.append(" " + right(value.map(column.cell) ?? "-", Self.figure), value == nil ? .faint : .plain)
        }
        if summary.outcome != "complete" { line.append("  " + escaped(summary.outcome), .bad) }
        return line
    }

    private func sparkline(_ column: HistoryColumn) -> StyledLine {
        let values = trend.runs.suffix(Self.latest).map { column.value(of: $0.summary) }
        var line = StyledLine("  " + left(column.name, 21))
        let points = values.map { value in value.map { Sparkline.Point.value($0) } ?? .gap }
        for span in Sparkline(isUnicode: isUnicode).line(points, columns: Self.latest, from: nil).spans {
            line.append(span.text, span.style)
        }
        let known = values.compactMap(\.self)
        if let least = known.min(), let most = known.max() {
            line.append("  " + column.words(least) + (most > least ? " to \(column.words(most))" : ""))
        }
        return line
    }

    private func left(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - VisibleText.columns(text)))
    }

    private func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - text.count)) + text
    }
}
