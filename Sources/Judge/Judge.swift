import LinecheckCapture
public import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities
public import LinecheckRules

/// From a capture's records and a set of rules to a verdict: one pure function, used live and by replay.
public enum Judge {
    /// The version of everything in judging that is code and not rules: statistics, validity, wording, layout.
    ///
    /// A change that moves one byte of any fixture's verdict raises it.
    public static let version = 1

    /// - Parameter rules: nil: metrics, loads and expectations only.
    public static func judge(_ observations: Observations, rules: RulesDocument?) -> Verdict {
        let rules = rules?.fitting(probes: observations.plan.probes.map(\.name))
        let table = MetricTable(observations, underLoad: rules?.underLoad ?? [])
        let report = SelfReport(table)
        var bench = Bench(table: table, rules: rules)
        let opinions = Opinions(rules, in: &bench)
        let loads = table.loadReports
        let unfilled = UnfilledLine(table, loads, measured: opinions, rules: rules)
        // Another baseline, or a record that is not here, might have given another answer.
        let isDoubtful =
            !report.busyBaselines.isEmpty || !observations.gaps.isEmpty || !observations.losses.isEmpty
            || observations.cutOff != nil
        let answers = (unfilled?.answers ?? opinions.answers).map { answer in
            var answer = answer
            if isDoubtful { answer.certain = false }
            return answer
        }
        let expectations = expectations(
            in: unfilled?.bench(bench) ?? bench, rules: rules, doubt: unfilled?.shortfall)
        let remarks = (rules?.notes ?? []).filter { note in
            note.condition.map { $0.expression.finding(in: bench).truth == .yes } ?? true
        }
        return Verdict(
            judge: version, plan: table.plan.name, outcome: observations.end?.outcome.rawValue ?? "partial",
            outcomeReason: observations.end?.reason,
            rules: rules.map { Verdict.Citation(name: $0.name, version: $0.version, title: $0.title) },
            grades: opinions.grades, answers: answers, score: opinions.score,
            metrics: MetricList(bench: bench, rules: rules).all(expectations),
            loads: loads, expectations: expectations.map(\.result),
            notes: Doubts(table: table, report: report, loads: loads, unfilled: unfilled).notes + remarks.map(\.say),
            selfReport: report,
            failures: zip(table.plan.probes, observations.attempts).flatMap { probe, log in
                (log.failures.counts + log.localErrors.counts).map {
                    Verdict.Failure(probe: probe.name, word: $0.word, count: $0.count)
                }
            },
            lacksRecords: !observations.gaps.isEmpty || !observations.losses.isEmpty,
            gradesAtBest: unfilled?.gradesAtBest ?? [], isScoreAtMost: unfilled?.isScoreAtMost ?? false,
            measuredNothing: table.measuredNothing,
            isIncomplete: isIncomplete(opinions.grades, opinions.score, expectations.map(\.result), table.plan)
                || isUnasked(rules, table.plan) && loads.contains { !$0.isValid })
    }

    /// Whether a condition of a plan's `when` holds over what was recorded so far.
    ///
    /// - Returns: the truth, with a reason when it is unknown: what is not measured and why, or what is wrong with the condition.
    public static func evaluate(
        condition: String, over observations: Observations, rules: RulesDocument? = nil
    ) -> (truth: Truth, reason: String?) {
        let rules = rules?.fitting(probes: observations.plan.probes.map(\.name))
        let table = MetricTable(observations, underLoad: rules?.underLoad ?? [])
        var bench = Bench(table: table, rules: rules)
        _ = Opinions(rules, in: &bench)
        let result = expectation(condition, in: bench, rules: rules).result
        return (result.truth, result.reason)
    }

    // MARK: Expectations

    private static func expectations(
        in bench: Bench, rules: RulesDocument?, doubt: String?
    ) -> [(result: Verdict.Expectation, metrics: [MetricPath])] {
        bench.table.plan.expect.map { expectation($0, in: bench, rules: rules, doubt: doubt) }
    }

    /// - Parameter doubt: why it is unknown where everything was measured.
    private static func expectation(
        _ condition: String, in bench: Bench, rules: RulesDocument?, doubt: String? = nil
    ) -> (result: Verdict.Expectation, metrics: [MetricPath]) {
        do {
            let expression = try Expression(condition, in: rules?.names ?? Namespace(), expecting: .condition)
            let finding = expression.finding(in: bench)
            let missing = finding.missing.first.map { "\($0.metric): \($0.reason)" }
            let reason = finding.truth == .unknown ? missing ?? doubt : nil
            return (
                Verdict.Expectation(condition: condition, truth: finding.truth, finding: finding, reason: reason),
                expression.metrics.map(\.path)
            )
        } catch {
            let finding = Finding(truth: .unknown)
            return (
                Verdict.Expectation(condition: condition, truth: .unknown, finding: finding, reason: error.message), []
            )
        }
    }

    // MARK: What is missing

    /// Nobody has an opinion of the run: then it was about its loads and probes themselves.
    private static func isUnasked(_ rules: RulesDocument?, _ plan: Plan) -> Bool {
        rules == nil && plan.expect.isEmpty
    }

    /// A probe marked optional may be silent: what hangs only on such probes does not make a run incomplete.
    private static func isIncomplete(
        _ grades: [Verdict.Grade], _ score: Verdict.Score?, _ expectations: [Verdict.Expectation], _ plan: Plan
    ) -> Bool {
        var missing: [[Missing]] = grades.filter { $0.grade == nil }.map(\.reading.missing)
        for component in score?.components ?? [] where component.atLeast != component.atMost {
            for input in component.inputs where input.atLeast != input.atMost {
                missing.append(input.of.missing + (input.condition?.missing ?? []))
            }
        }
        missing += expectations.filter { $0.truth == .unknown }.map(\.finding.missing)
        return missing.contains { list in
            list.isEmpty || list.contains { $0.source.flatMap { plan.probe($0)?.optional } != true }
        }
    }
}
