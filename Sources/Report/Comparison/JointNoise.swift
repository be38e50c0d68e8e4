import LinecheckExpressions
import LinecheckJudge

/// How far the differences of many metrics move by chance, all of them together.
struct JointNoise {
    private var halfWidths: [String: Double] = [:]

    /// - Parameter pairs: the same metric before and after, drawn equally often.
    init(_ pairs: [(before: MetricDraws.Metric, after: MetricDraws.Metric)]) {
        let series = pairs.compactMap(Deviations.init)
        let critical = Self.quantile(Self.largest(series), 0.95)
        for deviations in series { halfWidths[deviations.name] = critical * deviations.error * deviations.widening }
    }

    func halfWidth(of name: String) -> Double? { halfWidths[name] }

    /// The differences of the draws, less that of the runs themselves.
    private struct Deviations {
        let name: String
        let values: [Double]
        /// Their standard error: the root of the mean of their squares.
        let error: Double
        /// A standard error from few blocks is itself uncertain: Student's t over the normal distribution's quantile. Overlapping
        /// blocks have half as many degrees of freedom again as separate ones (Meketon & Schmeiser, "Overlapping Batch Means:
        /// Something for Nothing?", Winter Simulation Conference 1984); below two the quantile says nothing any more.
        let widening: Double

        /// nil when a draw has no value: then nothing is known of the noise.
        init?(_ pair: (before: MetricDraws.Metric, after: MetricDraws.Metric)) {
            guard let before = pair.before.reading.value, let after = pair.after.reading.value,
                pair.before.draws.count == pair.after.draws.count, !pair.before.draws.isEmpty
            else { return nil }
            var values: [Double] = []
            for (first, second) in zip(pair.before.draws, pair.after.draws) {
                guard let first, let second else { return nil }
                values.append((second - first) - (after - before))
            }
            name = pair.before.name
            self.values = values
            let blocks = min(pair.before.blocks ?? .infinity, pair.after.blocks ?? .infinity)
            widening = studentQuantile(degrees: max(2, 1.5 * blocks - 1)) / studentQuantile(degrees: .infinity)
            error = (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
        }
    }

    /// In each draw the largest deviation of any metric, in standard errors.
    private static func largest(_ series: [Deviations]) -> [Double] {
        let moving = series.filter { $0.error > 0 }
        return (moving.first?.values.indices ?? 0..<0).map { draw in
            moving.reduce(0) { max($0, abs($1.values[draw]) / $1.error) }
        }
    }

    /// The smallest value that at least this share does not exceed; 0 of nothing.
    private static func quantile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }
}

/// The 97.5th percentile of Student's t, from its table up to ten degrees of freedom, rounded down; above them 1.96 + 2.5 ÷ ν,
/// which is within 0.02 of it.
func studentQuantile(degrees: Double) -> Double {
    let table = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228]
    guard degrees > 1 else { return table[0] }
    return degrees < 11 ? table[Int(degrees) - 1] : 1.96 + 2.5 / degrees
}
