public import LinecheckTerminal
import LinecheckText

/// Trends as tables in 80 columns: a row a run, then a sparkline for each column.
public struct HistoryTable {
    private let trend: Trend
    private let isUnicode: Bool

    /// Columns of which any run has a value.
    private let columns: [HistoryColumn]
    private let nameColumns: Int
    private let culpritColumns: Int

    public init(_ trend: Trend, isUnicode: Bool) {
        self.trend = trend
        self.isUnicode = isUnicode
        columns = HistoryColumn.allCases.filter { column in
            trend.runs.contains { column.value(of: $0.summary) != nil }
        }
        nameColumns = trend.runs.map { Self.name($0).count }.max() ?? 0
        let culprits = Set(
            trend.runs.map { ($0.summary.culprit ?? "-") + ($0.summary.isCulpritCertain ? "" : Self.uncertain) })
        let widest = culprits.map { VisibleText.columns(VisibleText.escaped($0, isUnicode: isUnicode)) + 1 }.max() ?? 0
        let fixed = (nameColumns > 0 ? nameColumns + 2 : 0) + Self.date + Self.grade + 1
        let figures = columns.reduce(0) { $0 + 1 + Self.width($1) }
        culpritColumns = min(TextMedium().columns - fixed - figures, max(7, widest))
    }

    /// Behind an answer that something else might have changed; a suspect has a question mark of his own.
    public static let uncertain = " (?)"
    /// `11-30 04:18` and a gap.
    private static let date = 13
    private static let grade = 6
    /// Runs that a sparkline shows: beside it stand its name and its range, as in `938.0 Mbit/s to 938.5 Mbit/s`.
    private static let latest = 30

    private static func width(_ column: HistoryColumn) -> Int { column == .score ? 5 : 6 }

    /// `~3`: as a command takes it behind the name of the folder.
    private static func name(_ run: Trend.Run) -> String { run.entry.newer.map { "~\($0)" } ?? "" }

    public var lines: [StyledLine] {
        let count = trend.runs.count
        var lines = [StyledLine("\(escaped(trend.plan)), \(count) run\(count == 1 ? "" : "s")", .strong)]
        lines += [heading(0), heading(1)]
        var year = ""
        for run in trend.runs {
            let date = run.started.localMinute
            if date.prefix(4) != year {
                year = String(date.prefix(4))
                lines.append(StyledLine(year, .faint))
            }
            lines += row(run)
        }
        if trend.runsOfLine.count > 1 { lines += [StyledLine()] + columns.map(sparkline) }
        return lines
    }

    private func escaped(_ text: String) -> String { VisibleText.escaped(text, isUnicode: isUnicode) }

    private func named(_ name: String) -> String { nameColumns > 0 ? left(name, nameColumns + 2) : "" }

    private func heading(_ row: Int) -> StyledLine {
        let names = row == 0 ? ("", "", "") : ("date", "grade", "culprit")
        var text = named("") + left(names.0, Self.date) + left(names.1, Self.grade) + left(names.2, culpritColumns + 1)
        for column in columns { text += " " + right(column.title[row], Self.width(column)) }
        while text.last == " " { text.removeLast() }
        return StyledLine(text, .faint)
    }

    /// A run that did not come to its end, or judged no line, says so in a line below.
    private func row(_ run: Trend.Run) -> [StyledLine] {
        let summary = run.summary
        var line = StyledLine(named(Self.name(run)) + left(String(run.started.localMinute.dropFirst(5)), Self.date))
        let grade = summary.grades.isEmpty ? "-" : summary.grade ?? "?"
        line.append(
            left(escaped(grade) + (run.gradeChanged ? "*" : ""), Self.grade), run.gradeChanged ? .strong : .plain)
        let mark = (summary.isCulpritCertain ? "" : Self.uncertain) + (run.culpritChanged ? "*" : "")
        let culprit = VisibleText.cut(
            escaped(summary.culprit ?? "-"), to: culpritColumns - mark.count, isUnicode: isUnicode)
        line.append(left(culprit + mark, culpritColumns + 1), run.culpritChanged ? .strong : .plain)
        for column in columns {
            let value = column.value(of: summary)
            line.append(" " + right(value.map(column.cell) ?? "-", Self.width(column)), value == nil ? .faint : .plain)
        }
        guard !run.remarks.isEmpty else { return [line] }
        let style: Style = summary.outcome == "complete" ? .faint : .bad
        return [line, StyledLine(named("") + escaped(run.remarks.joined(separator: ", ")), style)]
    }

    private func sparkline(_ column: HistoryColumn) -> StyledLine {
        let values = trend.runsOfLine.suffix(Self.latest).map { column.value(of: $0.summary) }
        var line = StyledLine(left(column.name, 20))
        let known = values.compactMap(\.self)
        let (least, most) = (known.min() ?? 0, known.max() ?? 0)
        let isFlat = Double(most) - Double(least) < column.leastSpan(of: known)
        let points = values.map { value in value.map { Sparkline.Point.value(isFlat ? least : $0) } ?? .gap }
        for span in Sparkline(isUnicode: isUnicode).line(points, columns: Self.latest, from: nil).spans {
            line.append(span.text, span.style)
        }
        if !known.isEmpty {
            let words = (column.words(least), column.words(most))
            line.append("  " + words.0 + (words.0 == words.1 ? "" : " to \(words.1)"))
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
