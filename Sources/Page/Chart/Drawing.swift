/// SVG's few words, in places of a drawing (SVG 2 §9 and §10).
enum Drawing {
    /// With a tenth of a unit, which is finer than any screen shows.
    static func place(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let (whole, rest) = (tenths.magnitude / 10, tenths.magnitude % 10)
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    /// A line through points; it breaks before those for which `breaks` is true.
    static func line(_ points: [Point], breaks: (Int) -> Bool = { _ in false }) -> String {
        var path = ""
        for (index, point) in points.enumerated() {
            path += (index == 0 || breaks(index) ? "M" : "L") + place(point.x) + " " + place(point.y)
        }
        return path
    }

    /// Dots: lines of no length, which a round or square cap makes visible (SVG 2 §13.5.4).
    static func dots(_ points: [Point]) -> String {
        points.map { "M\(place($0.x)) \(place($0.y))h0" }.joined()
    }

    static func crosses(_ points: [Point], radius: Double) -> String {
        let span = place(2 * radius)
        return points.map { point in
            "M\(place(point.x - radius)) \(place(point.y - radius))l\(span) \(span)m-\(span) 0l\(span) -\(span)"
        }.joined()
    }

    static func triangles(_ points: [Point], radius: Double) -> String {
        let (side, rise) = (place(radius), place(1.8 * radius))
        return points.map { point in
            "M\(place(point.x)) \(place(point.y - radius))l\(side) \(rise)h-\(place(2 * radius))z"
        }.joined()
    }

    static func text(_ words: String, x: Double, y: Double, anchor: String = "start", style: String = "t") -> Markup {
        .element(
            "text", ["x": place(x), "y": place(y), "class": style, "text-anchor": anchor == "start" ? nil : anchor],
            Markup(words))
    }

    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) -> Markup {
        .element("path", ["class": style, "d": "M\(place(x1)) \(place(y1))L\(place(x2)) \(place(y2))"])
    }

    static func rectangle(
        _ x: Double, _ y: Double, width: Double, height: Double, style: String, radius: Double? = nil
    ) -> Markup {
        .element(
            "rect",
            [
                "x": place(x), "y": place(y), "width": place(max(0, width)), "height": place(max(0, height)),
                "class": style, "rx": radius.map(place),
            ])
    }

    static func path(_ path: String, style: String) -> Markup {
        path.isEmpty ? .nothing : .element("path", ["class": style, "d": path])
    }

    /// About how wide a text is at most: DejaVu Sans is the widest of the faces that the style names.
    static func width(of words: String, isStrong: Bool = false) -> Double {
        Double(words.count) * 12 * (isStrong ? 0.7 : 0.62)
    }
}
