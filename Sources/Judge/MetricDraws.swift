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
        /// One value for each draw. Where a lost attempt leaves only a least value, that one; nil: not even that is known.
        public var draws: [Double?]
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
        var metrics = Self.quantities(table, rules).map { Metric(name: $0.0, type: $0.1, reading: $0.2, draws: []) }
        for _ in 0..<draws {
            for (index, quantity) in Self.quantities(resampling.draw(&random), rules).enumerated() {
                metrics[index].draws.append(Self.leastValue(quantity.2))
            }
        }
        for rates in Scored(observations, rules: rules).rates where rates.obstacle == nil {
            guard let index = metrics.firstIndex(where: { $0.name == "\(rates.load).\(rates.phase).rate.mean" }),
                let value = metrics[index].reading.value, rates.slices.count >= 4
            else { continue }
            metrics[index].draws = Self.means(of: rates.slices, around: value, draws, &random)
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

    /// The mean of redrawn slices, shifted to the rate of the whole window, of which they are all but the rest at its end.
    private static func means(
        of slices: [Int64], around value: Double, _ draws: Int, _ random: inout SeededRandom
    ) -> [Double?] {
        let rates = slices.map(Double.init)
        let least = (1...rates.count).first { $0 * $0 * $0 >= rates.count } ?? 1
        let length = max(blockLength(of: rates), least)
        let mean = rates.reduce(0, +) / Double(rates.count)
        return (0..<draws).map { _ in
            let starts = (0...(rates.count / length)).map { _ in random.next() }
            let blocks = CircularBlocks(count: rates.count, length: length, starts: starts)
            return value - mean + blocks.draws.reduce(0) { $0 + rates[$1.place] } / Double(rates.count)
        }
    }
}
