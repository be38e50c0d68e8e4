import LinecheckJudge
import LinecheckPlan

/// Throughput of each load, in slices of half a second, as an area; uploads are striped, so that colour is not all that tells.
extension Timeline {
    var rates: Markup {
        guard hasRates else { return .nothing }
        return Markup(
            account.trace.loads.flatMap { load in
                load.phases.filter(\.hasMoved).map { area(load.name, $0) }
            })
    }

    private func area(_ load: String, _ phase: LoadTrace.InPhase) -> Markup {
        let slices = peaks(phase.slices)
        guard let first = slices.first, let last = slices.last else { return .nothing }
        let floor = Drawing.place(rate.start)
        let steps = slices.map { slice in
            let y = Drawing.place(rate(slice.rate))
            return "L\(place(slice.from)) \(y)L\(place(slice.to)) \(y)"
        }
        let outline = "M\(place(first.from)) \(floor)\(steps.joined())L\(place(last.to)) \(floor)z"
        let direction = account.plan.load(load)?.direction ?? .download
        return .element(
            "g", ["class": "rate \(direction.rawValue)"], .element("title", [:], Markup(words(load, phase.phase))),
            Drawing.path(outline, style: "area"), label(load, phase.phase, first.from, last.to))
    }

    private func place(_ moment: Int64) -> String { Drawing.place(time(Double(moment))) }

    /// Slices, or where several fall on one pixel column the fastest of them.
    private func peaks(_ slices: [LoadTrace.InPhase.Slice]) -> [LoadTrace.InPhase.Slice] {
        let group = max(1, slices.count / Int(layout.width))
        return stride(from: 0, to: slices.count, by: group).map { start in
            let some = slices[start..<min(start + group, slices.count)]
            var peak = some.max { $0.rate < $1.rate } ?? slices[start]
            (peak.from, peak.to) = (slices[start].from, some.last?.to ?? peak.to)
            return peak
        }
    }

    private func words(_ load: String, _ phase: String) -> String {
        let obstacle = account.scored.rates.first { $0.load == load && $0.phase == phase }?.obstacle
        if let obstacle { return "\(load) in \(phase), not measured: \(obstacle)" }
        guard let mean = account.value("\(load).\(phase).rate.mean") else { return "\(load) in \(phase)" }
        return "\(load) in \(phase): \(Words.rate(Int64(mean)))"
    }

    private func label(_ load: String, _ phase: String, _ from: Int64, _ to: Int64) -> Markup {
        guard let mean = account.value("\(load).\(phase).rate.mean") else { return .nothing }
        let (left, right) = (time(Double(from)), time(Double(to)))
        let words = Words.rate(Int64(mean))
        guard Drawing.width(of: words, isStrong: true) + 4 < right - left else { return .nothing }
        return Drawing.text(
            words, x: (left + right) / 2, y: rate.start - 8, anchor: "middle", style: "t halo strong")
    }
}
