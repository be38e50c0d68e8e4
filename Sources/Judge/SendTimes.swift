/// When attempts were sent, in four bytes each: as offsets from the beginning of blocks that last up to three seconds.
struct SendTimes: Sendable {
    /// A stretch of attempts whose times lie close together.
    private struct Block: Sendable {
        /// The place of its first attempt.
        var start: Int
        /// Of its attempts; the offsets count from `base`.
        var earliest: Int64
        var latest: Int64
        var base: Int64
    }

    /// An attempt that became known late may have been sent a little before the first of its block.
    private static let reserve: Int64 = 1 << 30

    private var offsets: [UInt32] = []
    private var closed: [Block] = []
    /// The block that grows; not in the array with the others, since each attempt touches it.
    private var last = Block(start: 0, earliest: .max, latest: .min, base: 0)

    var count: Int { offsets.count }

    mutating func reserve(_ count: Int) { offsets.reserveCapacity(count) }

    @inline(__always)
    mutating func append(_ time: Int64) {
        guard let offset = UInt32(exactly: time &- last.base), !offsets.isEmpty else { return begin(time) }
        if time < last.earliest { last.earliest = time }
        if time > last.latest { last.latest = time }
        offsets.append(offset)
    }

    @inline(never)
    private mutating func begin(_ time: Int64) {
        if !offsets.isEmpty { closed.append(last) }
        last = Block(start: offsets.count, earliest: time, latest: time, base: time &- Self.reserve)
        offsets.append(UInt32(Self.reserve))
    }

    /// O(log n): for walking over many, ``places(_:sentIn:)``.
    subscript(place: Int) -> Int64 { block(block(of: place)).base &+ Int64(offsets[place]) }

    private func block(_ index: Int) -> Block { index < closed.count ? closed[index] : last }

    private func block(of place: Int) -> Int {
        var (low, high) = (0, closed.count + 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if block(middle).start <= place { low = middle } else { high = middle }
        }
        return low
    }

    /// The places of some that were sent within a time, as stretches.
    func places(_ places: [Range<Int>], sentIn time: Range<Int64>) -> [Range<Int>] {
        var found = Places()
        for stretch in places where !stretch.isEmpty {
            var index = block(of: stretch.lowerBound)
            while index <= closed.count, block(index).start < stretch.upperBound {
                let block = block(index)
                let end = index < closed.count ? self.block(index + 1).start : offsets.count
                let part = stretch.clamped(to: block.start..<end)
                if time.lowerBound <= block.earliest, block.latest < time.upperBound {
                    found.append(part)
                } else if block.latest >= time.lowerBound, block.earliest < time.upperBound {
                    for place in part where time.contains(block.base &+ Int64(offsets[place])) {
                        found.append(place..<place + 1)
                    }
                }
                index += 1
            }
        }
        return found.stretches
    }
}

/// Places in an order of their own, as stretches of neighbours.
struct Places {
    private(set) var stretches: [Range<Int>] = []

    mutating func append(_ stretch: Range<Int>) {
        if let last = stretches.indices.last, stretches[last].upperBound == stretch.lowerBound {
            stretches[last] = stretches[last].lowerBound..<stretch.upperBound
        } else {
            stretches.append(stretch)
        }
    }
}
