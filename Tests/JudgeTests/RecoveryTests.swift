import LinecheckCapture
import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities
import Testing

@testable import LinecheckJudge

@Suite struct RecoveryTests {
    private static let second: Int64 = 1_000_000_000

    /// Attempts every 200 ms after the end of the load, by their round trips in ms; nil: lost.
    private func metric(_ times: [Int64?]) -> Metric {
        Recovery(
            attempts: times.enumerated().map { (Int64($0.offset) * 200_000_000, $0.element.map { $0 * 1_000_000 }) },
            baseline: 20_000_000
        ).metric
    }

    @Test func `a line that is idle at once has recovered at once`() {
        #expect(
            metric([20, 25, 24, 22]) == .measured(0, n: 4), "5 ms above the baseline are allowed, to the nanosecond")
        #expect(metric([26, 20, 20, 20]) == .measured(200_000_000, n: 4))
    }

    @Test func `one quick reply between packets of a draining queue is no recovery`() {
        #expect(metric([90, 20, 80, 20, 20, 70, 20, 20, 20]) == .measured(1_200_000_000, n: 9))
    }

    @Test func `a lost attempt is slower than every answered one`() {
        #expect(metric([nil, 20, 20, nil, 20, 20, 20]) == .measured(800_000_000, n: 7))
    }

    @Test func `not recovered within the phase is a value of its own, with the least it can be`() {
        #expect(
            metric([90, 80, 70, 60]) == .unmeasured("not recovered within the phase", Interval(600_000_000, .infinity)))
        // It may have recovered with the last two, but that cannot be told.
        #expect(
            metric([90, 80, 20, 20]) == .unmeasured("not recovered within the phase", Interval(200_000_000, .infinity)))
    }

    @Test func `two attempts are too few to tell`() {
        #expect(metric([20, 20]) == .unmeasured("n = 2, recovery needs 3", .notNegative))
    }

    // MARK: - In a run

    private func scenario() -> Scenario {
        var scenario = Scenario()
        // A queue of 2 s at the download's end that drains in a second: 200 ms less with each ping.
        scenario.answers["internet.drain"] = { $0 < 5 ? 1_000_000_000 - Int64($0) * 200_000_000 : 14_000_000 }
        return scenario
    }

    private func reading(_ verdict: Verdict, _ name: String) throws -> Reading {
        let metric = try #require(verdict.metrics.first { $0.name == name })
        guard case .quantity(let reading) = metric.value else { throw Unfit() }
        return reading
    }

    private struct Unfit: Error {}

    @Test func `it is told of each probe in each phase after a load, and of no other`() throws {
        let verdict = scenario().verdict(nil)
        let names = verdict.metrics.map(\.name).filter { $0.hasSuffix(".recovery") }
        #expect(names == ["gateway.drain.recovery", "internet.drain.recovery"])
        #expect(try reading(verdict, "gateway.drain.recovery").value == 0)
        let value = try #require(try reading(verdict, "internet.drain.recovery").value)
        #expect(value >= 800_000_000 && value <= 1_200_000_000)
    }

    @Test func `what follows a load that did not load is not measured`() throws {
        var scenario = scenario()
        scenario.loads["download"]?.refused = true
        let reading = try reading(scenario.verdict(nil), "internet.drain.recovery")
        #expect(reading.value == nil)
        #expect(reading.missing.first?.reason.hasPrefix("load not achieved: HTTP 403") == true)
    }

    @Test func `without a baseline there is nothing to come back to`() throws {
        var scenario = scenario()
        scenario.answers["internet.baseline"] = { _ in nil }
        let reading = try reading(scenario.verdict(nil), "internet.drain.recovery")
        #expect(reading.value == nil && reading.missing.first?.reason.hasPrefix("no baseline: ") == true)
    }

    @Test func `it counts from the last stream's real end`() throws {
        var late = scenario()
        let plain = try #require(try reading(late.verdict(nil), "internet.drain.recovery").value)
        let drain = try #require(
            late.records.compactMap { record -> RunInstant? in
                if case .phase(let change) = record, change.phase == "drain", change.state == .running {
                    change.at
                } else {
                    nil
                }
            }.first)
        // One stream went on for 300 ms after the phase.
        late.extra = [
            .stream(StreamEvent(at: drain + .milliseconds(300), load: "download", stream: 0, step: .end))
        ]
        let shorter = try #require(try reading(late.verdict(nil), "internet.drain.recovery").value)
        #expect(shorter == plain - 300_000_000)
    }
}
