public import LinecheckExpressions
import LinecheckPlan
public import LinecheckRules
import LinecheckStatistics

/// The values that the metrics of a run take when its attempts are drawn again, many times: how far they move by chance.
///
/// Attempts are drawn as ``Confidence`` draws them, in circular blocks. Rates, which that leaves as they are, are drawn here
/// from their slices of 500 ms, in blocks as well.
public struct MetricDraws: Sendable {
    public struct Metric: Sendable {
        public var name: String
        public var type: ValueType
        /// Of the run itself; its value is nil when the metric is unmeasured.
        public var reading: Reading
        /// One value for each draw. Where a lost attempt leaves only a least value, that one; nil: not even that is known. Empty
        /// when nothing of the metric can be drawn: a rate of fewer than four slices, a formula of rates.
        public var draws: [Double?]
        /// How many blocks its values fill, the fewest of any part; nil: not known.
        public var blocks: Double?
    }

    public let metrics: [Metric]

    /// - Parameters:
    ///   - rules: nil: the metrics of probes and loads only.
    ///   - seed: runs that are to be compared must not be drawn alike.
    public init(_ observations: Observations, rules: RulesDocument?, draws: Int, seed: UInt64) {
        let rules = rules?.fitting(probes: observations.plan.probes.map(\.name))
        let table = MetricTable(observations, underLoad: rules?.underLoad ?? [])
        let resampling = Resampling(table)
        var random = SeededRandom(seed: seed)
        let parts = MetricParts(resampling.blocks, rules)
        var metrics = Self.quantities(table, rules).map { name, type, reading in
            Metric(
                name: name, type: type, reading: reading, draws: [],
                blocks: reading.samples.map { Double($0) / Double(parts.length(of: name)) })
        }
        for _ in 0..<draws {
            for (index, quantity) in Self.quantities(resampling.draw(&random), rules).enumerated() {
                metrics[index].draws.append(Self.leastValue(quantity.2))
            }
        }
        // What rests on loads came out alike in every draw, which must not pass for certainty.
        let ofLoads = metrics.indices.filter { parts.restsOnLoads(metrics[$0].name, table.plan) }
        for index in ofLoads { metrics[index].draws = [] }
        for rates in Scored(observations, rules: rules).rates where rates.obstacle == nil && rates.slices.count >= 4 {
            guard let index = metrics.firstIndex(where: { $0.name == "\(rates.load).\(rates.phase).rate.mean" }),
                let value = metrics[index].reading.value
            else { continue }
            let length = Self.length(rates.slices)
            metrics[index].draws = Self.means(of: rates.slices, around: value, length, draws, &random)
            metrics[index].blocks = Double(rates.slices.count) / Double(length)
        }
        self.metrics = metrics
    }

    private static func quantities(
        _ table: MetricTable, _ rules: RulesDocument?
    ) -> [(String, ValueType, Reading)] {
        MetricList(bench: Bench(table: table, rules: rules), rules: rules).all([]).compactMap { metric in
            guard case .quantity(let reading) = metric.value else { return nil }
            return (metric.name, metric.type, reading)
        }
    }

    private static func leastValue(_ reading: Reading) -> Double? {
        if let value = reading.value { return value }
        let low = reading.interval.low
        return low.isFinite && low > 0 ? low : nil
    }

    private static func length(_ slices: [Int64]) -> Int {
        let least = (1...slices.count).first { $0 * $0 * $0 >= slices.count } ?? 1
        return max(blockLength(of: slices.map(Double.init)), least)
    }

    /// The mean of redrawn slices, shifted to the rate of the whole window, of which they are all but the rest at its end.
    private static func means(
        of slices: [Int64], around value: Double, _ length: Int, _ draws: Int, _ random: inout SeededRandom
    ) -> [Double?] {
        let rates = slices.map(Double.init)
        let mean = rates.reduce(0, +) / Double(rates.count)
        return (0..<draws).map { _ in
            let starts = (0...(rates.count / length)).map { _ in random.next() }
            let blocks = CircularBlocks(count: rates.count, length: length, starts: starts)
            return value - mean + blocks.draws.reduce(0) { $0 + rates[$1.place] } / Double(rates.count)
        }
    }
}

/// What a metric is made of, and the length of the blocks from which that is drawn.
private struct MetricParts {
    private let blocks: [Confidence.Block]
    private let rules: RulesDocument?

    init(_ blocks: [Confidence.Block], _ rules: RulesDocument?) {
        self.blocks = blocks
        self.rules = rules
    }

    func restsOnLoads(_ metric: String, _ plan: Plan) -> Bool {
        let words = metric.split(separator: ".")
        if words.count > 2 { return plan.load(String(words[0])) != nil && ["rate", "bytes"].contains(words[2]) }
        return rules?.metric(metric)?.formula.expression.metrics.contains { $0.path.quantity.isOfLoad } ?? false
    }

    /// Of a formula the longest of the phases that it names, or of all when it names none.
    func length(of metric: String) -> Int {
        let words = metric.split(separator: ".")
        let phases =
            words.count > 2
            ? [String(words[1])] : rules?.metric(metric)?.formula.expression.metrics.map(\.path.phase) ?? []
        let named = blocks.filter { phases.contains($0.phase) }
        return (named.isEmpty ? blocks : named).map(\.length).max() ?? 1
    }
}
