import LinecheckCapture
import LinecheckQuantities
import Testing

@testable import LinecheckJudge

@Suite struct SliceRatesTests {
    /// Each slice by itself, as the definition has it.
    private func slices(_ log: LoadLog, from start: RunInstant, to end: RunInstant) -> [Int64] {
        let length = Duration.milliseconds(500)
        var rates: [Int64] = []
        var from = start
        while from + length <= end {
            rates.append(log.rate(from: from, to: from + length) ?? 0)
            from = from + length
        }
        return rates
    }

    @Test(arguments: UInt64(1)...40)
    func `slices that share a rate are the slices that there are`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var log = LoadLog()
        var moment: Int64 = 0
        var total: Int64 = 0
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            // Within the tolerance of an edge, in the next tick, or after a long silence.
            moment +=
                [20_000_000, 100_000_000, 480_000_001, 519_999_999, 7_000_000_000].randomElement(using: &random) ?? 1
            total += Int64.random(in: 0...1_000_000, using: &random)
            let at = RunInstant(nanoseconds: moment)
            log.add(ByteTotal(at: at, load: "a", stream: Int.random(in: 0...1, using: &random), total: total))
        }
        let start = RunInstant(nanoseconds: Int64.random(in: 0...600_000_000, using: &random))
        let end = RunInstant(nanoseconds: moment + 3_000_000_000)
        let rates = log.sliceRates(from: start, to: end)
        let plain = slices(log, from: start, to: end)
        #expect(Array(rates) == plain)
        #expect(Array(rates.ascending) == plain.sorted())
        #expect(rates.least == plain.min() && rates.most == plain.max())
        let middle = plain.count / 3..<plain.count
        #expect(rates.sum(middle) == plain[middle].reduce(Int128(0)) { $0 + Int128($1) })
    }
}
