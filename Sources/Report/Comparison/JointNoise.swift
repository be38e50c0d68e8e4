import LinecheckExpressions
import LinecheckJudge
import LinecheckStatistics

/// How far the differences of many metrics move by chance, all of them together.
///
/// Draws of a share that is 0 or 1 are all alike, and tell nothing of how far it might have moved. So no share has a narrower
/// interval than ``Share/difference(to:_:)`` gives it at the same joint level, and none a narrower one than its draws give, which
/// know how attempts hang together.
struct JointNoise {
    private var halfWidths: [String: Double] = [:]

    /// - Parameter pairs: the same metric before and after, drawn equally often.
    init(_ pairs: [Pair]) {
        let series = pairs.compactMap(Deviations.init)
        let critical = Self.quantile(Self.largest(series), 0.95)
        for deviations in series { halfWidths[deviations.name] = critical * deviations.error * deviations.widening }
        // The critical value is of studentized draws, and has their tails; a score interval has the normal distribution's, at a
        // level that holds for so many tests together (Bonferroni).
        let shares = pairs.filter { halfWidths[$0.before.name] != nil && Self.shares($0) != nil }
        guard !shares.isEmpty else { return }
        let quantile = normalQuantile(beyond: 0.025 / Double(series.count))
        for pair in shares {
            guard let (before, after) = Self.shares(pair) else { continue }
            let interval = before.difference(to: after, quantile)
            let difference = after.value - before.value
            // The side on which no difference lies.
            let (down, up) = (difference - interval.lowerBound, interval.upperBound - difference)
            let half = difference > 0 ? down : difference < 0 ? up : max(down, up)
            halfWidths[pair.before.name] = max(halfWidths[pair.before.name] ?? 0, half * 1_000_000)
        }
    }

    /// Whether so many values before and after can tell anything: the most that chance can be held against are all their orders,
    /// of which the two most extreme have to be rarer than one in twenty (Fisher, "The Design of Experiments", 1935, §21).
    static func isEnough(_ before: Int, _ after: Int) -> Bool {
        var orders = 1.0
        for step in 0..<min(before, after) { orders *= Double(before + after - step) / Double(step + 1) }
        return 2 / orders <= 0.05
    }

    /// nil: it is no share of attempts.
    private static func shares(_ pair: Pair) -> (before: Share, after: Share)? {
        let parts = [pair.before, pair.after].compactMap { metric -> Share? in
            guard metric.type == .ratio, let value = metric.reading.value, (0...1_000_000).contains(value),
                let count = metric.reading.samples
            else { return nil }
            return Share(value / 1_000_000, of: count)
        }
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    typealias Pair = (before: MetricDraws.Metric, after: MetricDraws.Metric)

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
        init?(_ pair: Pair) {
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
