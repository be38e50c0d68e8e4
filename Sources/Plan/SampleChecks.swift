import LinecheckExpressions
import LinecheckJSON
import LinecheckQuantities
import LinecheckRules

/// Whether each phase is long enough for the percentiles that the rules take of it.
struct SampleChecks {
    let plan: Plan
    let merged: MergedPlan
    let rules: RulesDocument

    /// One warning for each probe and phase, for the most demanding percentile.
    func problems() -> [Problem] {
        var needs: [(probe: Probe, phase: Phase, path: MetricPath, needed: Int)] = []
        for metric in rules.formulas.flatMap({ $0.expression.metrics.map(\.path) }) {
            guard case .percentile(let rank) = metric.statistic, !metric.quantity.isOfLoad,
                metric.quantity != .minuteJitter,
                let phase = plan.phase(metric.phase), let probe = probe(metric.source, in: phase)
            else { continue }
            let needed = Self.minimumCount(rank)
            if let index = needs.firstIndex(where: { $0.probe.name == probe.name && $0.phase.name == phase.name }) {
                if needs[index].needed < needed { needs[index] = (probe, phase, metric, needed) }
            } else {
                needs.append((probe, phase, metric, needed))
            }
        }
        return shortMinutes + needs.compactMap { problem($0.probe, $0.phase, $0.path, $0.needed) }
    }

    private func problem(_ probe: Probe, _ phase: Phase, _ path: MetricPath, _ needed: Int) -> Problem? {
        let scored = scoredAttempts(probe, in: phase)
        guard scored < needed, let field = merged.phases.first(where: { $0.name == phase.name })?.declaration else {
            return nil
        }
        let place = field["duration"] ?? field["at_most"] ?? field
        return place.warning(
            "too-few-samples", "\(path.text) needs \(needed) attempts, this phase scores \(scored)",
            fix: "make it longer, or the probe's interval shorter")
    }

    /// One warning for each phase that has fewer whole minutes than the rules take percentiles of.
    private var shortMinutes: [Problem] {
        let paths = rules.formulas.flatMap { $0.expression.metrics.map(\.path) }.filter { $0.quantity == .minuteJitter }
        return plan.phases.compactMap { phase in
            guard case .after(let duration) = phase.ending else { return nil }
            let needs = paths.filter { $0.phase == phase.name }.map { path in (path, minutes: Self.minutes(path)) }
            let scored = (duration - phase.settle).nanoseconds / Duration.seconds(60).nanoseconds
            guard let (path, needed) = needs.max(by: { $0.minutes < $1.minutes }), scored < Int64(needed),
                let field = merged.phases.first(where: { $0.name == phase.name })?.declaration
            else { return nil }
            return (field["duration"] ?? field).warning(
                "too-few-samples", "\(path.text) needs \(needed) whole minutes, this phase scores \(scored)",
                fix: "make it longer")
        }
    }

    private static func minutes(_ path: MetricPath) -> Int {
        if case .percentile(let rank) = path.statistic { return minimumCount(rank) }
        return 1
    }

    private func probe(_ name: String, in phase: Phase) -> Probe? {
        phase.probes.first { $0.name == name } ?? plan.probe(name)
    }

    /// Attempts that are sent in the scored window; of a span's first phase, or of a phase's own probe, less its warm-up.
    private func scoredAttempts(_ probe: Probe, in phase: Phase) -> Int {
        let isOwn = phase.probes.contains { $0.name == probe.name }
        let beginsHere = isOwn || plan.spans.contains { $0.probe == probe.name && $0.from == phase.name }
        let warmup = beginsHere ? probe.warmup : 0
        guard case .after(let duration) = phase.ending else { return (probe.count ?? .max) - warmup }
        let interval = max(1, probe.interval.nanoseconds)
        let sent = (duration.nanoseconds + interval - 1) / interval
        let settled = (phase.settle.nanoseconds + interval - 1) / interval
        return max(0, min(Int(sent), probe.count ?? .max) - max(Int(settled), warmup))
    }

    /// n ≥ 1 / min(p, 1 − p), as the judge asks for.
    private static func minimumCount(_ rank: Int) -> Int {
        let rarer = min(rank, 100 - rank)
        return (100 + rarer - 1) / rarer
    }
}
