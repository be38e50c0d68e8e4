import Foundation
import LinecheckBundled
import LinecheckJSON
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

private func guide() throws -> String {
    try String(contentsOf: root.appending(path: "plans/README.md"), encoding: .utf8)
}

/// The fenced JSON blocks of the guide, in order.
private func examples() throws -> [String] {
    try guide().components(separatedBy: "```json\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
}

private func find(_ files: [BundledFile]) -> SourceFinder {
    { name, _ in
        files.first { $0.name == name }.map { .success(SourceText(name: name, bytes: $0.bytes)) }
            ?? .failure(SourceNotFound("there is no \(name)"))
    }
}

private var reader: PlanReader {
    PlanReader(findPlan: find(BundledFile.plans), findRules: find(BundledFile.rules))
}

@Suite(.serialized) struct GuideTests {
    @Test func `every plan of the guide is one, without a warning`() throws {
        let plans = try examples()
        #expect(plans.count == 2)
        for text in plans {
            let read = try reader.read(SourceText(name: "guide.json", text: text))
            #expect(read.warnings.map(\.text) == [])
        }
    }

    /// `LINECHECK_RECORD=1 swift test --filter GuideTests` writes the table anew.
    @Test func `each bundled plan has its line in the table`() throws {
        let lines = try BundledFile.plans.map { file in
            let read = try reader.read(SourceText(name: file.name, bytes: file.bytes))
            let seconds = (PlanExplanation(read.plan).duration.nanoseconds + 500_000_000) / 1_000_000_000
            let time = seconds < 3_600 ? "\(seconds) s" : "\(seconds / 3_600) h"
            return
                "| `\(file.name)` | \(try #require(read.plan.title)) | \(time) | `\(try #require(read.rules).citation)` |"
        }
        let head = "| plan | what it tells | takes | judged by |\n|---|---|---|---|\n"
        var text = try guide()
        let start = try #require(text.range(of: head)).upperBound
        let end = try #require(text.range(of: "\n## ", range: start..<text.endIndex)).lowerBound
        if ProcessInfo.processInfo.environment["LINECHECK_RECORD"] != nil {
            text.replaceSubrange(start..<end, with: lines.map { $0 + "\n" }.joined())
            try text.write(to: root.appending(path: "plans/README.md"), atomically: true, encoding: .utf8)
        }
        #expect(text.contains(head + lines.map { $0 + "\n" }.joined() + "\n## "))
    }

    /// `LINECHECK_RECORD=1 swift test --filter GuideTests` writes the reference anew.
    @Test func `the reference is what the tables generate`() throws {
        var text = try guide()
        if ProcessInfo.processInfo.environment["LINECHECK_RECORD"] != nil {
            for (first, reference) in [("a plan", PlanSchema.reference), ("a rules document", RulesSchema.reference)] {
                let start = try #require(text.range(of: "### Keys of \(first)\n")).lowerBound
                let end =
                    text.range(of: "\n\n## ", range: start..<text.endIndex)?.lowerBound
                    ?? text.index(before: text.endIndex)
                text.replaceSubrange(start..<end, with: reference)
            }
            try text.write(to: root.appending(path: "plans/README.md"), atomically: true, encoding: .utf8)
        }
        #expect(text.contains(PlanSchema.reference))
        #expect(text.contains(RulesSchema.reference))
    }

    @Test(arguments: ["plan", "rules"])
    func `the schema in the repository is what the table generates`(name: String) throws {
        let file = try String(contentsOf: root.appending(path: "plans/\(name).schema.json"), encoding: .utf8)
        #expect(file == (name == "plan" ? PlanSchema.json : RulesSchema.json).prettyText() + "\n")
    }
}
