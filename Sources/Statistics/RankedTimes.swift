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

    private let source: Source
    private let tally: Tally
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
            Tally(count: sorted.count, low: sorted.first ?? 0, high: sorted.last ?? 0, sum: 0), Found(sorted))
    }

    private init(_ source: Source) {
        if source.mostCount > Self.few, !source.isWide {
            self.init(source, Tally(source), Found(nil))
        } else {
            self.init(sorted: source.sorted())
        }
    }

    private init(_ source: Source, _ tally: Tally, _ found: Found) {
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

/// Neighbouring attempts: times and the words of attempts, as stretches of a column.
package struct Neighbours: Sendable {
    package struct Stretch: Sendable {
        package var places: Range<Int>
        /// Its first attempt comes right after the last one of the stretch before.
        package var continues: Bool

        package init(places: Range<Int>, continues: Bool) {
            self.places = places
            self.continues = continues
        }
    }

    let times: CompactTimes
    let stretches: [Stretch]

    package init(_ times: CompactTimes, _ stretches: [Stretch]) {
        self.times = times
        self.stretches = stretches
    }
}

/// Where ranked times come from; as whole numbers of four bytes that are in their order, whatever they stand for.
private enum Source: Sendable {
    case notNegative(CompactTimes, [Range<Int>])
    case differences(Neighbours)

    var mostCount: Int {
        switch self {
        case .notNegative(_, let places): places.reduce(0) { $0 + $1.count }
        case .differences(let neighbours): neighbours.stretches.reduce(0) { $0 + $1.places.count }
        }
    }

    var isWide: Bool {
        switch self {
        case .notNegative(let times, _): times.isWide
        case .differences(let neighbours): neighbours.times.isWide
        }
    }

    /// What one of the whole numbers stands for.
    func value(_ number: UInt32) -> Int64 {
        switch self {
        case .notNegative: Int64(number) - CompactTimes.bias
        case .differences: Int64(number)
        }
    }

    /// - Precondition: not wide.
    @inline(__always)
    func visit(_ body: (UInt32) -> Void) {
        let least = UInt32(CompactTimes.bias)
        switch self {
        case .notNegative(let times, let places):
            times.narrow.withUnsafeBufferPointer { times in
                for stretch in places { for place in stretch where times[place] >= least { body(times[place]) } }
            }
        case .differences(let neighbours):
            neighbours.times.narrow.withUnsafeBufferPointer { times in
                // Below the least: no reply, or nobody.
                var before: UInt32 = 0
                for stretch in neighbours.stretches {
                    if !stretch.continues { before = 0 }
                    for place in stretch.places {
                        let time = times[place]
                        if time >= least, before >= least { body(time > before ? time - before : before - time) }
                        before = time
                    }
                }
            }
        }
    }

    func sorted(in bucket: Int, count: Int) -> [UInt32] {
        var some: [UInt32] = []
        some.reserveCapacity(count)
        let bounds = Tally.bounds(of: bucket)
        visit { if bounds.contains($0) { some.append($0) } }
        radixSort(&some)
        return some
    }

    func sorted() -> CompactTimes {
        var all = CompactTimes()
        if isWide { visitWide { all.append($0) } } else { visit { all.append(value($0)) } }
        all.sort()
        return all
    }

    private func visitWide(_ body: (Int64) -> Void) {
        switch self {
        case .notNegative(let times, let places):
            for stretch in places { for place in stretch where times[place] >= 0 { body(times[place]) } }
        case .differences(let neighbours):
            var before: Int64 = -1
            for stretch in neighbours.stretches {
                if !stretch.continues { before = -1 }
                for place in stretch.places {
                    let time = neighbours.times[place]
                    if time >= 0, before >= 0 { body(abs(time - before)) }
                    before = time
                }
            }
        }
    }
}

/// How many times there are, by their leading bits.
private struct Tally: Sendable {
    /// Below 256 each number has a bucket; above, 256 have equal widths up to each power of two.
    private static let fine = 8
    private static let buckets = (32 - fine + 1) << fine

    let count: Int
    let low: Int64
    let high: Int64
    let sum: Int128
    /// By bucket; empty: all are sorted already.
    let counts: [UInt32]

    init(count: Int, low: Int64, high: Int64, sum: Int128) {
        (self.count, self.low, self.high, self.sum) = (count, low, high, sum)
        counts = []
    }

    init(_ source: Source) {
        var (least, most, total, count) = (UInt32.max, UInt32.min, UInt64(0), 0)
        counts = [UInt32](unsafeUninitializedCapacity: Self.buckets) { counts, filled in
            counts.initialize(repeating: 0)
            source.visit { number in
                counts[Self.bucket(number)] &+= 1
                least = min(least, number)
                most = max(most, number)
                total &+= UInt64(number)
                count &+= 1
            }
            filled = Self.buckets
        }
        self.count = count
        low = count > 0 ? source.value(least) : 0
        high = count > 0 ? source.value(most) : 0
        sum = Int128(total) + Int128(count) * Int128(source.value(0))
    }

    @inline(__always)
    private static func bucket(_ number: UInt32) -> Int {
        let length = 31 - (number | 255).leadingZeroBitCount
        let shift = length - fine
        // Of numbers below 256 the shift is −1, and they are their own buckets.
        return shift < 0 ? Int(number) : (shift + 1) << fine | Int(number >> UInt32(shift)) & 255
    }

    /// The numbers that belong to a bucket.
    static func bounds(of bucket: Int) -> ClosedRange<UInt32> {
        let shift = UInt32(max(0, bucket >> fine - 1))
        let first = bucket < 1 << fine ? UInt32(bucket) : (UInt32(bucket & 255) | 256) << shift
        return first...(first + (1 << shift - 1))
    }

    /// The bucket that a rank leads into, and how many times are in those before.
    func bucket(of rank: Int) -> (Int, before: Int) {
        var before = 0
        for (bucket, count) in counts.enumerated() {
            if rank < before + Int(count) { return (bucket, before) }
            before += Int(count)
        }
        return (counts.count - 1, before)
    }

    func size(of bucket: Int) -> Int { Int(counts[bucket]) }
}
