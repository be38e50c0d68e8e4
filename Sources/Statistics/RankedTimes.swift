import Synchronization

/// Times in ascending order, sorted only as far as anybody looks.
///
/// A verdict asks for a few ranks of millions of times. One pass counts them by their leading bits, and one more for each rank
/// sorts the few whose leading bits are those of that rank (a radix selection: Knuth, The Art of Computer Programming vol. 3,
/// §5.2.5, taken from the highest digit and followed only where the rank leads). The times themselves stay where they are.
package struct RankedTimes: RandomAccessCollection, Sendable {
    /// Fewer are sorted at once.
    private static let few = 4_096
    /// Ranks in more buckets than these are cheaper to have from a whole order.
    private static let patience = 6

    private let source: TimeSource
    private let tally: BitTally
    private let found: Found

    /// The state that looking builds up, shared by all copies.
    private final class Found: Sendable {
        struct State: Sendable {
            /// By bucket: its times, ascending.
            var buckets: [Int: [UInt32]] = [:]
            var all: CompactTimes?
        }
        let state: Mutex<State>
        init(_ all: CompactTimes?) { state = Mutex(State(all: all)) }
    }

    /// Those of some times that are not negative, at places in any order.
    package init(_ times: CompactTimes, notNegativeAt places: [Range<Int>]) {
        self.init(.notNegative(times, places))
    }

    /// Of nothing, or of times in any order.
    package init(_ times: CompactTimes = CompactTimes()) {
        self.init(sorted: times.sorted())
    }

    /// How much neighbours differ, see ``NeighbourDifferences``.
    package init(differencesOf neighbours: Neighbours) {
        self.init(.differences(neighbours))
    }

    private init(sorted: CompactTimes) {
        self.init(
            .notNegative(CompactTimes(), []),
            BitTally(count: sorted.count, low: sorted.first ?? 0, high: sorted.last ?? 0, sum: 0), Found(sorted))
    }

    private init(_ source: TimeSource) {
        if source.mostCount > Self.few, !source.isWide {
            self.init(source, BitTally(source), Found(nil))
        } else {
            self.init(sorted: source.sorted())
        }
    }

    private init(_ source: TimeSource, _ tally: BitTally, _ found: Found) {
        (self.source, self.tally, self.found) = (source, tally, found)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { tally.count }

    package subscript(rank: Int) -> Int64 {
        if rank == 0 { return tally.low }
        if rank == tally.count - 1 { return tally.high }
        return found.state.withLock { state in
            if let all = state.all { return all[rank] }
            let (bucket, before) = tally.bucket(of: rank)
            if let some = state.buckets[bucket] { return source.value(some[rank - before]) }
            guard state.buckets.count < Self.patience else {
                let all = source.sorted()
                state.all = all
                return all[rank]
            }
            let some = source.sorted(in: bucket, count: tally.size(of: bucket))
            state.buckets[bucket] = some
            return source.value(some[rank - before])
        }
    }

    /// All of them, ascending.
    package var sorted: CompactTimes {
        found.state.withLock { state in
            if let all = state.all { return all }
            let all = source.sorted()
            state.all = all
            return all
        }
    }

    package func makeIterator() -> CompactTimes.Iterator { sorted.makeIterator() }

    /// The true median, rounded half-even once; nil of nothing.
    package var median: Int64? {
        guard !isEmpty, case .value(let value) = Percentile.of(50, sorted: self, lost: 0) else { return nil }
        return value
    }

    /// Rounded half-even once; nil of nothing.
    package var mean: Int64? {
        guard tally.counts.isEmpty else {
            return roundedHalfEven(tally.sum, by: Int128(tally.count))
        }
        return LinecheckStatistics.mean(of: sorted)
    }
}
