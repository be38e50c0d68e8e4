import LinecheckJudge

/// How the round trips of one probe are distributed in each phase: the share of attempts that were answered within a time.
///
/// An empirical distribution function over all attempts; one that got no reply in time ranks above every reply, so a curve of
/// a lossy phase ends below 100 %.
struct Distribution {
    static let width = 460.0
    static let height = 250.0
    private static let left = 44.0
    private static let right = 12.0
    private static let top = 12.0
    private static let bottom = 214.0

    /// One curve.
    struct Curve {
        var name: String
        /// Ascending, in ns.
        var replies: [Int64]
        var lost: Int
        /// Which of the eight styles draws it.
        var style: Int

        var count: Int { replies.count + lost }

        init(_ name: String, _ roundTrips: [Int64?], style: Int) {
            self.name = name
            replies = roundTrips.compactMap { $0 }.sorted()
            lost = roundTrips.count - replies.count
            self.style = style
        }

        /// In words, for a tooltip and a screen reader.
        var words: String {
            guard let least = replies.first, let most = replies.last else {
                return "\(name): none of \(count) attempts was answered"
            }
            let half = count <= 2 * replies.count ? ", half within \(Words.duration(replies[(count - 1) / 2]))" : ""
            return
                "\(name): n = \(count), fastest \(Words.duration(least))\(half), slowest \(Words.duration(most)), \(lost) lost"
        }
    }

    let curves: [Curve]
    private let x: Scale
    private let y = Scale(.linear, 0...1, from: bottom, to: top)

    /// nil when no curve has a reply.
    init?(_ curves: [Curve]) {
        let replies = curves.flatMap(\.replies)
        guard let least = replies.min(), let most = replies.max() else { return nil }
        self.curves = curves
        // A tenth of room at both ends; two ends that are one would make no axis.
        let domain = max(Double(least) * 0.9, 1e3)...max(Double(most) * 1.1, Double(least) * 1.5, 2e3)
        x = Scale(.logarithmic, domain, from: Self.left, to: Self.width - Self.right)
    }

    func svg(label: String) -> Markup {
        .element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "plot small", "role": "group", "aria-labelledby": label,
                "viewBox": "0 0 \(Drawing.place(Self.width)) \(Drawing.place(Self.height))",
            ], axes, Markup(curves.map(curve)))
    }

    private var axes: Markup {
        var marks = [0, 0.25, 0.5, 0.75, 1].map { share in
            Drawing.line(Self.left, y(share), Self.width - Self.right, y(share), style: "grid")
                + Drawing.text("\(Int(share * 100)) %", x: Self.left - 6, y: y(share) + 4, anchor: "end")
        }
        var free = Self.left - 20
        for tick in x.ticks(5) {
            let label = TickText.duration(tick)
            let half = Drawing.width(of: label) / 2
            marks.append(Drawing.line(x(tick), Self.top, x(tick), Self.bottom, style: "grid"))
            guard x(tick) - half > free, x(tick) + half < Self.width else { continue }
            free = x(tick) + half + 6
            marks.append(Drawing.text(label, x: x(tick), y: Self.bottom + 18, anchor: "middle"))
        }
        return Markup(marks)
    }

    private func curve(_ curve: Curve) -> Markup {
        var path = ""
        var last = Point(x: Self.left, y: y(0))
        for (rank, reply) in curve.replies.enumerated() {
            let place = Point(x: x(Double(reply)), y: y(Double(rank + 1) / Double(curve.count)))
            // Steps that are finer than the screen are one step: the next one stands on it.
            let isEnd = rank == curve.replies.count - 1
            guard isEnd || place.x - last.x >= 0.3 || last.y - place.y >= 0.8 || rank == 0 else { continue }
            path += rank == 0 ? "M\(Drawing.place(place.x)) \(Drawing.place(y(0)))" : "H\(Drawing.place(place.x))"
            path += "V\(Drawing.place(place.y))"
            last = place
        }
        // To the edge: nothing more was answered in time.
        if !curve.replies.isEmpty { path += "H\(Drawing.place(Self.width - Self.right))" }
        return .element(
            "g", ["class": "s\(curve.style % 8) curve", "tabindex": "0", "role": "img", "aria-label": curve.words],
            .element("title", [:], Markup(curve.words)), Drawing.path(path, style: "line wide"))
    }
}
