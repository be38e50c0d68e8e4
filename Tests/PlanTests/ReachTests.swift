import LinecheckJSON
import LinecheckPlan
import Testing

/// Phases that no run reaches, told from the bounds of what can be measured.
@Suite struct ReachTests {
    /// The warnings of a plan of two phases, `first` and `second`, the second with this condition.
    private func warnings(
        when condition: String, vars: String = "{}", expect: String = "", first: String = ""
    ) throws -> [String] {
        let text = """
            {
              "plan": 1, "name": "example", "vars": \(vars),
              "probes": { "near": { "type": "ping", "target": "127.0.0.1" } },
              "throughout": ["near"],
              "phases": [
                { "name": "first", "duration": "5s"\(first) },
                { "name": "second", "duration": "5s", "when": "\(condition)" }
              ],
              "expect": [\(expect)]
            }
            """
        let none: SourceFinder = { name, _ in .failure(SourceNotFound("there is no \(name)")) }
        let read = try PlanReader(findPlan: none, findRules: none).read(SourceText(name: "plan.json", text: text))
        return read.warnings.map { "\($0.code): \($0.message)" }
    }

    @Test(arguments: [
        "near.first.loss < 50%", "near.first.rtt.p50 > 0ms or near.second.loss > 1%", "vars.wanted == 'yes'",
        "not measured(near.second.loss)", "near.first.loss <= 100%",
    ])
    func `a phase that some run reaches is not called unreachable`(condition: String) throws {
        let vars = condition.contains("vars.") ? "{ \"wanted\": \"no\" }" : "{}"
        #expect(try warnings(when: condition, vars: vars) == [])
    }

    @Test(arguments: ["near.first.loss > 200%", "near.first.loss > 5% and near.first.loss < 2%", "1ms > 2ms"])
    func `a phase whose condition contradicts itself is never reached`(condition: String) throws {
        #expect(
            try warnings(when: condition) == [
                "unreachable-phase: the phase \"second\" is never reached: its condition is false whatever is measured"
            ])
    }

    @Test func `a phase cannot ask about itself`() throws {
        #expect(
            try warnings(when: "near.second.loss < 50%") == [
                "unreachable-phase: the phase \"second\" is never reached: "
                    + "nothing of \"second\" is measured when its condition is asked"
            ])
    }

    @Test func `what asks about a phase that is never reached is never reached either`() throws {
        let first = ", \"when\": \"near.second.loss > 1%\""
        let found = try warnings(when: "near.first.loss > 1%", expect: "\"near.first.loss < 1%\"", first: first)
        #expect(found.map { $0.prefix { $0 != ":" } } == ["unreachable-phase", "unreachable-phase", "never-holds"])
    }

    @Test func `a condition with a variable in it may be set to hold`() throws {
        #expect(
            try warnings(
                when: "near.first.loss > ${limit}", vars: "{ \"limit\": \"200%\" }",
                expect: "\"near.first.loss > ${limit}\""
            ) == [])
    }

    @Test func `an expectation that nothing can meet is told`() throws {
        #expect(
            try warnings(when: "near.first.loss < 50%", expect: "\"near.first.rtt.p50 < 0ms\"") == [
                "never-holds: no run meets this expectation: there is nothing to measure that makes it true"
            ])
    }
}
