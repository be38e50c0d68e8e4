import LinecheckStatistics
import Testing

@Suite struct BlockLengthTests {
    /// A series in which each value keeps a share of the one before: AR(1), from a linear congruential generator.
    private func series(_ count: Int, keeping share: Double, seed: UInt64) -> [Double] {
        var state = seed
        var value = 0.0
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            value = share * value + Double(state >> 33) / 2_147_483_648 - 0.5
            return value
        }
    }

    // The other values are those of the Python package arch 8.0.0, optimal_block_length, column circular. It and R's np take
    // the first quiet lag itself where the paper takes the one before it, so they may come out one longer.
    @Test(arguments: [
        (200, 0.0, 1, 2.15), (200, 0.5, 2, 11.38), (200, 0.9, 3, 15.24), (1_000, 0.8, 4, 28.63), (45, 0.0, 5, 2.9),
        (45, 0.7, 6, 3.51),
    ])
    func `the length is that of other implementations, within one`(
        count: Int, share: Double, seed: UInt64, other: Double
    ) {
        let length = Double(blockLength(of: series(count, keeping: share, seed: seed)))
        #expect(abs(length - other.rounded(.up)) <= 1)
    }

    @Test func `a saw tooth of eight values needs blocks of about eight`() {
        #expect(blockLength(of: (0..<45).map { Double($0 % 8) }) == 9)
    }

    @Test func `what does not vary, or is almost nothing, needs no blocks`() {
        #expect(blockLength(of: Array(repeating: 14, count: 100)) == 1)
        #expect(blockLength(of: []) == 1)
        #expect(blockLength(of: [1, 2, 3]) == 1)
    }

    @Test func `a length stays within a third of the series`() {
        for count in 4..<40 {
            #expect((1...(count + 2) / 3).contains(blockLength(of: (0..<count).map(Double.init))))
        }
    }

    @Test func `blocks wrap around, draw the whole length and know where neighbours part`() {
        // Half-way through five values, then at the start.
        let blocks = CircularBlocks(count: 5, length: 4, starts: [1 << 63, 0])
        #expect(blocks.draws.map(\.place) == [2, 3, 4, 0, 0])
        #expect(blocks.draws.map(\.continues) == [false, true, true, false, false])
    }
}
