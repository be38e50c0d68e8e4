import LinecheckCapture
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules
import Testing

/// A short queue in front of a line that was not full is no short queue.
@Suite struct UnfilledLineTests {
    private let rules: RulesDocument

    init() throws { rules = try Scenario.health }

    private func scenario(download: @escaping Scenario.Answers = { _ in 10_000_000 }, isBusy: Bool = false) -> Scenario
    {
        var scenario = Scenario()
        scenario.answers["internet.download"] = download
        scenario.busy(isBusy)
        return scenario
    }

    private func queue(_ scenario: Scenario) throws -> Verdict.Answer {
        try #require(scenario.verdict(rules).answer("queue"))
    }

    @Test func `a line that nothing kept from being full is certainly clean`() throws {
        let verdict = scenario().verdict(rules)
        #expect(verdict.answer("queue")?.answer == "clean" && verdict.answer("queue")?.certain == true)
        #expect(!verdict.notes.contains { $0.contains("may not have been full") })
    }

    @Test func `a line that a busy host did not fill is not certainly clean, and its grade stays what it was`() throws {
        let verdict = scenario(isBusy: true).verdict(rules)
        let queue = try #require(verdict.answer("queue"))
        #expect(queue.answer == "clean" && !queue.certain)
        #expect(queue.cannotRuleOut == ["local-wifi", "uplink-queue", "isp-downstream", "modem-or-line"])
        #expect(verdict.grade("bufferbloat")?.grade == "A+")
        #expect(verdict.score?.score != nil)
        #expect(
            verdict.notes.contains(
                "The line may not have been full in download, so its lag is at least what was measured: this host may be the "
                    + "limit: its processors were 97.5 % busy."))
        #expect(verdict.answer("router")?.certain == false, "what rests on it is no surer")
    }

    @Test func `a queue that stands shows a full line, whatever else was busy`() throws {
        var scenario = scenario(download: { _ in 30_000_000 }, isBusy: true)
        scenario.answers["internet.upload"] = { _ in 35_000_000 }
        #expect(try queue(scenario).certain)
    }

    @Test func `a queue that still grows is no short one`() throws {
        let answer = try queue(scenario(download: { 20_000_000 + Int64($0) * 800_000 }))
        #expect(answer.answer == "clean" && !answer.certain)
        #expect(answer.cannotRuleOut == ["isp-downstream"], "the gateway's did not grow, nor did the upload's")
    }

    @Test func `a culprit whom a longer queue would only convict again is certain`() throws {
        let answer = try queue(scenario(download: { 120_000_000 + Int64($0) * 4_000_000 }))
        #expect(answer.answer == "isp-downstream" && answer.certain)
    }

    @Test func `of two queues that still grow, neither is certainly the longer`() throws {
        var scenario = scenario(download: { 120_000_000 + Int64($0) * 4_000_000 })
        scenario.answers["internet.upload"] = { 140_000_000 + Int64($0) * 4_000_000 }
        let answer = try queue(scenario)
        #expect(answer.answer == "modem-or-line" && !answer.certain)
        #expect(answer.cannotRuleOut == ["uplink-queue", "isp-downstream"])
    }

    @Test func `a load that the plan held back is no proof of a clean line`() throws {
        var scenario = scenario()
        scenario.plan.loads[0].pace = BitRate(bitsPerSecond: 400_000_000)
        #expect(try !queue(scenario).certain)
    }

    @Test func `a window too short to show a plateau proves no clean line either`() throws {
        var scenario = scenario()
        for index in scenario.plan.phases.indices where !scenario.plan.phases[index].loads.isEmpty {
            scenario.plan.phases[index].ending = .after(.milliseconds(2_500))
        }
        #expect(try !queue(scenario).certain)
    }

    @Test func `loopback has no line to fill`() throws {
        let scenario = scenario(isBusy: true)
        var observations = Observations(plan: scenario.plan)
        for (index, record) in scenario.records.enumerated() {
            var record = record
            if case .header(var header) = record {
                header.loopback = true
                record = .header(header)
            }
            observations.add(record, line: index + 1)
        }
        #expect(Judge.judge(observations, rules: rules).answer("queue")?.certain == true)
    }

    @Test(arguments: LawTests.seeds)
    func `doubts of a full line take certainty and nothing else, and never give it`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var scenario = random.scenario()
        scenario.busy(false)
        let calm = scenario.verdict(rules)
        scenario.busy(true)
        let busy = scenario.verdict(rules)
        #expect(busy.grades == calm.grades)
        #expect(busy.score == calm.score)
        for (busy, calm) in zip(busy.answers, calm.answers) {
            #expect(busy.answer == calm.answer)
            #expect(calm.certain || !busy.certain)
            #expect(Set(busy.cannotRuleOut).isSuperset(of: calm.cannotRuleOut))
        }
    }
}

extension Scenario {
    /// Of two processors, in each second.
    fileprivate mutating func busy(_ isBusy: Bool) {
        selfCheck = { at in
            SelfCheck(
                at: at, ownCPU: .milliseconds(20), machineBusy: .milliseconds(isBusy ? 1_950 : 100),
                timerLateP99: .microseconds(200), interfaceReceived: nil, interfaceSent: nil, localDrops: 0)
        }
    }
}
