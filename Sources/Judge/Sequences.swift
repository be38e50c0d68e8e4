import LinecheckPlan
import LinecheckQuantities

/// Which attempts of a probe are its warm-up: the first of each sequence, answered or not.
///
/// A sequence starts once for a span of phases and once for each phase that lists the probe; sequence numbers go on.
struct Sequences {
    /// When each started, ascending, and how many attempts of it are discarded.
    private let starts: [(at: Int64, warmup: Int)]

    init(of probe: Probe, plan: Plan, phases: [PhaseLog]) {
        var starts: [(at: Int64, warmup: Int)] = []
        for span in plan.spans where span.probe == probe.name {
            guard let from = plan.phaseIndex(span.from), let to = plan.phaseIndex(span.to), from <= to else { continue }
            // A span whose first phases were skipped starts with the first that ran.
            if let first = phases[from...to].compactMap(\.running).min() {
                starts.append((first.nanoseconds, probe.warmup))
            }
        }
        for (index, phase) in plan.phases.enumerated() {
            guard let own = phase.probes.first(where: { $0.name == probe.name }) else { continue }
            if let running = phases[index].running { starts.append((running.nanoseconds, own.warmup)) }
        }
        self.starts = starts.sorted { $0.at < $1.at }
    }

    /// The attempts that are no warm-up, as places in the log, in the order of their sequence numbers.
    func scored(of log: AttemptLog) -> [Int] {
        let order = log.sequences.indices.sorted { log.sequences[$0] < log.sequences[$1] }
        var left = starts.map(\.warmup)
        return order.filter { index in
            guard let sequence = starts.lastIndex(where: { $0.at <= log.sent[index] }), left[sequence] > 0 else {
                return true
            }
            left[sequence] -= 1
            return false
        }
    }
}
