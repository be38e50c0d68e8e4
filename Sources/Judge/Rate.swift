import LinecheckQuantities
import LinecheckStatistics

/// Bits a second of so many bytes in so much time, rounded half-even once; nil when no time passed.
func bitRate(bytes: Int64, over duration: Duration) -> Int64? {
    guard duration > .zero else { return nil }
    return roundedHalfEven(Int128(bytes) * 8 * 1_000_000_000, by: Int128(duration.nanoseconds))
}

extension LoadLog {
    /// The mean rate between two moments at which totals were recorded.
    func rate(from start: RunInstant, to end: RunInstant) -> Int64? {
        bitRate(bytes: total(at: end.nanoseconds) - total(at: start.nanoseconds), over: end - start)
    }

    /// The rates of whole slices of 500 ms from the start; what is left at the end is no slice.
    ///
    /// Half a second holds five byte records, so a record that is a few milliseconds late moves a slice by a percent or less.
    func sliceRates(from start: RunInstant, to end: RunInstant) -> [Int64] {
        let length = Duration.milliseconds(500)
        var rates: [Int64] = []
        var from = start
        while from + length <= end {
            rates.append(rate(from: from, to: from + length) ?? 0)
            from = from + length
        }
        return rates
    }
}
