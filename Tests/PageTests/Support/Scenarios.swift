import Foundation
import LinecheckCapture
import LinecheckJudge
import LinecheckPage
import LinecheckReplay
import LinecheckReport
import TestSupport

/// A kept capture, ready to be drawn.
func account(_ scenario: String, offset: UTCOffset = .utc) throws -> RunAccount {
    let file = Repository.scenarios.appending(path: "\(scenario)/capture.jsonl")
    return try account(Array(Data(contentsOf: file)), name: scenario, offset: offset)
}

func account(_ bytes: [UInt8], name: String = "capture", offset: UTCOffset = .utc) throws -> RunAccount {
    var trace = Trace()
    let capture = try CaptureReplay.load(bytes: bytes, name: name, recover: true) { trace.add($0) }
    return RunAccount(
        plan: capture.plan, rules: capture.rules, trace: trace,
        scored: Scored(capture.observations, rules: capture.rules), verdict: capture.judge(rules: capture.rules),
        offset: offset)
}

/// A capture's lines without those that would tell that something in it was changed.
func withoutCheckpoints(_ text: String) -> [UInt8] {
    let lines = text.split(separator: "\n").filter { line in
        !["sync", "end", "verdict"].contains { line.hasPrefix("{\"type\":\"\($0)\"") }
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
}
