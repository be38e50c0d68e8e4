/// Sequence numbers of attempts in the order in which they became known: mostly each is one more than the one before, so only
/// where that fails something is kept.
struct SequenceRuns: Sendable {
    struct Run: Sendable {
        /// The place of its first attempt, and that one's number.
        var start: Int
        var first: Int64
    }

    private(set) var runs: [Run] = []
    private(set) var count = 0
    private var expected: Int64 = 0

    @inline(__always)
    mutating func append(_ sequence: Int64) {
        if runs.isEmpty || sequence != expected { runs.append(Run(start: count, first: sequence)) }
        expected = sequence &+ 1
        count += 1
    }

    /// O(log n).
    subscript(place: Int) -> Int64 { stretch(from: place).sequence }

    /// The number at a place, and up to where each further one is one more. O(log n).
    func stretch(from place: Int) -> (sequence: Int64, end: Int) {
        var (low, high) = (0, runs.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle].start <= place { low = middle } else { high = middle }
        }
        let end = low + 1 < runs.count ? runs[low + 1].start : count
        return (runs[low].first &+ Int64(place - runs[low].start), end)
    }

    /// All places in the order of their numbers; of equal ones the first that became known is the first.
    var ordered: [Range<Int>] {
        let stretches = runs.indices.map { index in
            runs[index].start..<(index + 1 < runs.count ? runs[index + 1].start : count)
        }
        let order = runs.indices.sorted { (runs[$0].first, $0) < (runs[$1].first, $1) }
        let areApart = zip(order, order.dropFirst()).allSatisfy { before, after in
            runs[before].first &+ Int64(stretches[before].count) <= runs[after].first
        }
        var places = Places()
        if areApart {
            for index in order { places.append(stretches[index]) }
        } else {
            // A number stands twice, which no run records: each attempt for itself.
            let all = (0..<count).map { (sequence: self[$0], place: $0) }.sorted { $0 < $1 }
            for attempt in all { places.append(attempt.place..<attempt.place + 1) }
        }
        return places.stretches
    }
}
