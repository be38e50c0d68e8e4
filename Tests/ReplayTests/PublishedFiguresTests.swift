import Foundation
import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan
import LinecheckReplay
import TestSupport
import Testing

/// The figures that the story and its later run are known by, as the kept captures give them.
@Suite struct PublishedFiguresTests {
    private func verdict(_ scenario: String) throws -> Verdict {
        let path = Repository.scenarios.path + "/\(scenario)/capture.jsonl"
        let capture = try CaptureReplay.load(path: path)
        return capture.judge(rules: capture.rules)
    }

    private func value(_ verdict: Verdict, _ name: String) -> Double? {
        guard case .quantity(let reading)? = verdict.metrics.first(where: { $0.name == name })?.value else {
            return nil
        }
        return reading.value
    }

    @Test func `the story's rules give its line 89 points`() throws {
        let verdict = try verdict("story-89-by-raw")
        #expect(verdict.score?.score == 89)
        #expect(verdict.score?.rating == "Excellent")
        #expect(verdict.score?.components.map(\.atLeast) == [35, 20, 20, 4, 10])
        #expect(verdict.grades.first?.grade == "A+")
        #expect(verdict.loads.first?.phases.first?.bytes == 1)
    }

    @Test func `by the laws the same refusal has no grade and 54 to 100 points`() throws {
        let verdict = try verdict("silent-403")
        #expect(verdict.score?.score == nil)
        #expect(verdict.score?.rating == nil)
        #expect((verdict.score?.atLeast, verdict.score?.atMost) == (54, 100))
        #expect(verdict.grades.first?.grade == nil)
        #expect(verdict.loads.first?.reason == "load not achieved: HTTP 403 from speed.cloudflare.com (1 byte)")
        #expect(verdict.answers.allSatisfy { !$0.certain })
    }

    @Test func `judged by our rules the capture of the 89 gives the same 54 to 100`() throws {
        let capture = try CaptureReplay.load(path: Repository.scenarios.path + "/story-89-by-raw/capture.jsonl")
        let score = capture.judge(rules: try BundledPlans.read("health").rules).score
        #expect((score?.atLeast, score?.atMost) == (54, 100))
    }

    @Test func `the later run has 95 points`() throws {
        let verdict = try verdict("later-run-95")
        #expect(verdict.score?.score == 95)
        #expect(verdict.score?.components.map(\.atLeast) == [30, 20, 20, 15, 10])
        #expect(verdict.grades.first?.grade == "A")
        #expect(value(verdict, "internet.idle.rtt.p50") == 14_000_000)
        #expect(value(verdict, "internet.idle.jitter") == 1_000_000)
        #expect(value(verdict, "internet.idle.loss") == 0)
        let rates = ["download.download.rate.mean", "upload.upload.rate.mean"].map { value(verdict, $0) ?? 0 }
        #expect(rates.map { ($0 / 1e5).rounded() / 10 } == [447.5, 68.4])
        #expect(((value(verdict, "download_rise") ?? 0) / 1e6).rounded() == 14)
    }

    @Test func `one cable line is A, B, C and F`() throws {
        let grade = try #require(try verdict("cable-line-a-b-c-f").grades.first)
        #expect([grade.grade] + grade.neighbours.map(\.reading.grade) == ["A", "B", "C", "F"])
    }
}
