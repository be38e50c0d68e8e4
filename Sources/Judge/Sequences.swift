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
    func scored(of log: AttemptLog) -> [Range<Int>] {
        let ordered = log.sequences.ordered
        var warmup: Set<Int> = []
        for (index, start) in starts.enumerated() where start.warmup > 0 {
            let next = index + 1 < starts.count ? starts[index + 1].at : .max
            let own = log.sent.places(ordered, sentIn: start.at..<max(start.at, next))
            warmup.formUnion(own.lazy.joined().prefix(start.warmup))
        }
        var kept = Places()
        for stretch in ordered {
            var from = stretch.lowerBound
            for place in warmup.filter(stretch.contains).sorted() {
                if from < place { kept.append(from..<place) }
                from = place + 1
            }
            if from < stretch.upperBound { kept.append(from..<stretch.upperBound) }
        }
        return kept.stretches
    }
}
