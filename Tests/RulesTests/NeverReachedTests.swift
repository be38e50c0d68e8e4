import LinecheckJSON
import LinecheckRules
import Testing

/// The proof of what a rules document can never reach.
@Suite struct NeverReachedTests {
    private func problems(_ path: String) throws -> [String] {
        try RulesReader.read(try BundledRulesTests.source(path)).neverReached.map { "\($0.line): \($0.message)" }
    }

    @Test func `every dead rule is proved dead, and no living one`() throws {
        #expect(
            try problems("fixtures/rules/implied.json") == [
                "13: the grade \"worse than possible\" can never be given: no value of this falls in its step",
                "26: this rule can never fire: whenever it holds, rule 1 (lagging) has answered before",
                "27: this rule can never fire: whenever it holds, rule 1 (lagging) has answered before",
                "29: this rule can never fire: its condition is false whatever is measured",
                "30: this rule can never fire: its condition is false whatever is measured",
                "37: this rule can never fire: its condition is false whatever is measured",
                "38: this rule always answers: the rules after it can never fire",
            ])
    }

    @Test(arguments: BundledRulesTests.paths)
    func `everything in the rules that come with the program can be reached`(path: String) throws {
        #expect(try problems(path) == [])
    }

    @Test func `the mark stands under the condition`() throws {
        let rules = try RulesReader.read(try BundledRulesTests.source("fixtures/rules/implied.json"))
        let problem = try #require(rules.neverReached.first { $0.line == 26 })
        #expect(problem.code == "rule-never-fires")
        #expect(problem.severity == .warning)
        #expect(problem.text.contains("^^^^"))
    }
}
