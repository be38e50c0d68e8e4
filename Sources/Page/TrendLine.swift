/// A figure over many runs as a line without axes: the table beside it has the numbers.
struct TrendLine {
    /// In the figure's own coordinates.
    private static let width = 360.0
    private static let height = 72.0
    private static let margin = 5.0

    private let values: [Double?]
    private let low: Double
    private let high: Double

    init(_ values: [Double?]) {
        self.values = values
        let known = values.compactMap(\.self)
        low = known.min() ?? 0
        high = known.max() ?? 0
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
            ], lines)
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
        let inner = Self.width - 2 * Self.margin
        return values.count < 2 ? Self.width / 2 : Self.margin + inner * Double(index) / Double(values.count - 1)
    }

    private func y(_ value: Double) -> Double {
        guard high > low else { return Self.height / 2 }
        return Self.height - Self.margin - (Self.height - 2 * Self.margin) * (value - low) / (high - low)
    }

    /// A tenth of a pixel is enough.
    private static func text(_ value: Double) -> String { ((value * 10).rounded() / 10).description }
}
