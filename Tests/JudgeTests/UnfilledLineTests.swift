import LinecheckCapture
import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules
import Testing

/// A short queue in front of a line that was not full is no short queue.
@Suite struct UnfilledLineTests {
    private let rules: RulesDocument

    init() throws { rules = try Scenario.health }

    /// Both loads keep a queue of 8 ms, which overflows.
    private var full: Scenario {
        var scenario = scenario(download: { _ in 18_000_000 })
        scenario.answers["internet.upload"] = { _ in 18_000_000 }
        return scenario
    }

    /// Nothing queues.
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
        let verdict = full.verdict(rules)
        #expect(verdict.answer("queue")?.answer == "clean" && verdict.answer("queue")?.certain == true)
        #expect(!verdict.notes.contains { $0.contains("at least what was measured") })
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
                "The lag in download is at least what was measured, as the line may not have been full: this host may be "
                    + "the limit: its processors were 97.5 % busy."))
        #expect(verdict.answer("router")?.certain == false, "what rests on it is no surer")
    }

    @Test func `a condition that rests on a fuller line is unknown, and one on what was measured holds`() {
        let conditions = ["verdict.queue == 'clean'", "grade.bufferbloat >= 'A'", "internet.download.rtt.p50 < 50ms"]
        var (full, unfilled) = (full, scenario(isBusy: true))
        (full.plan.expect, unfilled.plan.expect) = (conditions, conditions)
        #expect(full.verdict(rules).expectations.map(\.truth) == [.yes, .yes, .yes])
        let verdict = unfilled.verdict(rules)
        #expect(verdict.expectations.map(\.truth) == [.unknown, .unknown, .yes])
        #expect(verdict.expectations[0].reason?.hasPrefix("the lag in download is at least what was measured") == true)
        #expect(verdict.isIncomplete)
    }

    @Test(arguments: [(1, true), (3, false), (6, false)])
    func `a host is the limit only when it was busy in at least half of the seconds`(every: Int, isLimit: Bool) throws {
        var scenario = scenario()
        scenario.busy { Int($0.nanoseconds / 1_000_000_000) % every == 0 }
        let verdict = scenario.verdict(rules)
        let download = try #require(verdict.loads.first { $0.name == "download" }?.phases.first)
        #expect(download.saturation.machineBusy == 975_000, "the busiest second is told all the same")
        #expect(download.saturation.limits.contains(.thisHost) == isLimit)
    }

    @Test func `nothing limits a load that moved nothing`() throws {
        var scenario = scenario(isBusy: true)
        scenario.loads["download"] = Scenario.LoadStory(bytesPerTick: 0)
        let verdict = scenario.verdict(rules)
        let download = try #require(verdict.loads.first { $0.name == "download" }?.phases.first)
        #expect(download.bytes == 0 && download.saturation.limits.isEmpty)
    }

    @Test func `a queue that stands shows a full line, whatever else was busy`() throws {
        var scenario = scenario(download: { _ in 30_000_000 }, isBusy: true)
        scenario.answers["internet.upload"] = { _ in 35_000_000 }
        #expect(try queue(scenario).certain)
    }

    // MARK: Queues that never overflowed

    /// What is said of the queue when the loads' connections counted so many lost segments.
    private func queue(_ scenario: Scenario, losing lost: Int64, grows: Bool = true) throws -> Verdict.Answer {
        var scenario = scenario
        scenario.connection = (lost, grows)
        return try queue(scenario)
    }

    /// A download that waits 35 ms and an upload that waits 32 ms.
    private var shortQueues: Scenario {
        var scenario = scenario(download: { _ in 45_000_000 })
        scenario.answers["internet.upload"] = { _ in 42_000_000 }
        return scenario
    }

    @Test func `a short queue that lost nothing may hold more, one that overflowed is as short as it looks`() throws {
        let answer = try queue(shortQueues, losing: 0)
        #expect(answer.answer == "clean" && !answer.certain)
        #expect(
            answer.cannotRuleOut == ["uplink-queue", "isp-downstream", "modem-or-line"], "the gateway's did not rise")
        #expect(try queue(shortQueues, losing: 1).certain)
        let held = try queue(shortQueues, losing: 0, grows: false)
        #expect(
            held.cannotRuleOut == ["isp-downstream", "modem-or-line"], "an upload whose windows stand has found its end"
        )
    }

    @Test func `what no record tells of a load speaks for no full line`() throws {
        #expect(try queue(shortQueues).certain)
        var (unwatched, hostless) = (shortQueues, shortQueues)
        unwatched.connection = nil
        hostless.selfCheck = { _ in nil }
        #expect(try !queue(unwatched).certain)
        #expect(try queue(hostless).certain, "a queue that overflowed shows a full line by itself")
        hostless = scenario()
        hostless.selfCheck = { _ in nil }
        let notes = hostless.verdict(rules).notes
        #expect(notes.contains { $0.contains("no record tells whether this host was the limit") }, "\(notes)")
    }

    /// One packet in a thousand held 100 Mbit/s to 37, and the line with a third of a second of queue was A, and certain.
    @Test func `losses without a queue are no proof of a full line`() throws {
        let lossy = scenario()
        let verdict = lossy.verdict(rules)
        #expect(verdict.answer("queue")?.answer == "clean" && verdict.answer("queue")?.certain == false)
        let download = try #require(verdict.loads.first { $0.name == "download" }?.phases.first)
        #expect(download.saturation.limits.isEmpty)
        #expect(verdict.gradesAtBest == ["bufferbloat"])
        #expect(
            verdict.notes.contains {
                $0.contains("nothing queued, and losses may have held it back before the line did")
            })
    }

    /// Four streams of 10 kB a second on a line that was all but idle; each lost a segment once.
    @Test func `a loss or two fill no line`() throws {
        var trickle = scenario()
        trickle.loads["download"] = Scenario.LoadStory(bytesPerTick: 4_000)
        trickle.connection = (lost: 0, grows: false)
        #expect(try !queue(trickle).certain)
        trickle.connection = (lost: 1, grows: false)
        let verdict = trickle.verdict(rules)
        #expect(verdict.answer("queue")?.certain == false)
        let download = try #require(verdict.loads.first { $0.name == "download" }?.phases.first)
        #expect(download.saturation.limits == [.server])
        #expect((download.saturation.outOfOrder ?? 0) > 0)
    }

    /// Two segments in flight are all that a window of 3,712 bytes lets through, though it is not three quarters full with them.
    @Test(arguments: [(3_712, true), (64_000, false)] as [(Int64, Bool)])
    func `a window of a few segments is full when no other fits`(window: Int64, isLimit: Bool) throws {
        var scenario = scenario()
        scenario.loads["download"] = Scenario.LoadStory(bytesPerTick: 4 * 2 * 1_448 * 10)
        scenario.connection = (lost: 0, grows: false)
        scenario.receiveWindow = window
        let verdict = scenario.verdict(rules)
        let download = try #require(verdict.loads.first { $0.name == "download" }?.phases.first)
        #expect(download.saturation.limits == [isLimit ? .receiveWindow : .server])
    }

    @Test func `a load that a proxy or another host served tells nothing for certain of the line`() throws {
        for (proxy, host) in [("http://192.0.2.8:3128/", "speed.example"), (nil, "cache.example")] {
            var scenario = scenario()
            scenario.loads["download"]?.hosts.append(host)
            scenario.loads["download"]?.proxy = proxy
            let verdict = scenario.verdict(rules)
            #expect(verdict.answer("queue")?.certain == false)
            #expect(
                verdict.notes.contains { $0.contains(proxy == nil ? host : "the proxy 192.0.2.8:3128,") },
                "\(verdict.notes)")
        }
    }

    @Test func `a kernel that does not count what came out of order tells of no overflow`() throws {
        var old = shortQueues
        old.countsOutOfOrder = false
        let answer = try queue(old)
        #expect(!answer.certain)
        #expect(answer.cannotRuleOut == ["isp-downstream", "modem-or-line"], "the sender of the upload counts its own")
    }

    @Test func `a host that tells its own processor time alone may have been busy with something else`() throws {
        var narrow = scenario()
        let whole = narrow.selfCheck
        narrow.selfCheck = { at in
            var check = whole(at)
            check?.machineBusy = nil
            return check
        }
        let notes = narrow.verdict(rules).notes
        #expect(notes.contains { $0.contains("no record tells whether this host was the limit") }, "\(notes)")
    }

    @Test func `a culprit whom a longer queue would only convict again is certain`() throws {
        var scenario = full
        scenario.answers["internet.download"] = { _ in 150_000_000 }
        scenario.countsOutOfOrder = false
        let answer = try queue(scenario)
        #expect(answer.answer == "isp-downstream")
        #expect(answer.certain, "the queue of the upload overflowed, and is as short as it looks")
    }

    @Test func `of two queues that lost nothing, neither is certainly the longer`() throws {
        var scenario = scenario(download: { _ in 150_000_000 })
        scenario.answers["internet.upload"] = { _ in 160_000_000 }
        let answer = try queue(scenario, losing: 0)
        #expect(answer.answer == "modem-or-line" && !answer.certain)
        #expect(answer.cannotRuleOut == ["uplink-queue", "isp-downstream"])
    }

    @Test func `a load that the plan held back is no proof of a clean line`() throws {
        var scenario = scenario()
        scenario.plan.loads[0].pace = BitRate(bitsPerSecond: 400_000_000)
        let verdict = scenario.verdict(rules)
        #expect(verdict.answer("queue")?.certain == false)
        #expect(verdict.notes.contains { $0.contains("the plan asked for no more") }, "\(verdict.notes)")
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
    fileprivate mutating func busy(_ isBusy: Bool) { busy { _ in isBusy } }

    fileprivate mutating func busy(_ isBusy: @escaping @Sendable (RunInstant) -> Bool) {
        selfCheck = { at in
            SelfCheck(
                at: at, ownCPU: .milliseconds(20), machineBusy: .milliseconds(isBusy(at) ? 1_950 : 100),
                timerLateP99: .microseconds(200), interfaceReceived: nil, interfaceSent: nil, localDrops: 0)
        }
    }
}
