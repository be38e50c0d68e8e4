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
    /// Between two records nothing moves, so as many slices are made as records need: O(records × streams).
    func sliceRates(from start: RunInstant, to end: RunInstant) -> RepeatedValues {
        let length: Int64 = 500_000_000
        var rates = RepeatedValues()
        var from = start.nanoseconds
        let records = streams.flatMap { $0.points.lazy.map(\.at) }.sorted()[...]
        var next = records.startIndex
        while from <= end.nanoseconds - length {
            // Which total counts at a moment is told by records up to the tolerance behind it.
            let reach = from + length + LoadLog.Stream.tolerance
            while next < records.endIndex, records[next] <= from - LoadLog.Stream.tolerance { next += 1 }
            let ahead = next < records.endIndex ? records[next] : nil
            if let ahead, ahead <= reach {
                let moment = RunInstant(nanoseconds: from)
                rates.append(rate(from: moment, to: moment + .nanoseconds(length)) ?? 0)
                from += length
            } else {
                let quietUntil = ahead.map { $0 - LoadLog.Stream.tolerance - 1 } ?? end.nanoseconds
                let count = (min(quietUntil, end.nanoseconds) - from) / length
                rates.append(0, count: Int(count))
                from += count * length
            }
        }
        return rates
    }
}
