import Foundation
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckReplay
import LinecheckReport
import LinecheckRules
import TestSupport
import Testing

/// Which rules, grades and steps captures reach.
@Suite struct CoverageTests {
    private func coverage(of captures: [CaptureReplay], by rules: RulesDocument) throws -> RulesCoverage {
        var all: RulesCoverage?
        for capture in captures {
            let one = RulesCoverage(capture.judge(rules: rules), by: rules)
            if all == nil { all = one } else { all?.add(one) }
        }
        return try #require(all)
    }

    private func line(_ coverage: RulesCoverage, _ subject: String, _ opinion: String) throws -> RulesCoverage.Line {
        try #require(coverage.lines.first { $0.subject == subject && $0.opinion == opinion })
    }

    /// The branch that the story's tool could almost never reach: over captures of refused downloads it is silent.
    @Test func `in ten silent captures isp-downstream is never true, though it can be`() throws {
        let captures = try (1...10).map { seed in
            var story = try #require(SimulatedStory.all.first { $0.name == "story-89-by-raw" })
            story.seed = UInt64(seed)
            story.line.jitter = .microseconds(900)
            return try CaptureReplay.load(bytes: try story.capture(), name: "silent-\(seed)")
        }
        let coverage = try coverage(of: captures, by: try Repository.rules("story"))
        let silent = try line(coverage, "verdict queue", "5 isp-downstream")
        #expect((silent.yes, silent.no, silent.unknown, silent.fired) == (0, 10, 0, 0))
        #expect(coverage.silent.contains(silent))
        #expect(coverage.rules.neverReached.isEmpty)
        let report = CoverageReport(coverage)
        #expect(report.text.contains("verdict queue 5 isp-downstream: false in each"))
        #expect(report.text.contains("these captures did not reach them"))
    }

    @Test func `the corpus reaches every rule, grade, step and rating of health-1`() throws {
        let rules = try #require(try BundledPlans.read("health").rules)
        let captures = ScenarioTests.names.compactMap { name -> CaptureReplay? in
            let capture = try? CaptureReplay.load(path: Repository.scenarios.path + "/\(name)/capture.jsonl")
            return capture?.rules?.name == rules.name ? capture : nil
        }
        let coverage = try coverage(of: captures, by: rules)
        #expect(coverage.captures > 40)
        let silent = coverage.silent.filter { $0.subject != "expected" }.map { "\($0.subject) \($0.opinion)" }
        #expect(silent == [])
    }

    @Test func `a rule that was true and never answered says that an earlier one did`() throws {
        let rules = try RulesReader.read(
            SourceText(
                name: "two",
                text: """
                    { "rules": 1, "name": "two", "version": 1, "verdicts": { "lag": { "title": "Lag", "first_of": [
                      { "is": "any", "when": "internet.baseline.loss >= 0%", "say": "" },
                      { "is": "none", "when": "internet.baseline.loss < 50%", "say": "" } ] } } }
                    """))
        let capture = try CaptureReplay.load(path: Repository.scenarios.path + "/clean-fibre/capture.jsonl")
        let coverage = try coverage(of: [capture], by: rules)
        #expect(CoverageReport(coverage).text.contains("verdict lag 2 none: true in 1, where an earlier rule answered"))
        let report = CoverageReport(coverage)
        #expect(report.text.contains("proved: these can never be reached"))
        #expect(report.json["never_reached"]?.array?.count == 1)
    }

    @Test func `what is unknown counts as neither`() throws {
        let capture = try CaptureReplay.load(path: Repository.scenarios.path + "/silent-403/capture.jsonl")
        let rules = try #require(capture.rules)
        let coverage = try coverage(of: [capture], by: rules)
        let grade = try line(coverage, "grade bufferbloat", "A+")
        #expect((grade.yes, grade.no, grade.unknown) == (0, 0, 1))
        let rating = try line(coverage, "rating", "Poor")
        #expect((rating.yes, rating.no, rating.unknown) == (0, 1, 0))
    }
}
