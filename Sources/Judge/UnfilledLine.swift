import LinecheckExpressions
import LinecheckPlan
import LinecheckRules

/// The opinions once more for a run whose loads may not have filled the line: what lagged under them is then the least that a
/// full line lags.
///
/// A short queue in front of a line that was not full is no short queue. Numbers and grades stay what was measured; an answer
/// that a longer queue would have changed is not certain.
struct UnfilledLine {
    /// In the order of the plan.
    private let shortfalls: [(phase: String, reason: String)]
    private let measured: Opinions
    private let least: Opinions

    /// nil when nothing speaks against a full line.
    init?(_ table: MetricTable, _ reports: [Verdict.LoadReport], measured: Opinions, rules: RulesDocument?) {
        // Loopback has no line that could be full.
        guard !table.observations.isLoopback else { return nil }
        let plan = table.plan
        let loads = plan.phases.map { phase in
            reports.lazy.flatMap(\.phases).first {
                $0.phase == phase.name && $0.reason == nil && $0.saturation.shortfall != nil
            }
        }
        shortfalls = zip(plan.phases, loads).compactMap { phase, load in
            load?.saturation.shortfall.map { (phase.name, $0) }
        }
        guard !shortfalls.isEmpty else { return nil }
        self.measured = measured
        let reasons = plan.probes.indices.map { probe in
            plan.phases.indices.map { phase -> String? in
                guard let evidence = loads[phase]?.saturation else { return nil }
                // A queue beyond the gateway keeps those only waiting whose packets go through it.
                let waits = table.rise(of: probe, in: phase).map { evidence.isQueue($0) } ?? false
                return waits || !evidence.isQueueBottomless ? evidence.shortfall : nil
            }
        }
        var bench = Bench(table: table.least(reasons), rules: rules)
        least = Opinions(rules, in: &bench)
    }

    /// The first of them in words.
    var shortfall: String? {
        shortfalls.first.map { "the lag in \($0.phase) is at least what was measured, as \($0.reason)" }
    }

    /// A bench on which grades and answers are those that a fuller line may have, for conditions that rest on them; what was
    /// measured stays what it was, since a plan may be about just this load.
    func bench(_ measured: Bench) -> Bench {
        var bench = measured
        for grade in least.grades { bench.set(grade: grade.name, to: grade.reading) }
        for answer in answers { bench.set(verdict: answer.name, to: answer.reading) }
        return bench
    }

    /// Those that a longer queue would have made worse.
    var gradesAtBest: [String] {
        zip(measured.grades, least.grades).filter { $0.reading.worst != $1.reading.worst }.map(\.0.name)
    }

    var isScoreAtMost: Bool { measured.score?.atLeast != least.score?.atLeast }

    /// The answers, without the certainty of those that a longer queue would have changed.
    var answers: [Verdict.Answer] {
        zip(measured.answers, least.answers).map { answer, least in
            let others = least.possible.filter { $0 != answer.answer && !answer.cannotRuleOut.contains($0) }
            guard !others.isEmpty, answer.answer != "undetermined" else { return answer }
            var answer = answer
            answer.certain = false
            answer.cannotRuleOut += others
            return answer
        }
    }

    /// A sentence for each phase; none when a longer queue would have changed neither a grade nor an answer.
    var notes: [String] {
        let isMoot = gradesAtBest.isEmpty && answers == measured.answers
        return isMoot
            ? []
            : shortfalls.map { phase, reason in
                "The lag in \(phase) is at least what was measured, as \(reason)."
            }
    }
}
