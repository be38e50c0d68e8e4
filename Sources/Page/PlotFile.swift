import LinecheckPlan

/// The main plot alone, as an SVG file that needs nothing else.
public struct PlotFile: Sendable {
    private let account: RunAccount

    public init(_ account: RunAccount) { self.account = account }

    public var text: String {
        let timeline = Timeline(account, .wide)
        let title = "\(account.plan.title ?? account.plan.name): round trips and throughput over time"
        let prefix = Markup([
            .element("title", ["id": "title"], Markup(title)),
            .element("desc", [:], Markup(LatencyFigure.caption(timeline))),
            .element("style", [:], .verbatim(ChartStyle.text)),
            Drawing.rectangle(0, 0, width: timeline.layout.width, height: timeline.height, style: "paper"),
        ])
        let svg = timeline.svg(label: "title", prefix: prefix)
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + String(decoding: svg.bytes, as: UTF8.self) + "\n"
    }
}
