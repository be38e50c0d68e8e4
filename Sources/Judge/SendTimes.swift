/// When attempts were sent, in four bytes each: as offsets from the beginning of blocks that last up to three seconds.
struct SendTimes: Sendable {
    /// A stretch of attempts whose times lie close together.
    struct Block: Sendable {
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
    private(set) var blocks: [Block] = []

    var count: Int { offsets.count }

    mutating func append(_ time: Int64) {
        if let last = blocks.indices.last, let offset = UInt32(exactly: time &- blocks[last].base) {
            if time < blocks[last].earliest { blocks[last].earliest = time }
            if time > blocks[last].latest { blocks[last].latest = time }
            return offsets.append(offset)
        }
        blocks.append(Block(start: offsets.count, earliest: time, latest: time, base: time &- Self.reserve))
        offsets.append(UInt32(Self.reserve))
    }

    /// O(log n): for walking over many, ``places(_:sentIn:)``.
    subscript(place: Int) -> Int64 { blocks[block(of: place)].base &+ Int64(offsets[place]) }

    private func block(of place: Int) -> Int {
        var (low, high) = (0, blocks.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if blocks[middle].start <= place { low = middle } else { high = middle }
        }
        return low
    }

    /// The places of some that were sent within a time, as stretches.
    func places(_ places: [Range<Int>], sentIn time: Range<Int64>) -> [Range<Int>] {
        var found = Places()
        for stretch in places where !stretch.isEmpty {
            var index = block(of: stretch.lowerBound)
            while index < blocks.count, blocks[index].start < stretch.upperBound {
                let block = blocks[index]
                let end = index + 1 < blocks.count ? blocks[index + 1].start : offsets.count
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
