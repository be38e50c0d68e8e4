import Foundation
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckReplay
import LinecheckReport
import TestSupport
import Testing

/// How sure kept verdicts are.
@Suite struct ConfidenceTests {
    private func confidence(_ scenario: String, resamples: Int = 200, seed: UInt64 = 1) throws -> Confidence {
        let capture = try CaptureReplay.load(path: Repository.scenarios.path + "/\(scenario)/capture.jsonl")
        return Confidence(capture.observations, rules: capture.rules, resamples: resamples, seed: seed)
    }

    private func shares(_ confidence: Confidence, _ subject: String) -> [String: Int] {
        let shares = confidence.opinions.first { $0.subject == subject }?.shares ?? []
        return Dictionary(uniqueKeysWithValues: shares.map { ($0.word, $0.count) })
    }

    private func range(_ confidence: Confidence, _ metric: String) throws -> Confidence.Range {
        try #require(confidence.metrics.first { $0.name == metric })
    }

    @Test func `the same capture and seed give the same draws, another seed others`() throws {
        #expect(try confidence("uplink-queue") == confidence("uplink-queue"))
        #expect(try confidence("uplink-queue").metrics != confidence("uplink-queue", seed: 2).metrics)
    }

    @Test func `a clear case is clear in every draw`() throws {
        let confidence = try confidence("clean-fibre")
        #expect(shares(confidence, "grade bufferbloat") == ["A+": 200])
        #expect(shares(confidence, "verdict queue") == ["clean": 200])
        #expect(confidence.score == 100...100)
    }

    /// 63 ms stand 3 ms above the end of B, and the queue's own saw tooth is wider than that.
    @Test func `a grade near its threshold is not sure`() throws {
        let shares = shares(try confidence("cellular-5g"), "grade bufferbloat")
        #expect((100...195).contains(shares["C"] ?? 0))
        #expect(shares["B", default: 0] + shares["C", default: 0] == 200)
    }

    @Test func `what was not measured is not determined in any draw`() throws {
        let confidence = try confidence("silent-403")
        #expect(shares(confidence, "grade bufferbloat") == ["not determined": 200])
        let range = try range(confidence, "internet.download.rtt.p50")
        #expect((range.value, range.low, range.measured) == (nil, nil, 0))
        #expect(confidence.score == 54...100)
    }

    @Test func `a value lies in its interval, and the interval is not a point`() throws {
        let confidence = try confidence("weak-wifi")
        for name in ["internet.download.rtt.p50", "gateway.idle.rtt.p50", "download_rise", "gateway.idle.jitter"] {
            let range = try range(confidence, name)
            let (value, low, high) = try (#require(range.value), #require(range.low), #require(range.high))
            #expect(low < high && low <= value && value <= high, "\(name)")
        }
    }

    @Test func `a queue's samples hang together, so their blocks are longer than those of noise`() throws {
        let story = SimulatedStory.all.first { $0.name == "isp-downstream-queue" }
        var changed = try #require(story)
        changed.settings = [("streams", "2"), ("load", "20s")]
        let capture = try CaptureReplay.load(bytes: try changed.capture(), name: "queue")
        let confidence = Confidence(capture.observations, rules: capture.rules, resamples: 1)
        let lengths = Dictionary(uniqueKeysWithValues: confidence.blocks.map { ($0.phase, $0.length) })
        #expect(try #require(lengths["download"]) > (try #require(lengths["baseline"])))
    }

    @Test func `loads are as they were`() throws {
        let range = try range(try confidence("uplink-queue"), "download.download.rate.mean")
        #expect(range.low == range.value && range.high == range.value)
    }

    @Test func `what no draw can tell stands beside the shares`() throws {
        let capture = try CaptureReplay.load(path: Repository.scenarios.path + "/lab-loss-suspects/capture.jsonl")
        let verdict = capture.judge(rules: capture.rules)
        let report = ConfidenceReport(try confidence("lab-loss-suspects"), of: verdict)
        let doubt = try #require(verdict.answers.first { $0.name == "queue" }?.doubt)
        #expect(report.json["doubts"]?["verdict queue"]?.string == doubt)
        #expect(report.text.contains("beyond the draws\n  verdict queue  A load that fills the line further could"))
    }

    /// A seed and a thousand draws are what the command takes: these bytes must not move from machine to machine.
    @Test func `a thousand draws say the same today as when this was written`() throws {
        let capture = try CaptureReplay.load(path: Repository.scenarios.path + "/cellular-5g/capture.jsonl")
        let report = ConfidenceReport(
            try confidence("cellular-5g", resamples: 1_000), of: capture.judge(rules: capture.rules))
        let opinions = try #require(report.json["opinions"])
        #expect(opinions["grade bufferbloat"]?.canonicalText == #"{"C":884,"B":116}"#)
        #expect(report.text.hasPrefix("1000 draws of the scored attempts"))
        #expect(report.text.contains("grade bufferbloat  C "))
    }
}
