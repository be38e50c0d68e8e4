import LinecheckCapture
import LinecheckExpressions
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules
import Testing

@Suite struct RulesOutcomeTests {
    /// A run with so many ms of rise in each direction.
    func run(download: Int64, upload: Int64, gateway: Int64 = 3_000_000) -> Scenario {
        var scenario = Scenario()
        scenario.answers["gateway"] = { _ in 3_000_000 }
        scenario.answers["gateway.download"] = { _ in gateway }
        scenario.answers["gateway.upload"] = { _ in gateway }
        scenario.answers["internet.download"] = { _ in 10_000_000 + download * 1_000_000 }
        scenario.answers["internet.upload"] = { _ in 10_000_000 + upload * 1_000_000 }
        return scenario
    }

    @Test(arguments: [
        (4, 1, "A+"), (5, 1, "A"), (29, 1, "A"), (30, 1, "B"), (60, 1, "C"), (1, 200, "D"), (1, 400, "F"), (0, 0, "A+"),
    ])
    func `the grade is of the worse direction`(download: Int64, upload: Int64, grade: String) throws {
        #expect(
            run(download: download, upload: upload).verdict(try Scenario.health).grade("bufferbloat")?.grade == grade)
    }

    @Test(
        arguments: [
            (10, 10, 3, "clean", ["ok", "ok", "ok"]), (20, 100, 3, "uplink-queue", ["ok", "at-fault", "ok"]),
            (100, 20, 3, "isp-downstream", ["ok", "ok", "at-fault"]),
            (100, 90, 3, "modem-or-line", ["ok", "suspect", "suspect"]),
            (100, 20, 60, "local-wifi", ["at-fault", "ok", "ok"]),
        ] as [(Int64, Int64, Int64, String, [String])])
    func `each place of the queue can be found`(
        download: Int64, upload: Int64, gateway: Int64, queue: String, rows: [String]
    ) throws {
        let verdict = run(download: download, upload: upload, gateway: gateway * 1_000_000).verdict(try Scenario.health)
        let answer = try #require(verdict.answer("queue"))
        #expect(answer.answer == queue)
        #expect(answer.certain)
        #expect(answer.cannotRuleOut == [])
        #expect(verdict.rows.map(\.answer) == rows)
    }

    @Test func `on a cable the row of the router takes the place of the Wi-Fi`() throws {
        var scenario = run(download: 100, upload: 20, gateway: 60_000_000)
        scenario.link = "ethernet"
        let verdict = scenario.verdict(try Scenario.health)
        #expect(verdict.rows.map(\.answer) == ["ok", "at-fault", "ok"])
        #expect(verdict.answer("router")?.say.contains("cable") == true)
        #expect(verdict.answer("queue")?.say.contains("cable") == true)
    }

    @Test func `without a gateway nobody is blamed out of ignorance`() throws {
        var scenario = run(download: 100, upload: 20)
        scenario.unavailable["gateway"] = "no default gateway"
        let verdict = scenario.verdict(try Scenario.health)
        let queue = try #require(verdict.answer("queue"))
        #expect(queue.answer == "isp-downstream")
        #expect(!queue.certain)
        #expect(queue.cannotRuleOut == ["local-wifi"])
        #expect(verdict.answer("isp")?.answer == "undetermined")
        #expect(verdict.answer("wifi")?.answer == "undetermined")
        #expect(verdict.answer("wifi")?.say.contains("no default gateway") == true)
        #expect(queue.rules.map(\.outcome) == [.notFired, .unknown, .notFired, .notFired, .fired, .notReached])
    }

    @Test func `a last rule does not answer out of ignorance`() throws {
        var scenario = run(download: 100, upload: 90)
        scenario.unavailable["gateway"] = "no default gateway"
        let queue = try #require(scenario.verdict(try Scenario.health).answer("queue"))
        #expect(queue.answer == "undetermined")
        #expect(queue.cannotRuleOut == ["local-wifi", "modem-or-line"])
    }

    @Test(arguments: [(0, "ok"), (1, "suspect"), (2, "at-fault")])
    func `one lost packet convicts nobody, two of twenty do`(lost: Int, isp: String) throws {
        var scenario = run(download: 10, upload: 10)
        scenario.answers["internet.idle"] = { $0 > 0 && $0 <= lost ? nil : 10_000_000 }
        let verdict = scenario.verdict(try Scenario.health)
        #expect(verdict.answer("isp")?.answer == isp)
        scenario.answers["gateway.idle"] = { $0 == 5 ? nil : 3_000_000 }
        let doubtful = scenario.verdict(try Scenario.health)
        #expect(doubtful.answer("isp")?.answer == (lost == 0 ? "ok" : "suspect"))
        #expect(doubtful.answer("wifi")?.answer == "suspect")
    }

    @Test func `a grade is known when what is missing cannot change it`() throws {
        var scenario = run(download: 450, upload: 10)
        scenario.loads["upload"]?.refused = true
        let grade = try #require(scenario.verdict(try Scenario.health).grade("bufferbloat"))
        #expect(grade.grade == "F")
        #expect(grade.margin == nil)
        scenario = run(download: 100, upload: 10)
        scenario.loads["upload"]?.refused = true
        let open = try #require(scenario.verdict(try Scenario.health).grade("bufferbloat"))
        #expect(open.grade == nil)
        #expect(open.atBest == "C")
        let clean = try #require(
            scenario.verdict(try Scenario.health).answer("queue")?.rules.first { $0.answer == "clean" })
        #expect(clean.finding.truth == .no)
    }

    @Test func `a cellular link has its own steps and no local link to judge`() throws {
        var scenario = run(download: 10, upload: 10)
        scenario.plan.vars = [Variable(name: "link", value: .string("cellular"))]
        scenario.unavailable["gateway"] = "no default gateway"
        scenario.loads["download"]?.bytesPerTick = 250_000
        let score = try #require(scenario.verdict(try Scenario.health).score)
        #expect(score.components.map(\.atLeast) == [30, 20, 20, 13, 10])
        #expect(score.score == 93)
    }

    @Test(arguments: [(1, 14), (2, 0)])
    func `idle loss costs six points, a tenth of it all of them`(lost: Int, points: Int) throws {
        var scenario = run(download: 10, upload: 10)
        scenario.answers["internet.idle"] = { $0 > 0 && $0 <= lost ? nil : 10_000_000 }
        let score = try #require(scenario.verdict(try Scenario.health).score)
        #expect(score.components[2].atLeast == points)
        #expect(score.components[2].atMost == points)
    }

    @Test func `what hangs only on an optional probe does not make a run incomplete`() throws {
        var scenario = run(download: 10, upload: 10)
        scenario.unavailable["gateway"] = "no default gateway"
        #expect(scenario.verdict(try Scenario.health).isIncomplete)
        scenario.plan.probes[0].optional = true
        let verdict = scenario.verdict(try Scenario.health)
        #expect(!verdict.isIncomplete)
        #expect(verdict.score?.score == nil)
    }

    @Test func `a busy baseline makes the culprit uncertain and is said`() throws {
        var scenario = run(download: 100, upload: 20)
        scenario.selfCheck = { at in
            let counted = at.nanoseconds / 1_000_000_000 * 1_000_000
            return SelfCheck(
                at: at, ownCPU: .milliseconds(20), machineBusy: .milliseconds(100), timerLateP99: .microseconds(200),
                interfaceReceived: counted, interfaceSent: 0, localDrops: 0)
        }
        let verdict = scenario.verdict(try Scenario.health)
        #expect(verdict.answer("queue")?.answer == "isp-downstream")
        #expect(verdict.answer("queue")?.certain == false)
        #expect(
            verdict.notes.contains { $0.hasPrefix("Other traffic ran during baseline (8.0 Mbit/s in, 0 bit/s out)") })
    }

    @Test func `this host's own faults are said`() throws {
        var scenario = Scenario()
        scenario.selfCheck = { at in
            SelfCheck(
                at: at, ownCPU: .seconds(1), machineBusy: .milliseconds(1_900), timerLateP99: .milliseconds(12),
                interfaceReceived: nil, interfaceSent: nil, localDrops: 3)
        }
        scenario.extra = [.event(EventRecord(at: .start, event: "suspended", reason: "3 s"))]
        let notes = scenario.verdict(nil).notes
        #expect(notes.contains { $0.hasPrefix("This host was busy: 95 %") })
        #expect(notes.contains { $0.hasPrefix("Probes left up to 12.0 ms late") })
        #expect(notes.contains { $0.hasPrefix("This host dropped 3 replies") })
        #expect(notes.contains("This host was suspended once during the run."))
    }

    @Test func `an expectation passes, fails or is unknown, with what was observed`() throws {
        var scenario = run(download: 100, upload: 20)
        scenario.plan.expect = [
            "internet.idle.loss < 2%", "grade.bufferbloat >= 'B'", "internet.idle.rtt.p99 < 1s",
            "verdict.queue == 'clean'",
            "download_rise < 120ms",
        ]
        let verdict = scenario.verdict(try Scenario.health)
        #expect(verdict.expectations.map(\.truth) == [.yes, .no, .unknown, .no, .yes])
        #expect(verdict.failedExpectations.count == 2)
        let first = try #require(verdict.json["expectations"]?.array?.first)
        #expect(first["result"] == .string("pass"))
        #expect(first["observed"] == .string("0 %"))
        #expect(first["n"] == .integer(10))
    }

    @Test func `a condition is evaluated over what was recorded so far`() throws {
        var observations = Observations(plan: Scenario.healthPlan)
        for (index, record) in Scenario().records.enumerated() {
            if case .phase(let change) = record, change.phase == "baseline" { break }
            observations.add(record, line: index + 1)
        }
        #expect(Judge.evaluate(condition: "internet.idle.loss < 2%", over: observations).truth == .yes)
        #expect(Judge.evaluate(condition: "internet.idle.loss > 2%", over: observations).truth == .no)
        let later = Judge.evaluate(condition: "internet.baseline.loss < 2%", over: observations)
        #expect(later.truth == .unknown)
        #expect(later.reason == "internet.baseline.loss: the phase never ran")
    }

    @Test func `the verdict is the same bytes every time and reads back`() throws {
        let scenario = StoryTests.refused
        let text = scenario.verdict(try Scenario.health).json.canonicalText
        #expect(text == scenario.verdict(try RulesDocument(resolved: try Scenario.health.json)).json.canonicalText)
        #expect(text.hasPrefix(#"{"judge":1,"plan":"health","outcome":"complete","#))
        #expect(!text.contains("inf") && !text.contains("nan"))
        let again = try JSONReader.read(SourceText(name: "v", text: text))
        #expect(again.plain.canonicalText == text)
    }
}
