import LinecheckCapture
import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import Testing

@Suite struct LoadValidityTests {
    func reason(_ story: Scenario.LoadStory, _ change: (inout Scenario) -> Void = { _ in }) -> String? {
        var scenario = Scenario()
        scenario.loads["download"] = story
        change(&scenario)
        let verdict = scenario.verdict(nil)
        #expect(verdict.loads[0].isValid == (verdict.loads[0].reason == nil))
        return verdict.loads[0].reason
    }

    @Test func `a load that moves all the time on all streams is valid`() {
        #expect(reason(.init(bytesPerTick: 4_000)) == nil)
    }

    @Test func `a refused request is no load`() {
        #expect(
            reason(.init(bytesPerTick: 0, refused: true)) == "load not achieved: HTTP 403 from speed.example (1 byte)")
    }

    @Test func `one refused request among many spoils the load`() {
        let answer = StreamEvent(
            at: RunInstant(nanoseconds: 15_000_000_000), load: "download", stream: 1, step: .response, status: 503,
            host: "speed.example", bytes: 17)
        // Played after the upload began, the answer belongs to no phase of the download.
        #expect(reason(.init(bytesPerTick: 4_000)) { $0.extra = [.stream(answer)] } == nil)
        #expect(
            reason(.init(bytesPerTick: 4_000)) { scenario in
                scenario.plan.phases.removeLast(2)
                scenario.extra = [.stream(answer)]
            } == "load not achieved: HTTP 503 from speed.example (17 bytes)")
    }

    @Test func `a redirect that was followed is no answer`() {
        let redirect = StreamEvent(
            at: RunInstant(nanoseconds: 15_000_000_000), load: "download", stream: 1, step: .response, status: 302,
            location: "http://other.example/", host: "speed.example")
        #expect(
            reason(.init(bytesPerTick: 4_000)) { scenario in
                scenario.plan.phases.removeLast(2)
                scenario.extra = [.stream(redirect)]
            } == nil)
    }

    @Test func `a stream that was given up spoils the load`() {
        #expect(
            reason(.init(bytesPerTick: 4_000, deadAfter: 30))
                == "load not achieved: stream 2 was given up: connection_refused")
    }

    @Test func `no byte at all is told with the time it was given`() {
        #expect(
            reason(.init(bytesPerTick: 0, dead: true))
                == "load not achieved: no byte within 5.0 s (HTTP 200 from speed.example)")
        let event = EventRecord(at: .start, event: "load-failed", subject: "download", reason: "dns_failure")
        #expect(
            reason(.init(bytesPerTick: 0, dead: true)) { scenario in
                scenario.plan.phases.removeLast(2)
                scenario.extra = [.event(event)]
            } == "load not achieved: dns_failure")
    }

    @Test func `fewer bytes than asked for are no load`() {
        #expect(
            reason(.init(bytesPerTick: 400))
                == "load not achieved: 40.0 kB in 10.0 s, at least 100.0 kB are needed (HTTP 200 from speed.example)")
    }

    @Test func `a stream that moved nothing spoils the load`() {
        #expect(
            reason(.init(bytesPerTick: 40_000, idleStreams: 1))
                == "load not achieved: only 3 of 4 streams moved bytes (HTTP 200 from speed.example)")
    }

    @Test(
        arguments: [
            (9, nil), (10, "load not achieved: no byte for 1 s, from 3.0 s on (HTTP 200 from speed.example)"),
            (25, "load not achieved: no byte for 1 s, from 3.0 s on (HTTP 200 from speed.example)"),
        ] as [(Int, String?)])
    func `ten silent ticks in a row spoil the load, nine do not`(ticks: Int, expected: String?) {
        #expect(reason(.init(bytesPerTick: 40_000, silence: 31..<31 + ticks)) == expected)
    }

    @Test func `a phase that a guard ended after half its time counts`() {
        #expect(reason(.init(bytesPerTick: 40_000)) { $0.cutShort["download"] = (50, "guard data-cap") } == nil)
        #expect(
            reason(.init(bytesPerTick: 40_000)) { $0.cutShort["download"] = (49, "guard data-cap") }
                == "cut short after 4.9 s by data-cap")
        #expect(
            reason(.init(bytesPerTick: 40_000)) { $0.cutShort["download"] = (6, "data-cap") }
                == "cut short after 0.6 s by data-cap")
    }

    @Test func `a lost byte record changes no rate`() {
        var scenario = Scenario()
        let whole = scenario.verdict(nil).value("download.download.rate.mean")
        let records = scenario.records.enumerated().filter { index, record in
            if case .bytes(let bytes) = record {
                return bytes.total == 0 || index % 7 != 0 || bytes.total > 130_000_000
            }
            return true
        }.map(\.element)
        var observations = Observations(plan: scenario.plan)
        for (index, record) in records.enumerated() { observations.add(record, line: index + 1) }
        #expect(Judge.judge(observations, rules: nil).value("download.download.rate.mean") == whole)
        scenario.loads["download"]?.bytesPerTick = 8
        #expect(scenario.verdict(nil).value("download.download.rate.mean") == nil)
    }

    @Test func `the end of settle parts the mean rate from the steady one`() throws {
        var scenario = Scenario()
        scenario.loads["download"] = .init(bytesPerTick: 100_000, silence: 1..<6)
        scenario.plan.expect = [
            "download.download.rate.steady == 8Mbps", "download.download.rate.mean == 7.6Mbps",
            "download.download.rate.p90 == 8Mbps", "download.download.rate.min == 0bps",
        ]
        #expect(scenario.verdict(nil).expectations.map(\.truth) == [.yes, .yes, .yes, .yes])
    }
}
