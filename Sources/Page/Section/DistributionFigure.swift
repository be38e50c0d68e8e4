import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan

/// For each probe the distribution of its round trips by phase.
struct DistributionFigure {
    let account: RunAccount

    var markup: Markup {
        let panels = account.probes.enumerated().compactMap { panel($1.name, $0) }
        guard !panels.isEmpty else { return .nothing }
        return .element(
            "section", [:], .element("h2", [:], "Distribution by phase"),
            .element(
                "p", ["class": "quiet"],
                "The share of scored attempts that were answered within a time (logarithmic). Lost attempts count as slower than every answer, so a curve may end below 100 %."
            ),
            .element("div", ["class": "panels"], panels))
    }

    private func panel(_ probe: String, _ index: Int) -> Markup? {
        let all = account.scored.attempts.filter { $0.probe == probe }
        let curves = all.filter { $0.obstacle == nil }.map { attempts in
            Distribution.Curve(
                attempts.phase, attempts.roundTrips,
                style: account.plan.phases.firstIndex { $0.name == attempts.phase } ?? 0)
        }
        guard !all.isEmpty else { return nil }
        let id = "distribution-\(index)"
        let gaps = all.compactMap { attempts in
            attempts.obstacle.map { Markup.element("li", [:], Markup("\(attempts.phase) "), notMeasured($0)) }
        }
        let legend = curves.map { curve in
            Markup.element("li", [:], Swatch.markup(curve.style, isCurve: true), Markup(curve.name))
        }
        return .element(
            "figure", [:], .element("h3", ["id": id], Markup(probe)),
            Distribution(curves).map { $0.svg(label: id) }
                ?? .element("p", ["class": "missing"], "no attempt was answered"),
            .element("ul", ["class": "legend"], legend + gaps), table(curves, probe))
    }

    private func table(_ curves: [Distribution.Curve], _ probe: String) -> Markup {
        guard !curves.isEmpty else { return .nothing }
        let rows = curves.map { curve in
            [Markup(curve.name)]
                + ["rtt.p50", "rtt.p95", "rtt.max"].map { statistic in
                    cell("\(probe).\(curve.name).\(statistic)")
                } + [Markup("\(curve.lost)"), Markup("\(curve.count)")]
        }
        return .element(
            "details", ["class": "as-table"], .element("summary", [:], "The same as a table"),
            Table(
                caption: "Round trips of \(probe)", head: ["", "p50", "p95", "max", "lost", "n"], rows: rows,
                numbers: Set(1...5)
            ).markup)
    }

    private func cell(_ metric: String) -> Markup {
        guard let reading = account.reading(metric) else { return notMeasured("not asked for") }
        return reading.value.map { Markup(Words.quantity($0, .duration)) }
            ?? notMeasured(reading.missing.first?.reason ?? "out of range")
    }
}
