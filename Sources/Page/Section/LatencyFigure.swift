import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan

/// The main plot with its legend, and what a reader has to know to read it.
struct LatencyFigure {
    let account: RunAccount
    private let wide: Timeline
    private let narrow: Timeline

    init(_ account: RunAccount) {
        self.account = account
        wide = Timeline(account, .wide)
        narrow = Timeline(account, .narrow)
    }

    var markup: Markup {
        guard !wide.probes.isEmpty else {
            return .element(
                "section", [:], .element("h2", [:], "Latency over time"), .element("p", [:], "No attempt was recorded.")
            )
        }
        return .element(
            "section", [:], .element("h2", ["id": "over-time"], "Latency over time"),
            .element(
                "figure", ["id": "timeline"], legend, wide.svg(label: "over-time"), narrow.svg(label: "over-time"),
                .element("p", ["class": "readout", "role": "status", "aria-live": "polite"], ""),
                .element("figcaption", [:], Markup(Self.caption(wide)))),
            .element("script", ["type": "application/json", "id": "samples"], .data(samples)))
    }

    private var legend: Markup {
        .element(
            "ul", ["class": "legend"],
            wide.probes.enumerated().map { index, probe in
                let target = probe.target
                let words = [target?.address ?? target?.name, target?.protocolName].compactMap { $0 }
                return .element(
                    "li", [:], Swatch.markup(index), .element("b", [:], Markup(probe.name)),
                    Markup(words.isEmpty ? "" : " " + words.joined(separator: ", ")))
            })
    }

    static func caption(_ timeline: Timeline) -> String {
        var sentences = [
            "Round trips of every attempt; a bar above a phase marks what is scored, darker phases carry a load."
        ]
        if !timeline.lanes.isEmpty {
            sentences.append(
                "Above the plot, slower than every answer: × lost, △ answered after the timeout, ● refused or failed.")
        }
        let above = timeline.offScale
        if let most = above.max() {
            sentences.append(
                "\(above.count) repl\(above.count == 1 ? "y" : "ies") beyond the scale (▲ at its edge), the slowest after \(Words.duration(Int64(most)))."
            )
        }
        if timeline.densest > 1 {
            sentences.append(
                "Each pixel column stands for up to \(timeline.densest) attempts and keeps the first, the fastest, the slowest and the last of them."
            )
        }
        let obstacles = timeline.account.trace.phases.compactMap { phase in
            timeline.account.obstacle(in: phase.name).map { "\(phase.name) is not measured: \($0)" }
        }
        if !obstacles.isEmpty { sentences.append("Hatched: " + obstacles.joined(separator: "; ") + ".") }
        let missed = timeline.account.plan.phases.map(\.name).filter { name in
            !timeline.account.trace.phases.contains { $0.name == name }
        }
        if !missed.isEmpty { sentences.append("Never ran: \(missed.joined(separator: ", ")).") }
        return sentences.joined(separator: " ")
    }

    /// For the tooltip: of each probe when attempts were sent, in ms, and after how many µs they were answered; −1 lost, −2
    /// late, −3 failed. What the plot leaves out is left out here as well.
    private var samples: JSONValue {
        .array(
            wide.probes.enumerated().map { index, probe in
                let columns = wide.drawn[index]
                var points = columns.points.map { (Int64($0.x / 1e6), Int64($0.y / 1e3)) }
                for place in 0..<probe.count {
                    let code: Int64
                    switch probe.outcome(place) {
                    case .reply: continue
                    case .lost: code = -1
                    case .late: code = -2
                    case .failed: code = -3
                    }
                    points.append((probe.sent[place] / 1_000_000, code))
                }
                points.sort { $0.0 < $1.0 }
                return .object([
                    JSONMember("name", .string(probe.name)), JSONMember("t", .array(points.map { .integer($0.0) })),
                    JSONMember("v", .array(points.map { .integer($0.1) })),
                ])
            })
    }
}

/// A short piece of a series' line with its dots, for legends.
enum Swatch {
    static func markup(_ index: Int, isCurve: Bool = false) -> Markup {
        .element(
            "svg",
            ["viewBox": "0 0 34 12", "class": "swatch s\(index % 8)\(isCurve ? " curve" : "")", "aria-hidden": "true"],
            Drawing.path("M2 6L32 6", style: isCurve ? "line wide" : "line"),
            isCurve ? .nothing : Drawing.path("M9 6h0M25 6h0", style: "dot"))
    }
}
