/// One resample of a series in blocks that wrap around its end (Politis & Romano 1992): every value is drawn equally often.
package struct CircularBlocks {
    /// Places in the series, and whether the value before is its true neighbour.
    package let draws: [(place: Int, continues: Bool)]

    /// - Parameters:
    ///   - count: the length of the series and of the resample.
    ///   - length: of a block.
    ///   - starts: random words; each says where a block starts as a fraction of the series, so that series of different
    ///     lengths over one stretch of time are cut at the same times.
    package init(count: Int, length: Int, starts: [UInt64]) {
        var draws: [(place: Int, continues: Bool)] = []
        draws.reserveCapacity(count)
        for word in starts where draws.count < count {
            let start = Int(word.multipliedFullWidth(by: UInt64(count)).high)
            for offset in 0..<min(length, count - draws.count) {
                let place = (start + offset) % count
                draws.append((place, offset > 0 && place > 0))
            }
        }
        self.draws = draws
    }
}
