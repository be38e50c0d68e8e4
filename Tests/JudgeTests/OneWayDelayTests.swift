import LinecheckCapture
import LinecheckExpressions
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules
import Testing

/// A plan in which both directions are loaded at once: round trips rise, and only the delays of each direction tell whose
/// queue it is.
@Suite struct OneWayDelayTests {
    private static let echo = Probe(name: "echo", kind: .udp, target: "198.51.100.9", port: 8080, warmup: 0)

    private static let plan = Plan(
        name: "x", probes: [echo],
        phases: [
            Phase(name: "baseline", ending: .after(.seconds(5)), probes: [echo]),
            Phase(name: "both", ending: .after(.seconds(5)), probes: [echo]),
        ])

    /// Clocks that are 40 s apart: `up` is far below zero.
    private func observations(up: Int64, down: Int64, lostUnderLoad: Int = 0) -> Observations {
        var observations = Observations(plan: Self.plan)
        var line = 0
        func add(_ record: Record) {
            line += 1
            observations.add(record, line: line)
        }
        for (index, phase) in ["baseline", "both"].enumerated() {
            let start = Int64(index) * 5_000_000_000
            add(.phase(PhaseChange(at: RunInstant(nanoseconds: start), phase: phase, state: .running)))
            for attempt in 0..<25 {
                let wobble = Int64(attempt % 3) * 100_000
                let (addedUp, addedDown) = index == 0 ? (0, 0) : (up, down)
                let isLost = index == 1 && attempt < lostUnderLoad
                let sample = Sample(
                    probe: "echo", sequence: Int64(index * 25 + attempt),
                    at: RunInstant(nanoseconds: start + Int64(attempt) * 200_000_000),
                    outcome: isLost ? .lost : .reply(rtt: .nanoseconds(20_000_000 + addedUp + addedDown + wobble)),
                    up: isLost ? nil : .nanoseconds(-40_000_000_000 + addedUp + wobble),
                    down: isLost ? nil : .nanoseconds(40_020_000_000 + addedDown))
                add(.sample(sample))
            }
            let end = RunInstant(nanoseconds: start + 5_000_000_000)
            add(.phase(PhaseChange(at: end, phase: phase, state: .completed)))
        }
        add(.end(End(at: RunInstant(nanoseconds: 10_000_000_000), wall: "", outcome: .complete, lines: 0)))
        return observations
    }

    private func rules(_ metrics: String, _ more: String) throws -> RulesDocument {
        try RulesReader.read(
            SourceText(
                name: "mine.json",
                text: """
                    { "rules": 1, "name": "mine", "version": 1, "metrics": {
                      "up_rise": "echo.both.owd_up.p50 - echo.baseline.owd_up.p50",
                      "down_rise": "echo.both.owd_down.p50 - echo.baseline.owd_down.p50"\(metrics) }\(more) }
                    """))
    }

    private static let culprit = """
        , "verdicts": { "queue": { "title": "Queue", "first_of": [
          { "is": "clean", "when": "up_rise < 30ms and down_rise < 30ms", "say": "None." },
          { "is": "up", "when": "up_rise >= 2 * down_rise", "say": "Up." },
          { "is": "down", "when": "down_rise >= 2 * up_rise", "say": "Down." },
          { "is": "both", "say": "Both." } ] } }
        """

    @Test(arguments: [
        (Int64(120), Int64(3), "up"), (3, 120, "down"), (100, 90, "both"), (4, 5, "clean"),
    ])
    func `with both directions loaded at once the delays of each name the culprit`(
        up: Int64, down: Int64, culprit: String
    ) throws {
        let verdict = Judge.judge(
            observations(up: up * 1_000_000, down: down * 1_000_000), rules: try rules("", Self.culprit))
        #expect(verdict.answers.first?.answer == culprit && verdict.answers.first?.certain == true)
    }

    @Test func `what is lost under load convicts nobody and acquits nobody`() throws {
        let verdict = Judge.judge(
            observations(up: 120_000_000, down: 0, lostUnderLoad: 20), rules: try rules("", Self.culprit))
        #expect(verdict.answers.first?.answer == "undetermined")
    }

    // MARK: - Optional probes

    @Test func `what asks for an optional probe that a plan lacks is left out of metrics, evidence and notes`() throws {
        let text = """
            , "optional": ["echo"], "verdicts": { "queue": { "title": "Queue", "first_of": [
              { "is": "any", "evidence": ["up_rise", "1ms"], "say": "Any." } ] } },
            "notes": [{ "when": "twice > 1ms", "say": "Up." }, { "say": "Always." }]
            """
        let rules = try rules(#", "twice": "2 * up_rise""#, text)
        let fitted = rules.fitting(probes: ["internet"])
        #expect(fitted.metrics.isEmpty)
        #expect(fitted.verdicts[0].rules[0].evidence.map(\.text) == ["1ms"])
        #expect(fitted.notes.map(\.say) == ["Always."])
        #expect(rules.fitting(probes: ["echo"]) == rules)
        // As a capture embeds it, nothing is left out: it is judged with its own plan.
        #expect(try RulesDocument(resolved: rules.json) == rules)
        #expect(rules.problems(against: MetricSources(probes: [], loads: [], phases: [])).isEmpty)
        #expect(rules.problems(against: MetricSources(probes: ["echo"], loads: [], phases: [])).count == 4)
    }

    @Test(arguments: [
        Self.culprit,
        #", "grades": { "g": { "of": "up_rise", "scale": [{ "grade": "A", "below": "5ms" }, { "grade": "F" }] } }"#,
    ])
    func `an answer or a grade must not hang on a probe that may be left out`(more: String) {
        let problems = #expect(throws: Problems.self) { try rules("", more + #", "optional": ["echo"]"#) }
        #expect(problems?.list.allSatisfy { $0.code == "optional-in-rule" } == true)
    }

    @Test func `bufferbloat shows the delays of both directions when its plan has the echo`() throws {
        let bufferbloat = try Scenario.rules("plans/rules/bufferbloat-1.json")
        var scenario = Scenario()
        let without = scenario.verdict(bufferbloat)
        #expect(!without.metrics.contains { $0.name.hasPrefix("owd_") })
        scenario.plan.probes.append(Self.echo)
        scenario.plan.spans.append(ProbeSpan(probe: "echo", from: "baseline", to: "upload"))
        let with = scenario.verdict(bufferbloat)
        #expect(with.metrics.map(\.name).contains("owd_up_rise"))
        #expect(with.answers.map(\.answer) == without.answers.map(\.answer))
        #expect(with.grades.map(\.grade) == without.grades.map(\.grade))
    }
}
