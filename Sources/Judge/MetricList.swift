import LinecheckExpressions
import LinecheckPlan
import LinecheckRules
import LinecheckThreads

/// Which metrics a verdict prints, in what order: those of each probe and load in the order of the plan, then what the rules and
/// expectations used besides, then the rules' own formulas.
struct MetricList: Sendable {
    let bench: Bench
    let rules: RulesDocument?

    func all(_ expectations: [(result: Verdict.Expectation, metrics: [MetricPath])]) -> [Verdict.NamedMetric] {
        let used =
            (rules?.formulas ?? []).flatMap { $0.expression.metrics.map(\.path) } + expectations.flatMap(\.metrics)
        let paths = unique(standard + used)
        return OnAllCores.map(paths, isWorthwhile: bench.table.isLarge) { entry($0) } + named
    }

    private var plan: Plan { bench.table.plan }

    private var standard: [MetricPath] {
        let ofProbes: [(MetricQuantity, Statistic?)] = [
            (.rtt, .percentile(50)), (.rtt, .percentile(95)), (.rtt, .max), (.jitter, nil), (.loss, nil), (.sent, nil),
        ]
        var paths: [MetricPath] = []
        for probe in plan.probes {
            for (index, phase) in plan.phases.enumerated() where plan.runs(probe.name, in: index) {
                paths += ofProbes.map {
                    MetricPath(source: probe.name, phase: phase.name, quantity: $0.0, statistic: $0.1)
                }
                let isAfterLoad = phase.loads.isEmpty && plan.phases.prefix(index).contains { !$0.loads.isEmpty }
                if isAfterLoad {
                    paths.append(MetricPath(source: probe.name, phase: phase.name, quantity: .recovery))
                }
            }
        }
        for load in plan.loads {
            for phase in plan.phases where phase.loads.contains(load.name) {
                paths.append(MetricPath(source: load.name, phase: phase.name, quantity: .rate, statistic: .mean))
                paths.append(MetricPath(source: load.name, phase: phase.name, quantity: .bytes))
            }
        }
        return paths
    }

    private func entry(_ path: MetricPath) -> Verdict.NamedMetric {
        Verdict.NamedMetric(
            name: path.text, type: path.type, value: .quantity(bench.reading(of: path, raw: false)))
    }

    private var named: [Verdict.NamedMetric] {
        (rules?.metrics ?? []).map { metric in
            let type = metric.formula.expression.type
            let value: Verdict.NamedMetric.Value =
                type == .boolean
                ? .condition(bench.finding(of: metric.name)) : .quantity(bench.reading(of: metric.name, raw: false))
            return Verdict.NamedMetric(name: metric.name, type: type, value: value)
        }
    }
}
