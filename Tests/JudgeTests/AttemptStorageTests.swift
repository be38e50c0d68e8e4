import LinecheckStatistics
import TestSupport
import Testing

@testable import LinecheckJudge

/// The compact columns give back what was put in, in whatever order it came.
@Suite struct AttemptStorageTests {
    @Test(arguments: [UInt64](1...6))
    func `times come back as they were, short and long ones`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let most: Int64 = seed % 2 == 0 ? 40_000_000 : 8_000_000_000
        let values = (0..<20_000).map { _ in Int64.random(in: -2...most, using: &random) }
        let times = CompactTimes(values)
        #expect(Array(times) == values)
        #expect(Array(times.sorted()) == values.sorted())
    }

    @Test func `the longest short time is exact, and one more widens all`() {
        let edge = Int64(UInt32.max) - 2
        #expect(Array(CompactTimes([-2, -1, 0, edge])) == [-2, -1, 0, edge])
        #expect(Array(CompactTimes([-2, edge + 1, 5]).sorted()) == [-2, 5, edge + 1])
        #expect(Array(CompactTimes([.max, .min])) == [.max, .min])
    }

    @Test(arguments: [0, 1, 4_096, 4_097, 50_000])
    func `sorting by digits sorts`(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        for limit: UInt32 in [3, 2_047, 2_048, 4_000_000, .max] {
            var values = (0..<count).map { _ in UInt32.random(in: 0...limit, using: &random) }
            let expected = values.sorted()
            radixSort(&values)
            #expect(values == expected)
        }
    }

    @Test(arguments: [UInt64](1...6))
    func `attempts of a window are found as by looking at each`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var sent = SendTimes()
        var all: [Int64] = []
        var now: Int64 = 0
        for _ in 0..<5_000 {
            now += Int64.random(in: 0...20_000_000, using: &random)
            // Some are known late, some after a pause, and a damaged capture may say anything.
            let jump = Int.random(in: 0..<400, using: &random)
            let time = jump == 0 ? now + 9_000_000_000 : jump < 20 ? now - 2_000_000_000 : now
            all.append(time)
            sent.append(time)
        }
        #expect(all.indices.allSatisfy { sent[$0] == all[$0] })
        let places = [10..<700, 900..<901, 701..<899, 1_000..<5_000, 3..<3]
        for _ in 0..<20 {
            let start = Int64.random(in: -5_000_000_000...now, using: &random)
            let window = start..<(start + Int64.random(in: 0...20_000_000_000, using: &random))
            let found = sent.places(places, sentIn: window).flatMap(Array.init)
            #expect(found == places.flatMap(Array.init).filter { window.contains(all[$0]) })
        }
    }

    @Test(arguments: [UInt64](1...6))
    func `attempts are ordered by their numbers, equal ones as they came`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var numbers = Array(Int64(0)..<3_000)
        for _ in 0..<60 {
            numbers.swapAt(Int.random(in: 0..<3_000, using: &random), Int.random(in: 0..<3_000, using: &random))
        }
        if seed % 2 == 0 { for _ in 0..<5 { numbers[Int.random(in: 0..<3_000, using: &random)] = 77 } }
        var runs = SequenceRuns()
        for number in numbers { runs.append(number) }
        #expect(numbers.indices.allSatisfy { runs[$0] == numbers[$0] })
        let expected = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
        #expect(runs.ordered.flatMap(Array.init) == expected)
    }
}
