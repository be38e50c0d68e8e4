import Glibc

/// Successes of so many trials: lost attempts, for example.
package struct Share: Equatable, Sendable {
    /// From 0 to 1.
    package let value: Double
    package let count: Int

    package init(_ value: Double, of count: Int) {
        self.value = value
        self.count = count
    }

    /// Wilson's score interval, which has a width even where nothing or everything was lost (Wilson, "Probable Inference, the Law
    /// of Succession, and Statistical Inference", JASA 22, 1927).
    ///
    /// - Parameter quantile: of the normal distribution, 1.96 for 95 %.
    package func interval(_ quantile: Double) -> ClosedRange<Double> {
        guard count > 0 else { return 0...1 }
        let (trials, square) = (Double(count), quantile * quantile)
        let middle = 2 * trials * value + square
        let half = quantile * (square + 4 * trials * value * (1 - value)).squareRoot()
        let whole = 2 * (trials + square)
        return max(0, (middle - half) / whole)...min(1, (middle + half) / whole)
    }

    /// The difference of two independent shares, `other` less this one, by the hybrid score interval (Newcombe, "Interval
    /// Estimation for the Difference between Independent Proportions", Statistics in Medicine 17, 1998, method 10).
    package func difference(to other: Share, _ quantile: Double) -> ClosedRange<Double> {
        let (first, second) = (interval(quantile), other.interval(quantile))
        let square = { (number: Double) in number * number }
        let down = square(other.value - second.lowerBound) + square(first.upperBound - value)
        let up = square(second.upperBound - other.value) + square(value - first.lowerBound)
        let difference = other.value - value
        return (difference - down.squareRoot())...(difference + up.squareRoot())
    }
}

/// What a standard normal value exceeds with a probability of at most one half, within 0.0005 (Abramowitz & Stegun, "Handbook of
/// Mathematical Functions", 1964, 26.2.23).
package func normalQuantile(beyond probability: Double) -> Double {
    let t = (-2 * log(probability)).squareRoot()
    let above = 2.515517 + t * (0.802853 + t * 0.010328)
    let below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
    return t - above / below
}
