import Foundation
import LinecheckBundled
import LinecheckJSON
import LinecheckReplay
import LinecheckReport
import LinecheckRules
import TestSupport
import Testing

@Suite struct RulersTableTests {
    /// The words of a score are the widest of their column, and fold.
    @Test(arguments: ["clean-fibre", "uplink-queue"])
    func `each ruler's line stands before what it looks at`(scenario: String) throws {
        let capture = try CaptureReplay.load(
            path: Repository.scenarios.appending(path: "\(scenario)/capture.jsonl").path)
        let own = try #require(capture.rules)
        let rulers = try BundledFile.rulers.map {
            try RulesReader.read(SourceText(name: $0.name, bytes: $0.bytes))
        }
        let table = RulersTable(
            ([own] + rulers).map { RulersTable.Opinion(rules: $0, verdict: capture.judge(rules: $0)) })
        let rows = try #require(table.json["rulers"]?.array)
        var rest = table.text[...]
        for row in rows {
            let words = ["rules", "subject", "says", "looks_at"].compactMap { row[$0]?.string }
            for word in words.flatMap({ $0.split(separator: " ") }) {
                let place = try #require(
                    rest.firstRange(of: word), "\(word) of \(words[0]) \(words[1]) is out of order")
                rest = rest[place.upperBound...]
            }
        }
        for ruler in rulers { #expect(table.text.contains("\n  \(ruler.citation) "), "\(ruler.citation)") }
    }
}
