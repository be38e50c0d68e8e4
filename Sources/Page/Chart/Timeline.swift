import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities

/// The main plot: round trips over time with the phases shaded, and under them the throughput on the same time axis.
struct Timeline {
    /// Two drawings of the same data: scaling one down to a phone would make its words too small to read.
    struct Layout {
        var name: String
        var width: Double
        var left: Double
        var right: Double
        var latencyHeight: Double
        var rateHeight: Double
        var timeTicks: Int

        static let wide = Layout(
            name: "wide", width: 960, left: 64, right: 12, latencyHeight: 280, rateHeight: 96, timeTicks: 12)
        static let narrow = Layout(
            name: "narrow", width: 344, left: 46, right: 6, latencyHeight: 210, rateHeight: 80, timeTicks: 5)
    }

    let account: RunAccount
    let layout: Layout
    let probes: [ProbeTrace]
    let time: Scale
    let latency: Scale
    let rate: Scale
    /// By probe: its replies in time.
    let replies: [[Point]]
    /// Probes that have attempts without a reply in time; each has a lane above the plot.
    let lanes: [Int]

    static let laneHeight = 16.0
    static let headHeight = 36.0
    static let laneGap = 10.0

    init(_ account: RunAccount, _ layout: Layout) {
        self.account = account
        self.layout = layout
        let probes = account.probes
        self.probes = probes
        let last = max(Double(account.trace.last.nanoseconds), 1e9)
        time = Scale(.linear, 0...last, from: layout.left, to: layout.width - layout.right)
        let replies = probes.map(\.replies)
        self.replies = replies
        lanes = probes.indices.filter { replies[$0].count < probes[$0].count }
        let top = Self.headHeight + Double(lanes.count) * Self.laneHeight + (lanes.isEmpty ? 0 : Self.laneGap)
        let bottom = top + layout.latencyHeight
        latency = Scale(.linear, 0...Self.ceiling(replies), from: bottom, to: top)
        let rates = account.trace.loads.flatMap { $0.phases.flatMap { $0.slices.map(\.rate) } }
        let most = Scale.roundedUp(max(rates.max() ?? 0, 1), most: 3)
        let rateTop = bottom + 22
        rate = Scale(.linear, 0...most, from: rateTop + (rates.isEmpty ? 0 : layout.rateHeight), to: rateTop)
    }

    var hasRates: Bool { rate.start > rate.end }
    var bottom: Double { hasRates ? rate.start : latency.start }
    var height: Double { bottom + 26 }

    /// The top of the latency axis: the slowest reply, unless a few stand so far above the rest that nothing else could be
    /// seen; those are drawn at the edge, see ``offScale``.
    private static func ceiling(_ replies: [[Point]]) -> Double {
        let values = replies.flatMap { $0.map(\.y) }.sorted()
        guard let most = values.last else { return 100e6 }
        let usual = values[min(values.count - 1, values.count * 98 / 100)]
        return Scale.roundedUp(max(most > 4 * usual ? 1.5 * usual : most, 1e6))
    }

    /// Replies above the top of the axis.
    var offScale: [Double] { replies.flatMap { $0.map(\.y) }.filter { $0 > latency.domain.upperBound } }

    /// The most attempts that one pixel column stands for.
    var densest: Int { drawn.map(\.densest).max() ?? 1 }

    var drawn: [PixelColumns] {
        let columns = Int(layout.width - layout.left - layout.right)
        return replies.map { PixelColumns($0, in: time.domain, columns: columns) }
    }

    /// - Parameters:
    ///   - label: the id of what names it, for screen readers.
    ///   - prefix: what stands first inside: the title and style of a file of its own.
    func svg(label: String?, prefix: Markup = .nothing) -> Markup {
        .element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": "0 0 \(Drawing.place(layout.width)) \(Drawing.place(height))", "role": "group",
                "class": "plot \(layout.name)", "aria-labelledby": label, "tabindex": label == nil ? nil : "0",
                "data-from": Drawing.place(layout.left), "data-to": Drawing.place(layout.width - layout.right),
                "data-top": Drawing.place(latency.end), "data-bottom": Drawing.place(bottom),
                "data-span": String(Int(time.domain.upperBound / 1e6)),
                "data-high": String(Int(latency.domain.upperBound / 1e3)),
                "data-floor": Drawing.place(latency.start),
            ], prefix, hatching, bands, axes, gaps, series, laneMarks, rates, notCounted)
    }

    /// What is not measured is neither blank nor shaded, but hatched.
    private var hatching: Markup {
        .element(
            "pattern",
            [
                "id": "hatch-\(layout.name)", "width": "7", "height": "7", "patternUnits": "userSpaceOnUse",
                "patternTransform": "rotate(45)",
            ], Drawing.line(0, 0, 0, 7, style: "hatch"))
    }
}
