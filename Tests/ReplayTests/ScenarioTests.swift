import Foundation
import LinecheckCapture
import LinecheckReplay
import TestSupport
import Testing

/// Captures that are kept with their story and their verdict: `fixtures/scenarios/<what-happened>/`.
@Suite struct ScenarioTests {
    static let names: [String] = {
        let all = try? FileManager.default.contentsOfDirectory(atPath: Repository.scenarios.path)
        return (all ?? []).filter { !$0.hasPrefix(".") && !$0.hasSuffix(".md") }.sorted()
    }()

    private func text(_ scenario: String, _ name: String) -> String? {
        try? String(contentsOf: Repository.scenarios.appending(path: "\(scenario)/\(name)"), encoding: .utf8)
    }

    @Test(arguments: names)
    func `a scenario replays to the verdict that is kept with it, byte for byte`(name: String) throws {
        let outcome = try ScenarioOutcome(path: Repository.scenarios.path + "/\(name)/capture.jsonl")
        #expect(outcome.difference == nil)
        #expect(outcome.damage == text(name, "damage.txt"))
        let expected = text(name, "verdict.json")
        if outcome.verdict != expected {
            let difference = ReplayDifference(texts: expected, outcome.verdict, file: "verdict.json")
            Issue.record("\(difference.text); `linecheck replay --record` takes it as it is now")
        }
    }

    @Test(arguments: names)
    func `its story is three lines`(name: String) {
        let lines = text(name, "story.md")?.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines?.count == 4)
        #expect(lines?.last == "")
        #expect(lines?.dropLast().allSatisfy { !$0.isEmpty } == true)
    }

    @Test(arguments: names)
    func `it says what is expected of it`(name: String) {
        #expect(text(name, "verdict.json") != nil || text(name, "damage.txt") != nil)
    }

    @Test func `the corpus has at least thirty scenarios, and every simulated one is in it`() {
        #expect(Self.names.count >= 30)
        #expect(Set(SimulatedStory.all.map(\.name)).subtracting(Self.names).isEmpty)
        #expect(SimulatedStory.all.count == Set(SimulatedStory.all.map(\.name)).count)
    }

    @Test func `every kind of damage that a file can have is in it`() throws {
        var kinds: Set<Damage.Kind> = []
        for name in Self.names where text(name, "damage.txt") != nil {
            do {
                let capture = try CaptureReplay.load(path: Repository.scenarios.path + "/\(name)/capture.jsonl")
                kinds.formUnion(capture.damages.map(\.kind))
            } catch let damage as Damage {
                kinds.insert(damage.kind)
            }
        }
        // What the system could not read is no matter of the file's bytes.
        #expect(Set(Damage.Kind.allCases).subtracting(kinds) == [.unreadable])
    }

    @Test(arguments: names)
    func `it is small enough to be kept`(name: String) throws {
        let path = Repository.scenarios.path + "/\(name)/capture.jsonl"
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(size < 400_000)
    }

    /// *skipped, because* it rewrites the fixtures: `LINECHECK_SIMULATE=all` or one scenario's name asks for it.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["LINECHECK_SIMULATE"] != nil))
    func `the simulated scenarios are written anew`() throws {
        let wanted = ProcessInfo.processInfo.environment["LINECHECK_SIMULATE"]
        for story in SimulatedStory.all where wanted == "all" || wanted == story.name {
            let folder = Repository.scenarios.appending(path: story.name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(try story.capture()).write(to: folder.appending(path: "capture.jsonl"))
            try Data((story.told.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "story.md"))
        }
    }
}
