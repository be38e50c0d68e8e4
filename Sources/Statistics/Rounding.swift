/// An exact quotient rounded once to a whole number, ties to even (IEEE 754-2019 §4.3.1), so that results do not drift upward.
///
/// - Precondition: `divisor` is positive.
package func roundedHalfEven(_ dividend: Int128, by divisor: Int128) -> Int64 {
    var (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    if remainder < 0 { (quotient, remainder) = (quotient - 1, remainder + divisor) }
    let twice = 2 * remainder
    if twice > divisor || (twice == divisor && quotient & 1 == 1) { quotient += 1 }
    return Int64(clamping: quotient)
}

/// The square root of an exact quotient, rounded once to a whole number, by comparing squares and never by floating point.
///
/// A tie is impossible: a root half-way between two whole numbers is the root of a fraction of four, rounded to even all the same.
///
/// - Precondition: `dividend` is not negative and at most 2^124, `divisor` is positive.
package func roundedRoot(_ dividend: Int128, by divisor: Int128) -> Int64 {
    var low: Int128 = 0
    var high: Int128 = 1
    while high * high <= dividend / divisor { high *= 2 }
    while high - low > 1 {
        let middle = (low + high) / 2
        if middle * middle <= dividend / divisor { low = middle } else { high = middle }
    }
    // √(a/b) ≥ r + ½ exactly when (2r + 1)² b ≤ 4a.
    let halfway = (2 * low + 1) * (2 * low + 1) * divisor
    if halfway < 4 * dividend || (halfway == 4 * dividend && low & 1 == 1) { low += 1 }
    return Int64(clamping: low)
}
