import Foundation
import LinecheckExpressions
import LinecheckJSON
import LinecheckRules
import Testing

@Suite struct BundledRulesTests {
    static func source(_ path: String) throws -> SourceText {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return SourceText(name: path, bytes: Array(try Data(contentsOf: root.appending(path: path))))
    }

    static let paths =
        [
            "bufferbloat", "health", "quick", "call", "soak", "wifi", "compare-families", "dslreports", "libreqos",
            "rpm-from-ping", "cloudflare-aim-streaming",
            "cloudflare-aim-gaming", "cloudflare-aim-calls",
        ].map { "plans/rules/\($0)-1.json" } + ["fixtures/rules/story.json"]

    @Test(arguments: paths)
    func `rules that come with the program read without an error`(path: String) throws {
        do {
            _ = try RulesReader.read(try Self.source(path))
        } catch let problems as Problems {
            Issue.record("\(problems.text)")
        }
    }

    @Test(arguments: paths.dropLast())
    func `rules that come with the program never turn absence into a value`(path: String) throws {
        #expect(try RulesReader.read(try Self.source(path)).warnings.isEmpty)
    }

    @Test(arguments: paths)
    func `the canonical form reads back as the same rules`(path: String) throws {
        let rules = try RulesReader.read(try Self.source(path))
        let again = try RulesDocument(resolved: rules.json)
        #expect(again.json.canonicalText == rules.json.canonicalText)
    }

    @Test func `health's points add up to a hundred`() throws {
        let rules = try RulesReader.read(try Self.source("plans/rules/health-1.json"))
        #expect(rules.score?.most == 100)
        #expect(rules.citation == "health-1")
    }

    @Test func `health names only probes, loads and phases of its plan`() throws {
        let rules = try RulesReader.read(try Self.source("plans/rules/health-1.json"))
        let plan = MetricSources(
            probes: ["gateway", "internet", "internet2", "tcp"], loads: ["download", "upload"],
            phases: ["idle", "baseline", "download", "drain", "upload", "recovery"])
        #expect(rules.problems(against: plan).isEmpty)
    }

    @Test func `rules that name what a plan does not have say so, in their own file`() throws {
        let rules = try RulesReader.read(try Self.source("plans/rules/bufferbloat-1.json"))
        let plan = MetricSources(
            probes: ["internet"], loads: ["download", "upload"], phases: ["baseline", "download", "upload"])
        let problems = rules.problems(against: plan)
        #expect(problems.allSatisfy { $0.severity == .warning && $0.message == "there is no probe \"gateway\"" })
        #expect(problems.count == 4)
        #expect(problems.first?.line == 18)
    }
}
