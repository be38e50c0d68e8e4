import LinecheckExpressions
import LinecheckJudge
import LinecheckQuantities
import LinecheckRules
import Testing

/// Other people's rulers on the numbers that they publish themselves.
@Suite struct RulersTests {
    private func verdict(_ ruler: String, _ scenario: Scenario) throws -> Verdict {
        scenario.verdict(try Scenario.rules("plans/rules/\(ruler).json"))
    }

    /// Round trips in ms, the same for each attempt of a phase.
    private func line(idle: Double, download: Double, upload: Double) -> Scenario {
        var scenario = Scenario()
        for (phase, milliseconds) in [("baseline", idle), ("download", download), ("upload", upload)] {
            scenario.answers["internet.\(phase)"] = { _ in Int64(milliseconds * 1e6) }
        }
        return scenario
    }

    // www.dslreports.com/faq/17930: each limit, and the average of both directions.
    @Test(arguments: [
        (3, 5, "A+"), (5, 5, "A"), (29.9, 29.9, "A"), (30, 30, "B"), (60, 60, "C"), (200, 200, "D"), (400, 400, "F"),
        (0, 59, "A"), (399, 0, "C"),
    ])
    func `DSLReports grades the average of both uplifts`(download: Double, upload: Double, grade: String) throws {
        let verdict = try verdict("dslreports-1", line(idle: 20, download: 20 + download, upload: 20 + upload))
        #expect(verdict.grade("bufferbloat")?.grade == grade)
    }

    @Test func `DSLReports lets a good direction hide a bad one, and the reading beside it does not`() throws {
        let grade = try #require(
            try verdict("dslreports-1", line(idle: 20, download: 20, upload: 75)).grade("bufferbloat"))
        #expect(grade.grade == "A")
        #expect(grade.neighbours.map(\.reading.grade) == ["B", "A+", "B"])
    }

    // github.com/LibreQoE/bufferbloat_test, client/latencyGradeThresholds.json.
    @Test(arguments: [(4.9, "A+"), (5, "A"), (25, "B"), (50, "C"), (75, "D"), (100, "F"), (200, "F")])
    func `LibreQoS grades a direction by its increase`(increase: Double, grade: String) throws {
        let verdict = try verdict("libreqos-1", line(idle: 20, download: 20 + increase, upload: 20))
        #expect(verdict.grade("download")?.grade == grade)
        #expect(verdict.grade("upload")?.grade == "A+")
    }

    @Test(arguments: [(74.9, "A+"), (75, "A"), (100, "B"), (125, "C"), (150, "D"), (175, "F")])
    func `LibreQoS grades the latency at rest as well`(idle: Double, grade: String) throws {
        let verdict = try verdict("libreqos-1", line(idle: idle, download: idle, upload: idle))
        #expect(verdict.grade("baseline")?.grade == grade)
    }

    // draft-ietf-ippm-responsiveness-09, "Round-Trips per Minute (RPM)": 10, 60 and 200 ms.
    @Test(arguments: [(9.9, "excellent"), (10.1, "good"), (59.9, "good"), (60.1, "fair"), (199, "fair"), (201, "poor")])
    func `round trips a minute fall into the draft's categories`(rtt: Double, category: String) throws {
        let verdict = try verdict("rpm-from-ping-1", line(idle: 5, download: 5, upload: rtt))
        #expect(verdict.grade("responsiveness")?.grade == category)
    }

    @Test func `60 ms are 1000 RPM, 10 ms are 6000`() throws {
        let verdict = try verdict("rpm-from-ping-1", line(idle: 5, download: 60, upload: 10))
        #expect(verdict.value("download_rpm") == 1_000)
        #expect(verdict.value("upload_rpm") == 6_000)
    }

    // github.com/cloudflare/speedtest, tests/unit/Results/ScoresCalculations.test.ts: "excellent connection".
    @Test func `AIM calls its example of an excellent line great for streaming`() throws {
        var scenario = line(idle: 5, download: 15, upload: 10)
        scenario.loads["download"]?.bytesPerTick = 1_250_000
        let score = try #require(try verdict("cloudflare-aim-streaming-1", scenario).score)
        #expect(score.score == 20 + 10 + 30 + 10)
        #expect(score.rating == "great")
    }

    // The same file: "gaming score for poor connection", whose points are negative and become 0.
    @Test func `AIM calls its example of a poor line bad for gaming`() throws {
        var scenario = line(idle: 200, download: 500, upload: 400)
        scenario.answers["internet.baseline"] = { $0 % 3 == 2 ? nil : 200_000_000 }
        let score = try #require(try verdict("cloudflare-aim-gaming-1", scenario).score)
        #expect(score.components.first?.inputs.map(\.atLeast) == [-10, -10, -10])
        #expect(score.score == 0)
        #expect(score.rating == "bad")
    }

    // The same file: "all three experience scores": 20 ms, jitter 10 ms, loss 1 %, 50 and 10 Mbit/s, 50 and 40 ms loaded.
    @Test(arguments: [("streaming", 35, "average"), ("gaming", 15, "average"), ("calls", 20, "average")])
    func `AIM gives its middling line these points`(use: String, points: Int, rating: String) throws {
        var scenario = line(idle: 20, download: 50, upload: 40)
        // Every other reply 10 ms later is a jitter of 10 ms and a median of 20; one of 24 lost stands for one of a hundred.
        scenario.answers["internet.baseline"] = { $0 == 4 ? nil : 15_000_000 + Int64($0 % 2) * 10_000_000 }
        scenario.loads["download"]?.bytesPerTick = 625_000
        scenario.loads["upload"]?.bytesPerTick = 125_000
        let verdict = try verdict("cloudflare-aim-\(use)-1", scenario)
        #expect(verdict.score?.score == points)
        #expect(verdict.score?.rating == rating)
    }
}
