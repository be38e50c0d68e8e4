import Glibc

/// How long the blocks of a bootstrap must be for a series whose neighbours depend on each other.
///
/// The automatic rule of Politis & White 2004 (Econometric Reviews 23:53–70) for circular blocks, with the constant as
/// Patton, Politis & White 2009 (Econometric Reviews 28:372–375) corrected it: b = (2G² ÷ D)^⅓ n^⅓ with
/// G = Σ λ(k/M) |k| R(k), D = 4/3 (Σ λ(k/M) R(k))², over |k| ≤ M, where R is the autocovariance and λ the flat-top kernel.
///
/// - Returns: whole values, at least 1 and at most ⌈min(3√n, n ÷ 3)⌉; 1 for a series without variance.
package func blockLength(of series: [Double]) -> Int {
    let count = series.count
    guard count >= 4 else { return 1 }
    let correlogram = Correlogram(series)
    guard let variance = correlogram.covariances.first, variance > 0 else { return 1 }
    let bandwidth = correlogram.bandwidth
    var (weighted, spectrum) = (0.0, variance)
    for lag in stride(from: 1, through: bandwidth, by: 1) {
        // Flat to one half, then down to zero in a straight line.
        let share = Double(lag) / Double(bandwidth)
        let weight = share <= 0.5 ? 1 : 2 * (1 - share)
        weighted += 2 * weight * Double(lag) * correlogram.covariances[lag]
        spectrum += 2 * weight * correlogram.covariances[lag]
    }
    let denominator = 4.0 / 3 * spectrum * spectrum
    let most = Int(min(3 * Double(count).squareRoot(), Double(count) / 3).rounded(.up))
    guard denominator > 0 else { return most }
    let cube = 2 * weighted * weighted / denominator * Double(count)
    // The cube root rounded up, by cubes of whole numbers.
    return (1...max(1, most)).first { Double($0 * $0 * $0) >= cube } ?? most
}

/// Autocovariances of a series, and up to which lag they mean something.
private struct Correlogram {
    /// R(k), with divisor n, by lag from 0.
    let covariances: [Double]
    /// M: twice the first lag behind which K neighbours are all insignificant.
    let bandwidth: Int

    init(_ series: [Double]) {
        let count = series.count
        let mean = series.reduce(0, +) / Double(count)
        let deviations = series.map { $0 - mean }
        let neighbours = max(5, Int(log10(Double(count)).squareRoot().rounded(.up)))
        let longest = min(count - 1, Int(Double(count).squareRoot().rounded(.up)) + neighbours)
        covariances = (0...longest).map { lag in
            zip(deviations, deviations.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 } / Double(count)
        }
        let variance = covariances[0]
        // Empirical rule of the paper: two standard errors of a correlation, widened for the many that are looked at.
        let limit = 2 * (log10(Double(count)) / Double(count)).squareRoot()
        let significant = covariances.map { variance > 0 && abs($0 / variance) >= limit }
        let quiet = (0...longest).first { lag in
            let behind = lag + 1...lag + neighbours
            return behind.upperBound <= longest && behind.allSatisfy { !significant[$0] }
        }
        let last = significant.lastIndex(of: true) ?? 0
        bandwidth = min(longest, 2 * max(1, quiet ?? last))
    }
}
