/// A percentile of attempts, of which some were never answered.
package enum Percentile: Equatable {
    case value(Int64)
    /// The rank, or the neighbour it interpolates to, is an attempt that got no reply.
    case lost

    /// Linear interpolation between closest ranks: Hyndman & Fan 1996, definition 7, the default of R and NumPy.
    ///
    /// With h = (n − 1) p, the result is x[⌊h⌋] + (h − ⌊h⌋)(x[⌊h⌋ + 1] − x[⌊h⌋]), on exact integers, rounded half-even once. A lost
    /// attempt ranks above every reply: it took longer than the slowest of them, however long that was.
    ///
    /// - Parameters:
    ///   - rank: 0 … 100.
    ///   - sorted: the replies, ascending.
    ///   - lost: how many attempts more there were.
    /// - Precondition: there is at least one attempt.
    package static func of(
        _ rank: Int, sorted: some RandomAccessCollection<Int64>, lost: Int
    ) -> Percentile {
        let value = { (place: Int) in sorted[sorted.index(sorted.startIndex, offsetBy: place)] }
        let scaled = (sorted.count + lost - 1) * rank
        let (lower, hundredths) = (scaled / 100, scaled % 100)
        guard lower < sorted.count, hundredths == 0 || lower + 1 < sorted.count else { return .lost }
        guard hundredths > 0 else { return .value(value(lower)) }
        let (below, above) = (Int128(value(lower)), Int128(value(lower + 1)))
        return .value(roundedHalfEven(below * 100 + Int128(hundredths) * (above - below), by: 100))
    }

    /// Attempts below which the percentile would be one of the extremes under another name: 1 ÷ min(p, 1 − p).
    package static func minimumCount(_ rank: Int) -> Int {
        let tail = max(1, min(rank, 100 - rank))
        return (100 + tail - 1) / tail
    }
}
