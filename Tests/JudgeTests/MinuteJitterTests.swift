import LinecheckExpressions
import Testing

@testable import LinecheckJudge

@Suite struct MinuteJitterTests {
    private static let second: Int64 = 1_000_000_000

    /// One ping a second; ms by second, nil: lost.
    private func jitter(seconds: Int, _ answers: (Int) -> Int64?) -> MinuteJitter {
        MinuteJitter(
            (0..<seconds).map { (Int64($0), answers($0).map { $0 * 1_000_000 }) },
            sent: (0..<seconds).map { 500 + Int64($0) * Self.second }, in: 500..<500 + Int64(seconds) * Self.second)
    }

    /// Each ping of the bad minute is 40 ms later or earlier than the one before.
    private func oneBadMinute(_ second: Int) -> Int64 { second / 60 == 2 ? 20 + Int64(second % 2) * 40 : 20 }

    @Test func `one bad minute of five shows in the maximum and not in the median`() {
        let jitter = jitter(seconds: 300, oneBadMinute)
        #expect(jitter.minutes == [0, 0, 40_000_000, 0, 0])
        #expect(jitter.metric(.max) == .measured(40_000_000, n: 5))
        #expect(jitter.metric(.percentile(50)) == .measured(0, n: 5))
    }

    @Test func `a rest at the end is no minute`() {
        #expect(jitter(seconds: 179, oneBadMinute).minutes.count == 2)
        #expect(
            jitter(seconds: 59, oneBadMinute).metric(.max)
                == .unmeasured("the scored window has no whole minute", .notNegative))
    }

    @Test func `a minute without two neighbouring replies may be worse than all others`() {
        let jitter = jitter(seconds: 300) { $0 / 60 == 4 ? nil : oneBadMinute($0) }
        let reason = "no two neighbouring attempts were both answered in 1 of 5 minutes"
        #expect(jitter.metric(.max) == .unmeasured(reason, Interval(40_000_000, .infinity)))
        #expect(jitter.metric(.percentile(50)) == .measured(0, n: 5))
        let silent = self.jitter(seconds: 300) { $0 / 60 > 1 ? nil : 20 }
        #expect(silent.metric(.percentile(50)).value == nil)
    }

    @Test func `a percentile wants enough minutes`() {
        #expect(
            jitter(seconds: 300, oneBadMinute).metric(.percentile(90))
                == .unmeasured("5 whole minutes, p90 needs 10", .notNegative))
    }

    @Test func `the difference between two minutes belongs to none`() {
        let jitter = jitter(seconds: 120) { $0 < 60 ? 10 : 500 }
        #expect(jitter.metric(.max) == .measured(0, n: 2))
    }
}
