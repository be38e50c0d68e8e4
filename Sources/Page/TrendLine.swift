/// A figure over many runs as a line, with its least and largest value at their heights: the table beside it has the others.
struct TrendLine {
    /// In the figure's own coordinates.
    private static let width = 360.0
    private static let height = 72.0
    private static let margin = 12.0
    /// Right of the line, for the two values.
    private static let labels = 92.0

    private let values: [Double?]
    private let low: Double
    private let high: Double

    /// - Parameter span: the least that the height stands for; what changes by less is drawn as that little.
    init(_ values: [Double?], span: Double) {
        self.values = values
        let known = values.compactMap(\.self)
        let (least, most) = (known.min() ?? 0, known.max() ?? 0)
        let missing = max(0, span - (most - least)) / 2
        (low, high) = (least - missing, most + missing)
    }

    func svg(_ series: TrendPage.Series) -> Markup {
        let lines = stretches.map { points in
            points.count == 1
                ? Markup.element(
                    "circle",
                    ["cx": Self.text(points[0].x), "cy": Self.text(points[0].y), "r": "2", "fill": "currentColor"])
                : .element(
                    "polyline",
                    [
                        "points": points.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: " "),
                        "fill": "none", "stroke": "currentColor", "stroke-width": "1.5",
                    ])
        }
        return .element(
            "svg",
            [
                "viewBox": "0 0 \(Int(Self.width)) \(Int(Self.height))", "role": "img",
                "aria-label": "\(series.name) over \(values.count) runs: \(series.range)",
            ], lines + marks(series))
    }

    /// One where the two values are drawn, and printed, alike.
    private func marks(_ series: TrendPage.Series) -> [Markup] {
        let known = values.compactMap(\.self)
        guard let least = known.min(), let most = known.max() else { return [] }
        let texts = [(series.least, least), (series.most, most)]
        let isOne = series.least == series.most || abs(y(least) - y(most)) < Self.margin
        let shown = isOne ? [(series.least == series.most ? series.least : series.range, (least + most) / 2)] : texts
        return shown.map { words, value in
            Drawing.text(words, x: Self.width - Self.labels + 8, y: y(value) + 4)
        }
    }

    /// Runs in a row that have a value; a line over a gap would claim one.
    private var stretches: [[(x: Double, y: Double)]] {
        var stretches: [[(x: Double, y: Double)]] = [[]]
        for (index, value) in values.enumerated() {
            if let value {
                stretches[stretches.count - 1].append((x(index), y(value)))
            } else if stretches.last?.isEmpty == false {
                stretches.append([])
            }
        }
        return stretches.filter { !$0.isEmpty }
    }

    private func x(_ index: Int) -> Double {
        let inner = Self.width - Self.labels - Self.margin
        return values.count < 2 ? inner / 2 : Self.margin + inner * Double(index) / Double(values.count - 1)
    }

    private func y(_ value: Double) -> Double {
        guard high > low else { return Self.height / 2 }
        return Self.height - Self.margin - (Self.height - 2 * Self.margin) * (value - low) / (high - low)
    }

    /// A tenth of a pixel is enough.
    private static func text(_ value: Double) -> String { ((value * 10).rounded() / 10).description }
}
