import LinecheckJudge
import LinecheckRules

/// A grade's values against its scale: each step is as wide as the next, and inside a step a value stands in proportion.
///
/// Steps of one width, because their limits (5, 30, 60, 200, 400 ms) would leave the best of them a hair's breadth on any
/// common axis.
struct GradeBands {
    struct Row {
        var name: String
        /// In the unit of the grade, the one that is graded first.
        var marks: [Mark]
        /// Why there is none; nil: there is.
        var reason: String?
        /// What is known all the same of a value that is not measured: it is at least this, as when the median attempt was lost.
        var atLeast: Mark?
    }

    struct Mark {
        var name: String
        var value: Double
        var words: String
    }

    let grade: GradeRule
    let rows: [Row]
    /// The grade that was given; nil: it could not be determined.
    let given: String?
    let width: Double
    private let left: Double
    private var rowHeight: Double { isNarrow ? 62 : 46 }
    private static let top = 40.0

    init(_ grade: GradeRule, rows: [Row], given: String?, isNarrow: Bool) {
        self.grade = grade
        self.rows = rows
        self.given = given
        width = isNarrow ? 344 : 960
        left = isNarrow ? 8 : 150
    }

    private var isNarrow: Bool { width < 500 }
    private var height: Double { Self.top + Double(rows.count) * rowHeight + 6 }
    private var stepWidth: Double { (width - left - 8) / Double(max(1, grade.scale.count)) }

    func svg(label: String) -> Markup {
        .element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "plot bands \(isNarrow ? "narrow" : "wide")",
                "role": "group", "aria-labelledby": label,
                "viewBox": "0 0 \(Drawing.place(width)) \(Drawing.place(height))",
            ], steps, Markup(rows.enumerated().map { row($1, $0) }))
    }

    private var steps: Markup {
        Markup(
            grade.scale.enumerated().map { index, step in
                let from = left + Double(index) * stepWidth
                let limit = step.threshold.map { threshold in
                    Drawing.text(threshold.text, x: from + stepWidth, y: 32, anchor: "middle", style: "t quiet")
                }
                let shade = Drawing.rectangle(
                    from, Self.top, width: stepWidth - 2, height: height - Self.top - 4,
                    style: step.grade == given ? "step given" : "step", radius: 3)
                return shade
                    + Drawing.text(step.grade, x: from + stepWidth / 2, y: 14, anchor: "middle", style: "t strong")
                    + (limit ?? .nothing)
            })
    }

    private func row(_ row: Row, _ index: Int) -> Markup {
        let middle = Self.top + (Double(index) + 0.5) * rowHeight
        let name =
            isNarrow
            ? Drawing.text(row.name, x: left + 4, y: middle - 15, style: "t strong halo")
            : Drawing.text(row.name, x: left - 10, y: middle + 4, anchor: "end", style: "t strong")
        let y = isNarrow ? middle + 18 : middle
        if let bound = row.atLeast { return name + open(bound, y) }
        if let reason = row.reason {
            let words = isNarrow ? "not measured" : "not measured: \(reason)"
            let room = Int((width - left - 16) / 6.8)
            let shown = words.count <= room ? words : words.prefix(room - 1) + "…"
            return name + Drawing.text(shown, x: left + 8, y: y + 4, style: "t halo")
        }
        let places = row.marks.map { place($0.value) }
        let span = Drawing.line(places.min() ?? left, y, places.max() ?? left, y, style: "span")
        let marks = zip(row.marks, places).reversed().map { mark, place in shape(mark, place, y) }
        return name + span + Markup(marks)
    }

    /// An arrow from the least that it can be to the end of the scale.
    private func open(_ bound: Mark, _ y: Double) -> Markup {
        let (from, to) = (place(bound.value), width - 14)
        let head = "M\(Drawing.place(to - 6)) \(Drawing.place(y - 5))l6 5l-6 5"
        return .element(
            "g", ["tabindex": "0", "role": "img", "aria-label": bound.words, "class": "point"],
            .element("title", [:], Markup(bound.words)),
            Drawing.path("M\(Drawing.place(from)) \(Drawing.place(y))H\(Drawing.place(to))" + head, style: "span"),
            Drawing.text(bound.name, x: to, y: y - 12, anchor: "end", style: "t strong halo"))
    }

    /// The graded statistic is a full diamond with its value, its neighbours are smaller and hollow.
    private func shape(_ mark: Mark, _ x: Double, _ y: Double) -> Markup {
        let isFirst = mark.name == (rows.lazy.compactMap(\.marks.first?.name).first ?? "")
        let size = isFirst ? 8.0 : 5.0
        let (whole, back) = (Drawing.place(size), Drawing.place(-size))
        let path = "M\(Drawing.place(x)) \(Drawing.place(y - size))l\(whole) \(whole)l\(back) \(whole)l\(back) \(back)z"
        return .element(
            "g", ["tabindex": "0", "role": "img", "aria-label": "\(mark.name): \(mark.words)", "class": "point"],
            .element("title", [:], Markup("\(mark.name): \(mark.words)")),
            Drawing.path(path, style: isFirst ? "value first" : "value"),
            isFirst
                ? Drawing.text(
                    mark.words, x: min(max(x, left + 30), width - 40), y: y - 12, anchor: "middle",
                    style: "t strong halo")
                : .nothing)
    }

    private func place(_ value: Double) -> Double {
        let limits = grade.scale.map(\.threshold?.value)
        let step = grade.scale.indices.first { limits[$0].map { value < $0 } ?? true } ?? limits.count - 1
        let low = step > 0 ? limits[step - 1] ?? 0 : 0
        // The last step has no end: twice its beginning is drawn there, and what lies beyond at the edge.
        let high = limits[step] ?? low * 2
        let share = high > low ? min(max((value - low) / (high - low), 0), 1) : 0
        return left + (Double(step) + share) * stepWidth - (share == 1 ? 8 : 0)
    }
}
