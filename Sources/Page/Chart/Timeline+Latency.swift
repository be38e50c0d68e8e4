import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities

/// Round trips, and above them in lanes what got no reply in time: a lost attempt is slower than every answered one.
extension Timeline {
    var axes: Markup {
        let (left, right) = (layout.left, layout.width - layout.right)
        var marks = latency.ticks(5).map { tick in
            Drawing.line(left, latency(tick), right, latency(tick), style: "grid")
                + Drawing.text(TickText.duration(tick), x: left - 6, y: latency(tick) + 4, anchor: "end")
        }
        if hasRates {
            marks += rate.ticks(2).map { tick in
                Drawing.line(left, rate(tick), right, rate(tick), style: "grid")
                    + Drawing.text(rateText(tick), x: left - 6, y: rate(tick) + 4, anchor: "end")
            }
            marks.append(Drawing.text(rateUnit, x: left + 4, y: rate.end - 5, style: "t quiet"))
        }
        let ticks = TimeTicks(upTo: time.domain.upperBound, most: layout.timeTicks)
        marks += ticks.values.map { tick in
            let label = ticks.text(tick)
            let half = Drawing.width(of: label) / 2
            return Drawing.line(time(tick), bottom, time(tick), bottom + 4, style: "edge")
                + Drawing.text(
                    label, x: min(max(time(tick), half), layout.width - half), y: bottom + 18, anchor: "middle")
        }
        return Markup(marks)
    }

    /// The unit stands once above the panel.
    private var rateUnit: String {
        let label = TickText.rate(rate.domain.upperBound)
        return "throughput, \(label.split(separator: " ").last ?? "")"
    }

    private func rateText(_ tick: Double) -> String {
        let unit = pow10(of: rate.domain.upperBound)
        return TickText.short(tick / unit)
    }

    private func pow10(of most: Double) -> Double { most < 1e6 ? 1e3 : most < 1e9 ? 1e6 : 1e9 }

    var series: Markup {
        Markup(
            probes.indices.map { index in
                let columns = drawn[index]
                let isDense = columns.points.count > Int(layout.width) / 2
                let places = columns.points.map { Point(x: time($0.x), y: latency($0.y)) }
                let above = columns.points.filter { $0.y > latency.domain.upperBound }
                    .map { Point(x: time($0.x), y: latency.end + 4) }
                let breaks = breaks(index, columns.points)
                return .element(
                    "g", ["class": "s\(index % 8)"],
                    Drawing.path(Drawing.line(places) { breaks.contains($0) }, style: isDense ? "line dense" : "line"),
                    isDense ? .nothing : Drawing.path(Drawing.dots(places), style: "dot"),
                    Drawing.path(Drawing.triangles(above, radius: 4), style: "mark full"))
            })
    }

    /// A line between two replies would hide the attempts between them that got none: it begins anew behind each.
    private func breaks(_ index: Int, _ points: [Point]) -> Set<Int> {
        let probe = probes[index]
        let missed = (0..<probe.count).filter { if case .reply = probe.outcome($0) { false } else { true } }
            .map { Double(probe.sent[$0]) }
        // Nor does it reach over a time in which nobody asked.
        let rest = (account.plan.probe(probe.name)?.interval.nanoseconds ?? 1_000_000_000) * 8
        var breaks = Set(points.indices.dropFirst().filter { points[$0].x - points[$0 - 1].x > Double(rest) })
        var place = 0
        for moment in missed {
            while place < points.count, points[place].x < moment { place += 1 }
            if place < points.count { breaks.insert(place) }
        }
        return breaks
    }

    var laneMarks: Markup {
        Markup(
            lanes.enumerated().map { row, index in
                let y = Self.headHeight + (Double(row) + 0.5) * Self.laneHeight
                let probe = probes[index]
                var marks: [String: [Point]] = [:]
                for place in 0..<probe.count {
                    let kind: String
                    switch probe.outcome(place) {
                    case .reply: continue
                    case .lost: kind = "lost"
                    case .late: kind = "late"
                    case .failed: kind = "failed"
                    }
                    // Marks that fall on one pixel are one mark.
                    let point = Point(x: time(Double(probe.sent[place])).rounded(), y: y)
                    if marks[kind]?.last != point { marks[kind, default: []].append(point) }
                }
                return .element(
                    "g", ["class": "s\(index % 8)"],
                    Drawing.line(layout.left, y, layout.width - layout.right, y, style: "grid"),
                    Drawing.text(laneName(probe), x: layout.left - 6, y: y + 4, anchor: "end", style: "t"),
                    Drawing.path(Drawing.crosses(marks["lost"] ?? [], radius: 3.5), style: "mark"),
                    Drawing.path(Drawing.triangles(marks["late"] ?? [], radius: 4), style: "mark"),
                    Drawing.path(Drawing.dots(marks["failed"] ?? []), style: "dot large"))
            })
    }

    /// As much of the name as there is room for.
    private func laneName(_ probe: ProbeTrace) -> String {
        let room = Int((layout.left - 6) / (12 * 0.56))
        return probe.name.count <= room ? probe.name : probe.name.prefix(room - 1) + "…"
    }
}
