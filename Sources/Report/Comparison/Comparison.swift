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

    public enum Side: Sendable { case before, after }

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
        /// Which value is only the least that it may be, since attempts were lost; nil: both were measured.
        public var bound: Side?

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
        let asked = Self.askedOtherwise(before, after)
        let isExtreme = { (pair: JointNoise.Pair) in
            Self.isExtreme(pair.before, before.rules) || Self.isExtreme(pair.after, after.rules)
        }
        let bounds = pairs.filter { !isExtreme($0) }.compactMap { Self.bound($0, before, after, asked) }
        gaps = pairs.filter { pair in !bounds.contains { $0.name == pair.0.name } }.compactMap { first, second in
            guard let missing = first.reading.missing.first ?? second.reading.missing.first else { return nil }
            return Gap(name: first.name, reason: missing.reason)
        }
        let measured = pairs.filter { $0.0.reading.value != nil && $0.1.reading.value != nil }
        let noise = JointNoise(measured.filter { !isExtreme($0) })
        let runs = [self.before, self.after]
        rows = pairs.compactMap { first, second in
            if let bound = bounds.first(where: { $0.name == first.name }) { return bound }
            guard let before = first.reading.value, let after = second.reading.value else { return nil }
            var row = Row(
                name: first.name, type: first.type, before: before, after: after,
                counts: (first.reading.samples, second.reading.samples),
                noise: noise.halfWidth(of: first.name).map {
                    max($0, Self.floor(first.type, before), Self.step(of: first.name, runs))
                },
                direction: .same)
            if !Self.isEnough(row) { row.noise = nil }
            row.direction = Self.direction(row, asked, runs[0].rules)
            return row
        }
    }

    /// The samples of a rate are its streams; its draws are of slices, of which there are enough or none.
    private static func isEnough(_ row: Row) -> Bool {
        guard row.type != .rate, let before = row.counts.before, let after = row.counts.after else { return true }
        return JointNoise.isEnough(before, after)
    }

    /// Where losses leave only a least value, and that is above the other run's value in every draw, the metric rose.
    ///
    /// No interval is told: a bound has no distance. That all draws agree is a percentile interval of the sign (Efron, "Bootstrap
    /// Methods", Annals of Statistics 7, 1979) far above the joint level.
    private static func bound(
        _ pair: JointNoise.Pair, _ before: ComparedRun, _ after: ComparedRun, _ asked: Set<String>
    ) -> Row? {
        let readings = (pair.before.reading, pair.after.reading)
        let side: Side
        switch (readings.0.value, readings.1.value) {
        case (nil, _?): side = .before
        case (_?, nil): side = .after
        default: return nil
        }
        let values = [readings.0, readings.1].compactMap { reading -> Double? in
            reading.value ?? (reading.interval.low.isFinite && reading.interval.low > 0 ? reading.interval.low : nil)
        }
        guard values.count == 2, !pair.before.draws.isEmpty else { return nil }
        let agrees = { (before: Double, after: Double) in side == .after ? after > before : before > after }
        guard agrees(values[0], values[1]), abs(values[1] - values[0]) > floor(pair.before.type, values[0]) else {
            return nil
        }
        let isSure = zip(pair.before.draws, pair.after.draws).allSatisfy { before, after in
            guard let before, let after else { return false }
            return agrees(before, after)
        }
        var row = Row(
            name: pair.before.name, type: pair.before.type, before: values[0], after: values[1],
            counts: (attempts(behind: pair.before, before), attempts(behind: pair.after, after)), noise: nil,
            direction: .same, bound: side)
        guard isSure, isEnough(row) else { return nil }
        row.direction = sense(row, asked, before.rules)
        return row
    }

    /// The values behind a metric, or, where it is not measured, the fewest attempts that were settled for any part of it.
    private static func attempts(behind metric: MetricDraws.Metric, _ run: ComparedRun) -> Int? {
        if let samples = metric.reading.samples { return samples }
        let words = metric.name.split(separator: ".")
        let places =
            words.count > 2
            ? ["\(words[0]).\(words[1])"]
            : run.rules?.metric(metric.name)?.formula.expression.metrics.map { "\($0.path.source).\($0.path.phase)" }
                ?? []
        return places.compactMap { place in
            run.draws.metrics.first { $0.name == "\(place).loss" }?.reading.samples
        }.min()
    }

    /// Probes and loads that asked something else in the other run.
    private static func askedOtherwise(_ before: ComparedRun, _ after: ComparedRun) -> Set<String> {
        Set(
            before.asked.compactMap { first in
                after.asked.first { $0.source == first.source }.flatMap {
                    $0.isSameQuestion(first) ? nil : first.source
                }
            })
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

    private static func direction(_ row: Row, _ asked: Set<String>, _ rules: RulesDocument?) -> Direction {
        guard let noise = row.noise, abs(row.difference) > noise else { return .same }
        return sense(row, asked, rules)
    }

    /// The answers to two questions are no better or worse than each other.
    private static func sense(_ row: Row, _ asked: Set<String>, _ rules: RulesDocument?) -> Direction {
        let isLess = row.difference < 0
        guard asked.isDisjoint(with: sources(of: row.name, rules)) else { return isLess ? .lower : .higher }
        switch row.type {
        case .rate: return isLess ? .worse : .better
        case .duration where [".", "rise", "recovery"].contains(where: row.name.contains):
            return isLess ? .better : .worse
        case .ratio where row.name.contains("loss"): return isLess ? .better : .worse
        default: return isLess ? .lower : .higher
        }
    }

    /// The probes and loads behind a metric, those of the formulas in its formula included.
    static func sources(of name: String, _ rules: RulesDocument?) -> Set<String> {
        if let dot = name.firstIndex(of: ".") { return [String(name[..<dot])] }
        guard let expression = rules?.metric(name)?.formula.expression else { return [] }
        return Set(expression.metrics.map(\.path.source)).union(expression.formulas.flatMap { sources(of: $0, rules) })
    }

    /// Those that differ by more than the noise.
    public var changes: [Row] { rows.filter { $0.direction != .same } }
    /// Those that were tested.
    public var tested: [Row] { rows.filter { $0.noise != nil || $0.bound != nil } }
}
