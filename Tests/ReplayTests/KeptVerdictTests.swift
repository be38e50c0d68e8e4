import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckReplay
import TestSupport
import Testing

/// Captures of real runs, kept for good and never edited: what was said of them then is said of them now.
@Suite struct KeptVerdictTests {
    static let paths: [String] = {
        let folder = Repository.root.appending(path: "fixtures/captures").path
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".capture.jsonl") }.sorted().map { folder + "/" + $0 }
    }()

    @Test func `there is one`() { #expect(!Self.paths.isEmpty) }

    @Test(arguments: paths)
    func `a kept run replays to its own verdict by its own rules, byte for byte`(path: String) throws {
        let capture = try CaptureReplay.load(path: path)
        #expect(capture.damages.isEmpty)
        #expect(capture.header.clock == "CLOCK_MONOTONIC")
        let recorded = try #require(capture.recordedVerdict)
        let verdict = capture.judge(rules: capture.rules)
        #expect(capture.difference(from: verdict)?.text == nil)
        #expect(verdict.json.canonicalText == recorded.canonicalText)
    }
}
