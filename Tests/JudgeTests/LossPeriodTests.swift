import LinecheckPlan
import LinecheckStatistics
import Testing

@testable import LinecheckJudge

@Suite struct LossPeriodTests {
    private func period(_ story: String) -> Int { longestLossPeriod(story.map { $0 == "+" }) }

    @Test func `the longest run counts, wherever it is`() {
        #expect(period("") == 0)
        #expect(period("+++++") == 0)
        #expect(period("+-+-+") == 1)
        #expect(period("--+---+") == 3)
        #expect(period("+-+----") == 4)
        #expect(period("-----") == 5)
    }

    @Test(arguments: UInt64(1)...50)
    func `losing more never lowers it`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var answered = (0..<40).map { _ in Int.random(in: 0..<4, using: &random) > 0 }
        var before = longestLossPeriod(answered)
        while let next = answered.indices.filter({ answered[$0] }).randomElement(using: &random) {
            answered[next] = false
            let after = longestLossPeriod(answered)
            #expect(after >= before)
            before = after
        }
        #expect(before == 40)
    }

    @Test func `a run's longest loss period is told with how many were asked`() {
        var scenario = Scenario()
        scenario.answers["internet.baseline"] = { (5..<9).contains($0) || $0 == 15 ? nil : 10_000_000 }
        scenario.plan.expect = ["internet.baseline.burst == 4"]
        let verdict = scenario.verdict(nil)
        #expect(verdict.value("internet.baseline.burst") == 4)
        #expect(verdict.value("internet.baseline.sent") == 24)
    }
}
