import LinecheckJudge
import LinecheckStatistics
import Testing

@Suite struct StatisticsTests {
    /// Made with numpy.percentile(…, method="linear"), which is R's type 7.
    @Test(arguments: [
        ([10, 20, 30, 40] as [Int64], 50, 25), ([10, 20, 30, 40], 25, 18), ([10, 20, 30, 40], 90, 37),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 95, 10), ([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000], 95, 955),
        ([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000], 90, 910), ([15, 20, 35, 40, 50], 40, 29), ([7], 50, 7),
        ([1, 2], 50, 2), ([2, 3], 50, 2), ([1, 1000], 99, 990),
    ])
    func `percentiles are Hyndman and Fan's seventh`(sorted: [Int64], rank: Int, expected: Int64) {
        #expect(Percentile.of(rank, sorted: sorted, lost: 0) == .value(expected))
    }

    @Test func `a lost attempt ranks above every reply`() {
        #expect(Percentile.of(50, sorted: [1, 2, 3], lost: 2) == .value(3))
        #expect(Percentile.of(50, sorted: [1, 2], lost: 2) == .lost)
        #expect(Percentile.of(50, sorted: [1, 2], lost: 3) == .lost)
        #expect(Percentile.of(0, sorted: [1, 2], lost: 30) == .value(1))
        #expect(Percentile.of(50, sorted: [], lost: 1) == .lost)
    }

    @Test(arguments: [(50, 2), (90, 10), (95, 20), (99, 100), (10, 10), (1, 100), (75, 4), (33, 4)])
    func `a percentile needs as many attempts as make its tail one`(rank: Int, count: Int) {
        #expect(Percentile.minimumCount(rank) == count)
    }

    @Test func `Welford's numbers have the mean five and the sample variance 32 over 7`() {
        let values: [Int64] = [2, 4, 4, 4, 5, 5, 7, 9]
        #expect(mean(of: values) == 5)
        // √(32/7) = 2.138 in units, and to six more digits when each is a million.
        #expect(standardDeviation(of: values) == 2)
        #expect(standardDeviation(of: values.map { $0 * 1_000_000 }) == 2_138_090)
    }

    @Test func `spread does not depend on where the values are`() {
        let values: [Int64] = [4, 7, 13, 16]
        #expect(standardDeviation(of: values.map { $0 * 1_000 + 1_000_000_000_000 }) == 5_477)
        #expect(standardDeviation(of: [5]) == nil)
        #expect(standardDeviation(of: [0, .max]) == nil)
        #expect(mean(of: []) == nil)
    }

    @Test(arguments: [(5, 2, 2), (7, 2, 4), (-5, 2, -2), (1, 3, 0), (2, 3, 1), (-7, 2, -4), (6, 4, 2), (10, 4, 2)])
    func `halves are rounded to even`(dividend: Int, divisor: Int, expected: Int) {
        #expect(roundedHalfEven(Int128(dividend), by: Int128(divisor)) == Int64(expected))
    }

    @Test func `roots are rounded once`() {
        for whole in 0..<2_000 {
            let expected = Double(whole).squareRoot().rounded(.toNearestOrEven)
            #expect(roundedRoot(Int128(whole), by: 1) == Int64(expected))
        }
        #expect(roundedRoot(25, by: 4) == 2)
        #expect(roundedRoot(49, by: 4) == 4)
    }

    @Test func `jitter is the median difference of neighbours`() {
        let steps = NeighbourDifferences(
            [10, 90, 10, 90, 10].enumerated().map { (sequence: Int64($0.offset), rtt: Int64($0.element)) })
        #expect(steps.mean == 80)
        #expect(steps.median == 80)
    }

    @Test func `a lost attempt parts its neighbours`() {
        let attempts: [(sequence: Int64, rtt: Int64?)] = [(1, 10), (2, nil), (3, 90), (4, 95), (6, 10)]
        #expect(Array(NeighbourDifferences(attempts).values) == [5])
        let none = NeighbourDifferences([(sequence: 1, rtt: 10), (sequence: 2, rtt: nil), (sequence: 3, rtt: 90)])
        #expect(none.median == nil)
    }

    @Test func `the estimate of RFC 3550 follows the code of its appendix`() {
        // By hand: s += d − ((s + 8) >> 4), from 0 with d = 160, 160, 0.
        let steps: [(sequence: Int64, rtt: Int64?)] = [(1, 0), (2, 160), (3, 320), (4, 320)]
        #expect(NeighbourDifferences(steps).rfc3550 == 18)
        // A constant difference is what the estimate comes to, but for the last shift.
        let long = (0..<400).map { (sequence: Int64($0), rtt: Optional(Int64($0 % 2 == 0 ? 0 : 1_000_000))) }
        #expect(NeighbourDifferences(long).rfc3550 == 999_999)
    }

    @Test func `loss is of what left this host, in parts per million`() {
        #expect(lossRatio(lost: 1, settled: 3) == 333_333)
        #expect(lossRatio(lost: 0, settled: 10) == 0)
        #expect(localErrorsSpoilLoss(localErrors: 2, settled: 18) == false)
        #expect(localErrorsSpoilLoss(localErrors: 3, settled: 18))
    }
}
