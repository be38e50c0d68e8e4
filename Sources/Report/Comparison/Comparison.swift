public import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules

/// Two runs metric by metric, and which differences are more than the noise.
///
/// Round trips of one run hang together, since neighbours waited in the same queue; a rank test on them (Mann-Whitney,
/// Brunner-Munzel) takes them for independent and finds differences where there are none. So each run is drawn again in blocks,
/// independently of the other, and the difference of the draws tells how far the difference of the metrics moves by chance.
/// Many metrics are looked at, so all intervals hold together at 95 %: their half-width is the standard error times the 95th
/// percentile of the largest studentized deviation in a draw (Romano & Wolf, "Exact and approximate stepdown methods for
/// multiple hypothesis testing", JASA 100, 2005, §4: the single step of it).
///
/// The noise is that within the two runs. What changes from hour to hour is not in it.
public struct Comparison: Sendable {
    public enum Direction: String, Sendable {
        case better, worse, lower, higher
        /// Within the noise.
        case same
    }

    public struct Row: Sendable {
        public var name: String
        public var type: ValueType
        public var before: Double
        public var after: Double
        /// Values behind each.
        public var counts: (before: Int?, after: Int?)
        /// The half-width of the interval around the difference, in the metric's unit; nil: it is shown and not tested.
        public var noise: Double?
        public var direction: Direction

        public var difference: Double { after - before }
    }

    /// A metric of both that has no value in at least one.
    public struct Gap: Sendable {
        public var name: String
        public var reason: String
    }

    public let before: ComparedRun
    public let after: ComparedRun
    public let rows: [Row]
    public let gaps: [Gap]

    /// nil when the runs have no metric in common.
    public init?(_ before: ComparedRun, _ after: ComparedRun) {
        self.before = before
        self.after = after
        let pairs = before.draws.metrics.compactMap { first in
            after.draws.metrics.first { $0.name == first.name && $0.type == first.type }.map { (first, $0) }
        }.filter { Self.isOfInterest($0.0) && Self.isSameFormula($0.0.name, before.rules, after.rules) }
        guard !pairs.isEmpty else { return nil }
        gaps = pairs.compactMap { first, second in
            guard let missing = first.reading.missing.first ?? second.reading.missing.first else { return nil }
            return Gap(name: first.name, reason: missing.reason)
        }
        let measured = pairs.filter { $0.0.reading.value != nil && $0.1.reading.value != nil }
        let noise = JointNoise(
            measured.filter { !Self.isExtreme($0.0, before.rules) && !Self.isExtreme($0.1, after.rules) })
        let runs = [self.before, self.after]
        rows = measured.compactMap { first, second in
            guard let before = first.reading.value, let after = second.reading.value else { return nil }
            var row = Row(
                name: first.name, type: first.type, before: before, after: after,
                counts: (first.reading.samples, second.reading.samples),
                noise: noise.halfWidth(of: first.name).map {
                    max($0, Self.floor(first.type, before), Self.step(of: first.name, runs))
                },
                direction: .same)
            row.direction = Self.direction(row)
            return row
        }
    }

    /// How many attempts were sent and how many bytes moved is a matter of the plan; a count of few is no measure.
    private static func isOfInterest(_ metric: MetricDraws.Metric) -> Bool {
        switch metric.type {
        case .duration, .rate, .ratio: true
        default: false
        }
    }

    /// A formula may have a name in common and nothing else.
    private static func isSameFormula(_ name: String, _ first: RulesDocument?, _ second: RulesDocument?) -> Bool {
        name.contains(".") || first?.metric(name)?.formula.text == second?.metric(name)?.formula.text
    }

    /// The largest of a few values has no interval that a bootstrap could find (Bickel & Freedman, "Some Asymptotic Theory for
    /// the Bootstrap", Annals of Statistics 9, 1981, §6), and a percentile with fewer than five values beyond it is little better.
    private static func isExtreme(_ metric: MetricDraws.Metric, _ rules: RulesDocument?) -> Bool {
        let name = metric.name
        let text = name.contains(".") ? name : rules?.metric(name)?.formula.text ?? name
        return text.contains(".max") || (text.contains(".p95") && (metric.reading.samples ?? 0) < 100)
    }

    /// What is no difference to anybody: a tenth of a millisecond, which schedulers make, and a hundredth of a rate.
    private static func floor(_ type: ValueType, _ before: Double) -> Double {
        switch type {
        case .duration: 100_000
        case .rate: before / 100
        default: 0
        }
    }

    /// A recovery is as fine as the interval of the probe that saw it, in ns; 0: it is none.
    private static func step(of name: String, _ runs: [ComparedRun]) -> Double {
        let steps = runs.map { run -> Double in
            let formula = name.contains(".") ? name : run.rules?.metric(name)?.formula.text ?? ""
            let probes = run.plan.probes.filter { probe in
                formula.split { !($0.isLetter || $0.isNumber || "_-.".contains($0)) }.contains { path in
                    path.hasPrefix("\(probe.name).") && path.hasSuffix(".recovery")
                }
            }
            return Double(probes.map(\.interval.nanoseconds).max() ?? 0)
        }
        return steps.max() ?? 0
    }

    private static func direction(_ row: Row) -> Direction {
        guard let noise = row.noise, abs(row.difference) > noise else { return .same }
        let isLess = row.difference < 0
        switch row.type {
        case .rate: return isLess ? .worse : .better
        case .duration where row.name.contains(".") || row.name.contains("rise"): return isLess ? .better : .worse
        case .ratio where row.name.contains("loss"): return isLess ? .better : .worse
        default: return isLess ? .lower : .higher
        }
    }

    /// Those that differ by more than the noise.
    public var changes: [Row] { rows.filter { $0.direction != .same } }
    /// Those that were tested.
    public var tested: [Row] { rows.filter { $0.noise != nil } }
}
