/// Past runs as one HTML file: for each plan a plot a figure and a table, oldest run first.
public struct TrendPage: Sendable {
    /// One run: a row of the table.
    public struct Run: Sendable {
        public var cells: [String]
        /// Columns that are otherwise than in the run before.
        public var changed: Set<Int>

        public init(cells: [String], changed: Set<Int>) {
            self.cells = cells
            self.changed = changed
        }
    }

    /// A figure over all runs of a plan; nil: that run did not measure it.
    public struct Series: Sendable {
        public var name: String
        /// The least and the largest value, in words.
        public var least: String
        public var most: String
        public var values: [Double?]
        /// What a change has to reach to be seen as one.
        public var span: Double

        public init(name: String, least: String, most: String, values: [Double?], span: Double) {
            self.name = name
            self.least = least
            self.most = most
            self.values = values
            self.span = span
        }

        var range: String { least == most ? least : "\(least) to \(most)" }
    }

    public struct Plan: Sendable {
        public var name: String
        public var head: [String]
        /// Columns that hold numbers.
        public var numbers: Set<Int>
        public var runs: [Run]
        public var series: [Series]

        public init(name: String, head: [String], numbers: Set<Int>, runs: [Run], series: [Series]) {
            self.name = name
            self.head = head
            self.numbers = numbers
            self.runs = runs
            self.series = series
        }
    }

    private let plans: [Plan]
    private let remarks: [String]

    /// - Parameter remarks: what could not be told of other captures, a sentence each.
    public init(_ plans: [Plan], remarks: [String]) {
        self.plans = plans
        self.remarks = remarks
    }

    public var text: String {
        let count = plans.reduce(0) { $0 + $1.runs.count }
        let header = Markup.element(
            "header", [:], .element("p", ["class": "eyebrow"], "past runs, oldest first"),
            .element("h1", [:], Markup("\(count) run\(count == 1 ? "" : "s")")))
        return Document(title: "Past runs", body: [header] + plans.map(section) + [gaps], script: nil).text
    }

    private func section(_ plan: Plan) -> Markup {
        let rows = plan.runs.map { run in
            run.cells.enumerated().map { column, cell in
                run.changed.contains(column)
                    ? Markup.element("strong", ["title": "otherwise than the run before"], Markup(cell + " *"))
                    : Markup(cell)
            }
        }
        return .element(
            "section", [:], .element("h2", [:], Markup(plan.name)),
            .element("div", ["class": "panels"], plan.series.filter { $0.values.count > 1 }.map(figure)),
            Table(caption: "Runs of \(plan.name)", head: plan.head, rows: rows, numbers: plan.numbers).markup)
    }

    private func figure(_ series: Series) -> Markup {
        .element(
            "figure", [:], .element("h3", [:], Markup(series.name)),
            TrendLine(series.values, span: series.span).svg(series),
            .element("p", ["class": "quiet"], Markup(series.range)))
    }

    private var gaps: Markup {
        guard !remarks.isEmpty else { return .nothing }
        return .element(
            "section", [:], .element("h2", [:], "Not told"),
            .element("ul", ["class": "notes"], remarks.map { .element("li", [:], Markup($0)) }))
    }
}
