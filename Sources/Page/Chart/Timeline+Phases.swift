import LinecheckCapture
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities

/// Phases as bands behind the plot, with what counted of them.
extension Timeline {
    struct Band {
        var phase: Trace.PhaseStretch
        var from: Double
        var to: Double
        var isLoaded: Bool
    }

    var phaseBands: [Band] {
        account.trace.phases.map { phase in
            let end = phase.ended ?? account.trace.last
            let isLoaded = !(account.plan.phase(phase.name)?.loads.isEmpty ?? true)
            return Band(
                phase: phase, from: time(Double(phase.began.nanoseconds)), to: time(Double(end.nanoseconds)),
                isLoaded: isLoaded)
        }
    }

    var bands: Markup {
        let shapes = phaseBands.map { band in
            Markup.element(
                "g", ["tabindex": "0", "role": "img", "aria-label": words(band), "class": "phase"],
                .element("title", [:], Markup(words(band))),
                Drawing.rectangle(
                    band.from, Self.headHeight, width: band.to - band.from, height: bottom - Self.headHeight,
                    style: band.isLoaded ? "band loaded" : "band"),
                Drawing.line(band.from, Self.headHeight, band.from, bottom, style: "edge"))
        }
        return Markup(shapes) + Markup(scoredLines) + Markup(labels)
    }

    /// A line over the part of each phase that is scored: warm-up and settling stand outside.
    private var scoredLines: [Markup] {
        account.scored.windows.filter { account.obstacle(in: $0.phase) == nil }.map { window in
            Drawing.line(
                time(Double(window.scoredStart.nanoseconds)), Self.headHeight, time(Double(window.end.nanoseconds)),
                Self.headHeight, style: "scored")
        }
    }

    /// Names in two rows, so that short phases have room too; one that would stand on its neighbour is left to its tooltip.
    private var labels: [Markup] {
        var free = [layout.left - 40, layout.left - 40]
        return phaseBands.compactMap { band in
            let width = Drawing.width(of: band.phase.name, isStrong: band.isLoaded)
            let center = min(max((band.from + band.to) / 2, width / 2 + 2), layout.width - width / 2 - 2)
            guard let row = [1, 0].first(where: { free[$0] + 6 <= center - width / 2 }) else { return nil }
            free[row] = center + width / 2
            return Drawing.text(
                band.phase.name, x: center, y: row == 1 ? 30 : 14, anchor: "middle",
                style: band.isLoaded ? "t strong" : "t")
        }
    }

    private func words(_ band: Band) -> String {
        let phase = band.phase
        let end = phase.ended ?? account.trace.last
        var words = "\(phase.name): \(Words.seconds(end - phase.began))"
        switch phase.state {
        case .cutShort: words += ", cut short"
        case .cancelled: words += ", cancelled"
        case .running, .loaded: words += ", not ended"
        case .completed, .skipped: break
        }
        if let reason = phase.reason { words += " (\(reason))" }
        if let obstacle = account.obstacle(in: phase.name) { return "\(words); not measured: \(obstacle)" }
        for probe in probes {
            guard let median = account.value("\(probe.name).\(phase.name).rtt.p50") else { continue }
            words += "; \(probe.name) median \(Words.duration(Int64(median)))"
        }
        return words
    }

    /// Hatched: seen, and not counted.
    var gaps: Markup {
        let bands = phaseBands.filter { account.obstacle(in: $0.phase.name) != nil }
        return Markup(
            bands.map { band in
                .element(
                    "rect",
                    [
                        "x": Drawing.place(band.from), "y": Drawing.place(latency.end),
                        "width": Drawing.place(max(3, band.to - band.from)),
                        "height": Drawing.place(bottom - latency.end), "fill": "url(#hatch-\(layout.name))",
                    ])
            })
    }

    /// The words on it, where there is room.
    var notCounted: Markup {
        Markup(
            phaseBands.filter { account.obstacle(in: $0.phase.name) != nil }.compactMap { band in
                let words = "not measured"
                guard Drawing.width(of: words) < band.to - band.from else { return nil }
                return Drawing.text(
                    words, x: (band.from + band.to) / 2, y: latency.end + 18, anchor: "middle", style: "t halo")
            })
    }
}
