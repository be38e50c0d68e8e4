import Foundation
import LinecheckCapture
import LinecheckJudge
import LinecheckReplay
import LinecheckReport
import TestSupport
import Testing

@Suite struct RecoveriesTests {
    @Test func `a queue that drains is told in seconds, one that does not as such`() throws {
        // The upload's queue of a second needs 1.2 s, four samples of the recovery phase.
        let text = try report("old-dsl-with-seconds-of-queue")
        #expect(text.contains("  internet in recovery  after 1.2 s"), "\(text)")
    }

    private func report(_ scenario: String) throws -> String {
        let path = Repository.scenarios.appending(path: "\(scenario)/capture.jsonl").path
        let replay = try CaptureReplay.load(path: path)
        return TextReport(replay.judge(rules: replay.rules)).text
    }
}
