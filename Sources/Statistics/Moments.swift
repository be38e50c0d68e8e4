/// Arithmetic mean, rounded half-even once; nil of nothing.
package func mean(of values: [Int64]) -> Int64? { exactMean(of: values) }

/// The same of as many times as a day has.
package func mean(of values: CompactTimes) -> Int64? { exactMean(of: values) }

// Generic code is slow in other modules, which cannot specialise it, and so stays in this one.
private func exactMean(of values: some Collection<Int64>) -> Int64? {
    guard !values.isEmpty else { return nil }
    return roundedHalfEven(values.reduce(Int128(0)) { $0 + Int128($1) }, by: Int128(values.count))
}

/// Sample standard deviation (divisor n − 1, as Welford 1962 gives it), exact and rounded once.
///
/// (n Σd² − (Σd)²) ÷ n(n − 1) with d = x − min(x), in whole numbers, so no order of summing can change it. nil of fewer than two
/// values, and of values more than 2^40 ns (18 minutes) apart, which no attempt's timeout allows.
package func standardDeviation(of values: [Int64]) -> Int64? { exactStandardDeviation(of: values) }

package func standardDeviation(of values: CompactTimes) -> Int64? { exactStandardDeviation(of: values) }

private func exactStandardDeviation(of values: some Collection<Int64>) -> Int64? {
    guard values.count >= 2, values.count < 1 << 22, let low = values.min(), let high = values.max() else { return nil }
    let (spread, overflowed) = high.subtractingReportingOverflow(low)
    guard !overflowed, spread < 1 << 40 else { return nil }
    let count = Int128(values.count)
    var (sum, squares): (Int128, Int128) = (0, 0)
    for value in values {
        let distance = Int128(value - low)
        sum += distance
        squares += distance * distance
    }
    return roundedRoot(count * squares - sum * sum, by: count * (count - 1))
}
