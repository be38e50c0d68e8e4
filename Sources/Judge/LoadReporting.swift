import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities

extension MetricTable {
    var loadReports: [Verdict.LoadReport] {
        plan.loads.indices.map { index in
            Verdict.LoadReport(
                name: plan.loads[index].name, direction: plan.loads[index].direction.rawValue,
                phases: plan.phases.indices.compactMap { report(index, in: $0) })
        }
    }

    private func report(_ index: Int, in phase: Int) -> Verdict.LoadReport.InPhase? {
        guard let (log, reason) = load(index, in: phase) else { return nil }
        let saturation = windows[phase].map { window in
            log.saturation(of: plan.loads[index], in: window, host: HostEvidence(self, phase: phase, in: window))
        }
        return Verdict.LoadReport.InPhase(
            phase: plan.phases[phase].name, reason: reason, bytes: log.total, streams: log.streams.count,
            statuses: log.statuses, reopenings: log.reopenings, trouble: log.trouble,
            saturation: saturation ?? Saturation())
    }

    /// Nobody answered, nobody was even asked, and no byte moved.
    var measuredNothing: Bool {
        observations.attempts.allSatisfy { log in log.outcomes.allSatisfy { $0 == AttemptLog.Outcome.localError } }
            && observations.loads.values.allSatisfy { $0.total == 0 }
    }
}

extension LoadLog {
    fileprivate var statuses: [Verdict.LoadReport.Status] {
        unique(answers.map(\.status)).map { status in
            Verdict.LoadReport.Status(
                status: status, count: answers.reduce(0) { $0 + ($1.status == status ? $1.count : 0) })
        }
    }
}
