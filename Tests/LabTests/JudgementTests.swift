import LinecheckLab
import LinecheckQuantities
import Testing

/// The lab's own judgement, on runs that are made up: it must be able to find fault. Needs neither root nor seconds.
@Suite struct LabJudgementTests {
    @Test func `a verdict that says what the queues held is right`() throws {
        let trial = try Self.trial()
        #expect(Control(trial: trial).objections == [])
        #expect(Judgement(trial: trial).differences == [])
    }

    @Test func `another culprit, grade or certainty is a difference`() throws {
        let trial = try Self.trial(culprit: "isp-downstream", certain: false, grade: "A")
        #expect(
            Judgement(trial: trial).differences == [
                "queue is isp-downstream, and not uplink-queue", "certain is false, and not true",
                "grade is A, and not D",
            ])
    }

    @Test func `certainty may be withheld with a reason, and nothing else may`() throws {
        let note = "The lag in upload is at least what was measured, as this is a test."
        let trial = try Self.trial(culprit: "clean", certain: false, notes: [note])
        #expect(Judgement(trial: trial).differences == ["queue is clean, and not uplink-queue"])
    }

    @Test func `a rise in the line's band that is not the queue's is a difference`() throws {
        let trial = try Self.trial(uploadRise: .milliseconds(240))
        #expect(
            Judgement(trial: trial).differences == [
                "upload_rise is 240ms, and not 221ms to 358ms and near the queue's 300ms"
            ])
    }

    @Test func `a rate far from the line's is a difference`() throws {
        let trial = try Self.trial(uploadRate: .megabits(3))
        #expect(
            Judgement(trial: trial).differences == [
                "the upload's rate is 3Mbps, and not 5.1Mbps to 5.82Mbps"
            ])
    }

    @Test func `a capture that does not reproduce is a difference`() throws {
        let trial = try Self.trial(replayStatus: 7)
        #expect(Judgement(trial: trial).differences == ["replay ended with status 7: other verdict"])
    }

    @Test func `a queue that nobody filled makes another line, of which no verdict is wrong`() throws {
        let trial = try Self.trial(culprit: "clean", held: .milliseconds(3))
        #expect(
            Control(trial: trial).objections == ["the queue access-up held 3ms in the upload, and not 221ms to 358ms"])
    }

    @Test func `a bottleneck that was not busy makes another line`() throws {
        let trial = try Self.trial(carried: .megabits(4))
        #expect(Control(trial: trial).objections == ["only 4Mbps of 6Mbps passed the queue access-up in the upload"])
    }

    @Test func `a machine that stood still makes another line`() throws {
        var trial = try Self.trial()
        for place in trial.queues.keys {
            trial.queues[place]?.looks.removeAll { (21...22).contains($0.at / Self.second) }
        }
        #expect(Control(trial: trial).objections == ["the machine stood still for 2.1s in the upload"])
    }

    @Test func `a bridge that was late makes another line`() throws {
        var trial = try Self.trial()
        var way = BridgeReport.Direction()
        way.late = .init(p50: .microseconds(20), p99: .milliseconds(7), max: .milliseconds(90))
        trial.bridges = [(.core, BridgeReport(up: BridgeReport.Direction(), down: way))]
        #expect(Control(trial: trial).objections == ["the bridge core let frames go 7ms late (p99) on the way down"])
    }

    @Test func `wall time is read as the capture writes it`() {
        #expect(WallClock.parse("1970-01-02T00:00:01.042Z") == 86_401_042_000_000)
        #expect(WallClock.parse("2026-11-30T03:18:15.042Z") == 1_796_008_695_042_000_000)
        #expect(WallClock.parse("2026-11-30 03:18") == nil)
    }

    // MARK: A run that never was

    private static let second: Int64 = 1_000_000_000

    /// The line `uplink-queue`: download from 10 s to 16 s, upload from 20 s to 26 s.
    private static func trial(
        culprit: String = "uplink-queue", certain: Bool = true, notes: [String] = [], grade: String = "D",
        uploadRise: Duration = .milliseconds(302), uploadRate: BitRate = BitRate(bitsPerSecond: 5_700_000),
        held: Duration = .milliseconds(300), carried: BitRate = .megabits(6), replayStatus: Int32 = 0
    ) throws -> Trial {
        var windows = Windows()
        windows.loaded = ["download": 10 * second...16 * second, "upload": 20 * second...26 * second]
        windows.whole = windows.loaded
        let verdict = """
            {"notes": \(notes),
             "verdicts": {"queue": {"is": "\(culprit)", "certain": \(certain), "cannot_rule_out": []}},
             "grades": {"bufferbloat": {"grade": "\(grade)", "at_best": null}},
             "loads": {"download": {"valid": true}, "upload": {"valid": true}},
             "metrics": {"download.download.rate.mean": {"value": 38200000}, "download_rise": {"value": 18000000},
                         "upload.upload.rate.mean": {"value": \(uploadRate.bitsPerSecond)},
                         "upload_rise": {"value": \(uploadRise.nanoseconds)}, "gateway_download_rise": {"value": 0},
                         "gateway_upload_rise": {"value": 0}, "internet.baseline.rtt.p50": {"value": 30000}}}
            """
        return Trial(
            plan: "bufferbloat", line: try Lab.line("uplink-queue"), observed: try Observed(verdict), status: 0,
            queues: [
                .accessDown: log(windows.loaded["download"], .megabits(40), .milliseconds(18), .megabits(40)),
                .accessUp: log(windows.loaded["upload"], .megabits(6), held, carried),
            ], windows: windows, replayStatus: replayStatus, replayOutput: replayStatus == 0 ? "" : "other verdict",
            echoSockets: ["raw"], bridges: [], capture: "/nonexistent")
    }

    /// A queue of a rate that holds and carries something in a window, and nothing outside.
    private static func log(
        _ window: ClosedRange<Int64>?, _ rate: BitRate, _ held: Duration, _ carried: BitRate
    ) -> QueueLog {
        let step = second / 10
        var sent: Int64 = 0
        return QueueLog(
            looks: stride(from: 0, through: 30 * second, by: Int64.Stride(step)).map { at in
                let loaded = window?.contains(at) == true
                if loaded { sent += carried.bitsPerSecond / 80 }
                let backlog = rate.bitsPerSecond / 8 * held.nanoseconds / second
                return QueueLog.Look(at: at, backlog: loaded ? backlog : 0, sent: sent, drops: 0)
            })
    }
}

extension BitRate {
    fileprivate static func megabits(_ value: Int64) -> BitRate { BitRate(bitsPerSecond: value * 1_000_000) }
}
