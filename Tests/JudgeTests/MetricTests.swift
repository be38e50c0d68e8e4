import LinecheckCapture
import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import Testing

@Suite struct MetricTests {
    @Test func `the first attempt of a sequence is its warm-up, answered or not`() {
        var scenario = Scenario()
        scenario.answers["internet.idle"] = { $0 == 0 ? 900_000_000 : 10_000_000 }
        #expect(scenario.verdict(nil).value("internet.idle.rtt.max") == 10_000_000)
        scenario.answers["internet.idle"] = { $0 == 0 ? nil : 10_000_000 }
        let verdict = scenario.verdict(nil)
        #expect(verdict.value("internet.idle.loss") == 0)
        #expect(verdict.value("internet.idle.sent") == 10)
    }

    @Test func `a span has one warm-up, in the phase where it starts`() {
        let verdict = Scenario().verdict(nil)
        #expect(verdict.value("internet.baseline.sent") == 24)
        #expect(verdict.value("internet.drain.sent") == 10)
    }

    @Test func `a span whose first phase was skipped warms up in the next`() {
        var scenario = Scenario()
        scenario.skipped["baseline"] = "condition false"
        scenario.plan.phases[2].settle = .zero
        let verdict = scenario.verdict(nil)
        #expect(verdict.reason("internet.baseline.loss") == "the phase was skipped: condition false")
        // 10.08 s of 200 ms, the first two sent before `loaded`; the warm-up is one of these.
        #expect(verdict.value("internet.download.sent") == 50)
    }

    @Test func `settle cuts by the send stamp`() {
        // Loaded at 80 ms, settled at 1.08 s, end at 10.08 s: sent at 1.2, 1.4, … 10.0 s.
        #expect(Scenario().verdict(nil).value("internet.download.sent") == 45)
    }

    @Test func `a median that falls on a lost attempt is unmeasured and at least the timeout`() throws {
        var scenario = Scenario()
        scenario.answers["internet.download"] = { $0 % 5 < 3 ? nil : 10_000_000 }
        let verdict = scenario.verdict(nil)
        #expect(verdict.reason("internet.download.rtt.p50") == "the median attempt was lost: 27 of 45")
        guard case .quantity(let reading)? = verdict.metric("internet.download.rtt.p50")?.value else { return }
        #expect(reading.interval == Interval(2e9, .infinity))
        #expect(verdict.value("internet.download.loss") == 600_000)
        #expect(verdict.value("internet.download.rtt.max") == 10_000_000)
    }

    @Test func `pings that vanish only under load are an F, not a blank`() throws {
        var scenario = Scenario()
        scenario.answers["internet.upload"] = { _ in nil }
        let verdict = scenario.verdict(try Scenario.health)
        #expect(verdict.grade("bufferbloat")?.grade == "F")
        #expect(verdict.reason("internet.upload.rtt.p50") == "all 45 attempts were lost")
        #expect(verdict.value("internet.upload.loss") == 1_000_000)
    }

    @Test func `a trimmed mean leaves out the slowest, and a lost attempt is the slowest of all`() {
        var scenario = Scenario()
        scenario.plan.expect = ["internet.baseline.rtt.tm95 < 1s"]
        // 24 scored attempts of 1 … 24 ms; the fastest 22 have a mean of 11.5 ms.
        scenario.answers["internet.baseline"] = { Int64($0) * 1_000_000 }
        #expect(scenario.verdict(nil).value("internet.baseline.rtt.tm95") == 11_500_000)
        scenario.answers["internet.baseline"] = { $0 > 22 ? nil : Int64($0) * 1_000_000 }
        #expect(scenario.verdict(nil).value("internet.baseline.rtt.tm95") == 11_500_000)
        scenario.answers["internet.baseline"] = { $0 > 21 ? nil : Int64($0) * 1_000_000 }
        let verdict = scenario.verdict(nil)
        #expect(verdict.reason("internet.baseline.rtt.tm95") == "1 of the fastest 22 attempts were lost")
        // (1 + … + 21 + 2000) ÷ 22, rounded: the lost one took at least its timeout.
        guard case .quantity(let reading)? = verdict.metric("internet.baseline.rtt.tm95")?.value else { return }
        #expect(reading.interval == Interval(101_409_091, .infinity))
    }

    @Test func `too few attempts say how many are needed`() {
        let verdict = Scenario().verdict(nil)
        #expect(verdict.reason("internet.idle.rtt.p95") == "n = 10, p95 needs 20")
        #expect(verdict.value("internet.idle.rtt.p50") == 10_000_000)
    }

    @Test func `every reason for nothing is told`() {
        var scenario = Scenario()
        scenario.unavailable["gateway"] = "no default gateway"
        scenario.plan.expect = [
            "internet.nowhere.loss < 1%", "nobody.idle.loss < 1%", "internet2.baseline.loss < 1%",
            "download.upload.rate.mean > 1Mbps", "other.upload.rate.mean > 1Mbps", "gateway.idle.loss < 1%",
            "internet.idle.los < 1%",
        ]
        let verdict = scenario.verdict(nil)
        #expect(
            verdict.expectations.map(\.reason) == [
                "internet.nowhere.loss: the plan has no phase \"nowhere\"",
                "nobody.idle.loss: the plan has no probe \"nobody\"",
                "internet2.baseline.loss: the probe does not run in this phase",
                "download.upload.rate.mean: the load does not run in this phase",
                "other.upload.rate.mean: the plan has no load \"other\"", "gateway.idle.loss: no default gateway",
                "\"los\" is not something that is measured",
            ])
        #expect(verdict.expectations.allSatisfy { $0.truth == .unknown })
    }

    @Test func `a phase that never ran says so`() {
        var observations = Observations(plan: Scenario.healthPlan)
        observations.add(.phase(PhaseChange(at: .start, phase: "idle", state: .running)), line: 1)
        let verdict = Judge.judge(observations, rules: nil)
        #expect(verdict.reason("internet.baseline.loss") == "the phase never ran")
        #expect(verdict.outcome == "partial")
        #expect(verdict.measuredNothing)
    }

    func observe(_ outcomes: [Sample.Outcome], extra: [Record] = []) -> Verdict {
        let probe = Probe(name: "p", kind: .tcp, target: "192.0.2.1", port: 443, warmup: 0)
        let plan = Plan(
            name: "x", probes: [probe], phases: [Phase(name: "a", ending: .after(.seconds(5)), probes: [probe])],
            expect: [
                "p.a.local_errors >= 0", "p.a.late >= 0", "p.a.lost >= 0", "p.a.duplicates >= 0",
                "p.a.connect.max < 1ms",
            ])
        var observations = Observations(plan: plan)
        observations.add(.phase(PhaseChange(at: .start, phase: "a", state: .running)), line: 1)
        for (index, outcome) in outcomes.enumerated() {
            let at = RunInstant(nanoseconds: Int64(index) * 200_000_000)
            let connect = outcome == .failed(.synRetransmitted) ? Duration.milliseconds(1_020) : nil
            let sample = Sample(probe: "p", sequence: Int64(index), at: at, outcome: outcome, connect: connect)
            observations.add(.sample(sample), line: index + 2)
        }
        for record in extra { observations.add(record, line: 50) }
        let end = RunInstant(nanoseconds: 5_000_000_000)
        observations.add(.phase(PhaseChange(at: end, phase: "a", state: .completed)), line: 90)
        return Judge.judge(observations, rules: nil)
    }

    let reply = Sample.Outcome.reply(rtt: .milliseconds(10))

    @Test func `a lost SYN is not latency`() {
        let verdict = observe([reply, reply, .failed(.synRetransmitted), reply])
        #expect(verdict.value("p.a.rtt.max") == 10_000_000)
        #expect(verdict.value("p.a.loss") == 250_000)
        #expect(verdict.value("p.a.connect.max") == 1_020_000_000)
    }

    @Test func `what the network refused is lost, what this host could not send is not`() {
        let verdict = observe(Array(repeating: reply, count: 9) + [.failed(.hostUnreachable), .failed(.noBuffer)])
        #expect(verdict.value("p.a.loss") == 100_000)
        #expect(verdict.value("p.a.sent") == 10)
        #expect(verdict.value("p.a.local_errors") == 1)
        #expect(verdict.notes.contains("Attempts of p did not leave this host: no_buffer once."))
    }

    @Test func `what was said instead of a reply is told, attempt by attempt`() {
        let verdict = observe([.failed(.httpStatus), .lost, .failed(.httpStatus), .failed(.connectionReset)])
        #expect(verdict.value("p.a.loss") == 1_000_000)
        #expect(
            verdict.failures == [
                Verdict.Failure(probe: "p", word: .httpStatus, count: 2),
                Verdict.Failure(probe: "p", word: .connectionReset, count: 1),
            ])
        #expect(observe([.lost, reply]).failures.isEmpty)
    }

    @Test func `above a tenth of local errors loss is unmeasured`() {
        let verdict = observe(Array(repeating: reply, count: 8) + [.failed(.noBuffer)])
        #expect(verdict.reason("p.a.loss") == "1 of 9 attempts did not leave this host")
        #expect(verdict.reason("p.a.lost") == "1 of 9 attempts did not leave this host")
        #expect(
            observe([.failed(.permissionDenied)]).reason("p.a.rtt.p50")
                == "no attempt left this host: permission_denied")
        #expect(observe([.failed(.permissionDenied)]).measuredNothing)
        #expect(!observe([.lost]).measuredNothing)
    }

    @Test func `a late reply is lost, counted and said`() {
        let late = StrayReply(
            at: RunInstant(nanoseconds: 2_600_000_000), probe: "p", sequence: 1, rtt: .milliseconds(2_400))
        let verdict = observe([reply, .lost, reply], extra: [.late(late), .duplicate(late)])
        #expect(verdict.value("p.a.lost") == 1)
        #expect(verdict.value("p.a.late") == 1)
        #expect(verdict.value("p.a.duplicates") == 1)
        #expect(
            verdict.notes.contains(
                "One reply from p came after the timeout of 2.0 s and counts as lost: the timeout hides up to 2.4 s."))
    }

    @Test func `samples may come in any order`() {
        var forward = Observations(plan: Scenario.healthPlan)
        var backward = forward
        let records = Scenario().records
        let isSample: (Record) -> Bool = { if case .sample = $0 { true } else { false } }
        for record in records { forward.add(record, line: 1) }
        for record in records where !isSample(record) { backward.add(record, line: 1) }
        for record in records.reversed() where isSample(record) { backward.add(record, line: 1) }
        #expect(Judge.judge(forward, rules: nil).metrics == Judge.judge(backward, rules: nil).metrics)
    }
}
