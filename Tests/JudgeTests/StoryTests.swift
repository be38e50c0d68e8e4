import LinecheckExpressions
import LinecheckJudge
import LinecheckRules
import Testing

/// The two runs whose numbers are known (overview, "The story behind it").
@Suite struct StoryTests {
    /// The download was refused with one byte; the upload idled at 65.0 Mbit/s.
    static var refused: Scenario {
        var scenario = Scenario()
        scenario.loads["download"] = Scenario.LoadStory(bytesPerTick: 0, refused: true)
        scenario.loads["upload"] = Scenario.LoadStory(bytesPerTick: 812_500)
        scenario.answers["gateway"] = { _ in 3_000_000 }
        scenario.answers["internet"] = { 14_000_000 + Int64($0 % 2) * 1_000_000 }
        return scenario
    }

    @Test func `with raw the refused download still earns 89 and Excellent`() throws {
        let verdict = Self.refused.verdict(try Scenario.rules("fixtures/rules/story.json"))
        let score = try #require(verdict.score)
        #expect(score.components.map(\.atLeast) == [35, 20, 20, 4, 10])
        #expect(score.score == 89)
        #expect(score.rating == "Excellent")
        #expect(verdict.grade("bufferbloat")?.grade == "A+")
    }

    @Test func `with the laws the same run has no score: at least 54, at most 100`() throws {
        let verdict = Self.refused.verdict(try Scenario.health)
        let score = try #require(verdict.score)
        #expect(score.score == nil)
        #expect(score.rating == nil)
        #expect((score.atLeast, score.atMost) == (54, 100))
        let grade = try #require(verdict.grade("bufferbloat"))
        #expect(grade.grade == nil)
        #expect(grade.atBest == nil)
        #expect(verdict.isIncomplete)
        #expect(
            verdict.reason("internet.download.rtt.p50") == "load not achieved: HTTP 403 from speed.example (1 byte)")
        #expect(
            verdict.reason("download.download.rate.mean") == "load not achieved: HTTP 403 from speed.example (1 byte)")
        #expect(verdict.loads.first?.phases.first?.bytes == 1)
        #expect(verdict.answer("queue")?.answer == "undetermined")
    }

    @Test func `the later run of the same line scores 95`() throws {
        var scenario = Scenario()
        scenario.answers["gateway"] = { _ in 3_000_000 }
        scenario.answers["internet.idle"] = { 14_000_000 + Int64($0 % 2) * 1_000_000 }
        scenario.answers["internet.baseline"] = { _ in 14_000_000 }
        scenario.answers["internet.download"] = { _ in 28_000_000 }
        scenario.answers["internet.upload"] = { _ in 20_000_000 }
        let verdict = scenario.verdict(try Scenario.health)
        let score = try #require(verdict.score)
        #expect(score.components.map(\.atLeast) == [30, 20, 20, 15, 10])
        #expect(score.score == 95)
        #expect(score.rating == "Excellent")
        #expect(verdict.value("download_rise") == 14_000_000)
        #expect(verdict.value("internet.idle.jitter") == 1_000_000)
        #expect(verdict.value("download.download.rate.mean") == 447_500_000)
        #expect(verdict.value("upload.upload.rate.mean") == 68_400_000)
        #expect(verdict.grade("bufferbloat")?.margin?.distance == 9_000_000)
        #expect(verdict.grade("bufferbloat")?.margin?.to == "A+")
        #expect(verdict.rows.map(\.answer) == ["ok", "ok", "ok"])
        #expect(!verdict.isIncomplete)
    }
}
