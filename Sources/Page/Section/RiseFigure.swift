import LinecheckExpressions
import LinecheckJudge
import LinecheckRules

/// What each grade sorts, by direction, against the grade's own scale.
struct RiseFigure {
    let account: RunAccount

    var markup: Markup {
        Markup((account.rules?.grades ?? []).enumerated().map { section($1, "rise-\($0)") })
    }

    private func section(_ grade: GradeRule, _ id: String) -> Markup {
        let rows = Self.rows(of: grade, in: account)
        guard !rows.isEmpty else { return .nothing }
        let title = "\(grade.title ?? grade.name), against its scale"
        let given = account.verdict.grades.first { $0.name == grade.name }?.grade
        let caption =
            "Every step is drawn equally wide. ◆ is what is graded, ◇ are other statistics by the same scale."
        return .element(
            "section", [:], .element("h2", ["id": id], Markup(title)),
            .element(
                "figure", [:], GradeBands(grade, rows: rows, given: given, isNarrow: false).svg(label: id),
                GradeBands(grade, rows: rows, given: given, isNarrow: true).svg(label: id),
                .element("figcaption", [:], Markup(caption)), table(rows, title)))
    }

    private func table(_ rows: [GradeBands.Row], _ title: String) -> Markup {
        let names = rows.map { $0.marks.map(\.name) }.max { $0.count < $1.count } ?? []
        let cells = rows.map { row in
            [Markup(row.name)]
                + names.map { name in
                    row.marks.first { $0.name == name }.map { Markup($0.words) }
                        ?? notMeasured(row.atLeast?.words ?? row.reason ?? "too few attempts")
                }
        }
        return .element(
            "details", ["class": "as-table"], .element("summary", [:], "The same as a table"),
            Table(caption: title, head: [""] + names, rows: cells, numbers: Set(1...max(1, names.count))).markup)
    }

    /// The named metrics of a grade's formula, and beside each those of its neighbours that are named after it:
    /// `upload_rise` and `upload_rise_p95`.
    static func rows(of grade: GradeRule, in account: RunAccount) -> [GradeBands.Row] {
        let neighbours = grade.neighbours.map { ($0.name, names(in: $0.formula.text)) }
        return names(in: grade.formula.text).compactMap { name in
            guard let reading = account.reading(name) else { return nil }
            let title = name.split(separator: "_").joined(separator: " ")
            guard let value = reading.value else {
                return GradeBands.Row(
                    name: title, marks: [], reason: reading.missing.first?.reason ?? "out of range",
                    atLeast: bound(reading, account, name))
            }
            var marks = [mark("graded", value, account, name)]
            for (neighbour, candidates) in neighbours {
                guard let twin = candidates.first(where: { $0.hasPrefix(name) && $0 != name }),
                    let value = account.value(twin)
                else { continue }
                marks.append(mark(neighbour, value, account, twin))
            }
            return GradeBands.Row(name: title, marks: marks)
        }
    }

    /// Above zero, a least value says something that "not measured" does not.
    private static func bound(_ reading: Reading, _ account: RunAccount, _ metric: String) -> GradeBands.Mark? {
        let low = reading.interval.low
        guard low.isFinite, low > 0, reading.interval.high > low else { return nil }
        let words = "at least \(mark("", low, account, metric).words)"
        let reason = reading.missing.first?.reason ?? "out of range"
        return GradeBands.Mark(name: words, value: low, words: "\(words), not measured: \(reason)")
    }

    private static func mark(
        _ name: String, _ value: Double, _ account: RunAccount, _ metric: String
    ) -> GradeBands.Mark {
        let type = account.verdict.metrics.first { $0.name == metric }?.type ?? .duration
        return GradeBands.Mark(name: name, value: value, words: Words.quantity(value, type))
    }

    /// The names in a formula, in its order.
    private static func names(in formula: String) -> [String] {
        formula.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
    }
}
