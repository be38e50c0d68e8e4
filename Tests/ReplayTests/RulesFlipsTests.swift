import Foundation
import LinecheckJSON
import LinecheckReplay
import LinecheckReport
import LinecheckRules
import TestSupport
import Testing

/// What other rules say of kept captures.
@Suite struct RulesFlipsTests {
    /// `health-1` with an A that ends at 20 ms, and a first wrong that convicts the provider.
    private static func stricter(_ old: RulesDocument) throws -> RulesDocument {
        var text = old.json.prettyText()
        text.replace("\"below\": \"30ms\"", with: "\"below\": \"20ms\"", maxReplacements: 1)
        text.replace("upload_rise >= 2 * download_rise", with: "upload_rise >= 20 * download_rise")
        return try RulesDocument(resolved: try JSONReader.read(SourceText(name: "stricter", text: text)).plain)
    }

    private func entry(_ scenario: String) throws -> (entry: RulesFlips.Entry, rules: RulesDocument) {
        let capture = try CaptureReplay.load(path: Repository.scenarios.path + "/\(scenario)/capture.jsonl")
        let old = try #require(capture.rules)
        let rules = try Self.stricter(old)
        let verdict = capture.judge(rules: rules)
        let changes = VerdictChanges(from: capture.judge(rules: old), to: verdict, by: rules)
        return (RulesFlips.Entry(capture: scenario, changes: changes, verdict: verdict), rules)
    }

    private func flip(_ scenario: String, _ subject: String) throws -> VerdictChanges.Change {
        let changes = try entry(scenario).entry.changes.list
        return try #require(changes.first { $0.subject == subject })
    }

    @Test func `a flipped grade says by which metric and how far from the threshold`() throws {
        let change = try flip("replies-come-twice", "grade bufferbloat")
        #expect((change.old, change.new) == ("A", "B"))
        #expect(change.decision?.text == "max(download_rise, upload_rise) is 22.6 ms, 2.6 ms from 20ms")
    }

    @Test func `a flipped verdict says which comparison no longer holds`() throws {
        let change = try flip("uplink-queue", "verdict queue")
        #expect((change.old, change.new) == ("uplink-queue", "modem-or-line"))
        #expect(change.decision?.metric == "upload_rise")
        #expect(change.decision?.threshold == "20 * download_rise")
        #expect(change.decision?.distance != nil)
    }

    @Test func `a flipped score says which component moved`() throws {
        let change = try flip("replies-come-twice", "score")
        #expect((change.old, change.new) == ("92", "84"))
        #expect(change.decision?.text == "component responsiveness is 22 of 35")
    }

    @Test func `what stays has no reason`() throws {
        let change = try flip("clean-fibre", "grade bufferbloat")
        #expect(!change.isFlip)
        #expect(change.decision == nil)
    }

    @Test func `the table counts moves and answers, also those that nobody got`() throws {
        let found = try ["replies-come-twice", "uplink-queue", "clean-fibre"].map(entry)
        let flips = RulesFlips(rules: found[0].rules, entries: found.map(\.entry))
        #expect(flips.text.contains("grade bufferbloat  A → B 1, the same 2"))
        #expect(flips.text.contains("grade bufferbloat  A+ 1, A 0, B 1, C 1, D 0, F 0, not determined 0"))
        #expect(flips.text.contains("5 isp-downstream 0, 6 modem-or-line 1, undetermined 0"))
        let moves = flips.json["moves"]?.array?.first { $0["new"]?.string == "B" }
        #expect(moves?["captures"]?.integer == 1)
    }

    @Test func `rulers stand side by side and say why they differ`() throws {
        let capture = try CaptureReplay.load(path: Repository.scenarios.path + "/pings-vanish-under-load/capture.jsonl")
        let rulers = try BundledPlans.rulers
        #expect(rulers.count >= 5)
        let table = RulersTable(
            rulers.map { RulersTable.Opinion(rules: $0, verdict: capture.judge(rules: $0)) })
        let rows = try #require(table.json["rulers"]?.array)
        // The mean of the lucky replies is an A where half of the attempts had none.
        let dslreports = rows.first { $0["rules"]?.string == "dslreports-1" }
        #expect(dslreports?["says"]?.string == "A")
        #expect(Set(rows.compactMap { $0["rules"]?.string }).count == rulers.count)
        #expect(table.text.contains("why they differ"))
    }
}
