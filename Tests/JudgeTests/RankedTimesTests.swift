import LinecheckStatistics
import TestSupport
import Testing

/// Times that are sorted only as far as anybody looks are those that a whole order gives.
@Suite struct RankedTimesTests {
    private static let limits: [Int64] = [3, 255, 256, 257, 70_000, 40_000_000, Int64(UInt32.max) - 2, 9_000_000_000]

    private func outcomes(_ count: Int, upTo limit: Int64, seed: UInt64) -> [Int64] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            // -2 and -1 are the words of attempts without a reply.
            Int.random(in: 0..<9, using: &random) == 0
                ? Int64.random(in: -2 ... -1, using: &random) : Int64.random(in: 0...limit, using: &random)
        }
    }

    @Test(arguments: [0, 1, 2, 5, 4_096, 4_097, 30_000], limits)
    func `each rank is that of the whole order`(count: Int, limit: Int64) {
        let outcomes = outcomes(count, upTo: limit, seed: UInt64(count) &+ UInt64(limit))
        let places = [0..<count / 3, count / 2..<count]
        let kept = places.flatMap { outcomes[$0] }.filter { $0 >= 0 }.sorted()
        let ranked = RankedTimes(CompactTimes(outcomes), notNegativeAt: places)
        #expect(ranked.count == kept.count)
        #expect(ranked.first == kept.first)
        #expect(ranked.last == kept.last)
        for part in 0..<40 where !kept.isEmpty {
            let rank = (kept.count - 1) * part / 39
            #expect(ranked[rank] == kept[rank])
        }
        #expect(ranked.mean == mean(of: kept))
        let isSame = Array(ranked) == kept && Array(ranked.sorted) == kept
        #expect(isSame)
        guard !kept.isEmpty else {
            #expect(ranked.median == nil)
            return
        }
        for rank in [50, 95, 99] {
            #expect(Percentile.of(rank, sorted: ranked, lost: 7) == Percentile.of(rank, sorted: kept, lost: 7))
        }
    }

    @Test func `times that are all alike have one rank`() {
        let ranked = RankedTimes(CompactTimes(repeatElement(1_234_567, count: 10_000)), notNegativeAt: [0..<10_000])
        #expect([0, 1, 5_000, 9_999].allSatisfy { ranked[$0] == 1_234_567 })
        #expect(ranked.median == 1_234_567)
    }

    @Test(arguments: [10, 4_000, 30_000], limits)
    func `differences of neighbours are those of the attempts, one by one`(count: Int, limit: Int64) {
        let outcomes = outcomes(count, upTo: limit, seed: UInt64(count))
        var attempts: [(sequence: Int64, rtt: Int64?)] = []
        var stretches: [Neighbours.Stretch] = []
        var sequence: Int64 = 0
        var place = 0
        while place < count {
            let end = min(count, place + 1 + place % 7)
            let continues = place > 0 && place % 3 > 0
            if !continues { sequence += 5 }
            stretches.append(Neighbours.Stretch(places: place..<end, continues: continues))
            for outcome in outcomes[place..<end] {
                attempts.append((sequence, outcome < 0 ? nil : outcome))
                sequence += 1
            }
            place = end
        }
        let expected = NeighbourDifferences(attempts)
        let ranked = RankedTimes(differencesOf: Neighbours(CompactTimes(outcomes), stretches))
        #expect(ranked.count == expected.values.count)
        #expect(ranked.mean == expected.mean)
        #expect(ranked.median == expected.median)
        let isSame = Array(ranked) == expected.values.sorted().map { $0 }
        #expect(isSame)
    }
}
