import LinecheckExpressions
import LinecheckStatistics

/// Jitter by the minute: what a median over an hour hides.
///
/// The scored window is cut into whole minutes by send stamp; what is left over at its end counts in none. Jitter is the
/// median of ``NeighbourDifferences`` inside a minute. A minute in which no two neighbours were both answered has none, and
/// ranks above every minute that has.
struct MinuteJitter {
    private static let minute: Int64 = 60_000_000_000

    /// By minute, in ns; nil: no two neighbouring attempts were both answered.
    let minutes: [Int64?]

    /// - Parameters:
    ///   - attempts: in the order of their sequence numbers.
    ///   - sent: when each was sent, in ns.
    ///   - window: what is scored, in ns.
    init(_ attempts: some Sequence<(sequence: Int64, rtt: Int64?)>, sent: [Int64], in window: Range<Int64>) {
        var groups = Array(
            repeating: NeighbourDifferences(), count: Int((window.upperBound - window.lowerBound) / Self.minute))
        for (attempt, sent) in zip(attempts, sent) {
            let index = Int((sent - window.lowerBound) / Self.minute)
            if groups.indices.contains(index) { groups[index].append(attempt.sequence, attempt.rtt) }
        }
        minutes = groups.indices.map { groups[$0].median }
    }

    /// The statistic over minutes; n counts minutes.
    func metric(_ statistic: Statistic?) -> Metric {
        guard !minutes.isEmpty else { return .unmeasured("the scored window has no whole minute", .notNegative) }
        let known = minutes.compactMap(\.self).sorted()
        let lacking = minutes.count - known.count
        let reason = "no two neighbouring attempts were both answered in \(lacking) of \(minutes.count) minutes"
        guard case .percentile(let rank) = statistic else {
            let most = known.last ?? 0
            return lacking == 0
                ? .measured(most, n: minutes.count) : .unmeasured(reason, Interval(Double(most), .infinity))
        }
        let needed = Percentile.minimumCount(rank)
        guard minutes.count >= needed else {
            return .unmeasured("\(minutes.count) whole minutes, p\(rank) needs \(needed)", .notNegative)
        }
        switch Percentile.of(rank, sorted: known, lost: lacking) {
        case .value(let value): return .measured(value, n: minutes.count)
        case .lost: return .unmeasured(reason, .notNegative)
        }
    }
}
