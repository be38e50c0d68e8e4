import Foundation
import LinecheckHistory
import LinecheckQuantities
import LinecheckTerminal
import TestSupport
import Testing

@Suite struct RunSummaryTests {
    private func entry(_ scenario: String) -> HistoryEntry {
        HistoryEntry(path: Repository.scenarios.appending(path: "\(scenario)/capture.jsonl").path)
    }

    @Test func `a run of health is told in its grade, culprit, score and six figures`() throws {
        let summary = try #require(entry("lab-lossy-wifi").summary)
        #expect(summary.plan == "health")
        #expect(summary.grade == "A")
        #expect(summary.culprit == "Wi-Fi? + ISP?")
        #expect(summary.score == 69)
        #expect(summary.downloadRise == .nanoseconds(17_516_331))
        #expect(try #require(entry("lab-provider-queue").summary).culprit == "isp-downstream")
    }

    @Test(arguments: ["empty-file", "not-a-capture", "byte-order-mark"])
    func `what is no capture is damaged`(_ scenario: String) {
        guard case .damaged = entry(scenario).state else {
            Issue.record("\(entry(scenario).state)")
            return
        }
    }

    @Test func `a killed run is listed as such`() {
        #expect(entry("killed-in-the-upload").state == .unjudged("without an end: killed, or still going on"))
    }

    /// Every kept capture by the skimmer and by reading it all.
    @Test func `skimming finds what reading everything finds`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Repository.scenarios.path).sorted()
        var compared = 0
        for name in names {
            guard let summary = entry(name).summary else { continue }
            let path = Repository.scenarios.appending(path: "\(name)/verdict.json")
            let verdict = try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any]
            let metrics = verdict?["metrics"] as? [String: [String: Any]] ?? [:]
            #expect(summary.plan == verdict?["plan"] as? String)
            #expect(summary.score == (verdict?["score"] as? [String: Any])?["score"] as? Int64, "\(name)")
            if summary.plan == "health" || summary.plan == "bufferbloat" {
                let idle = metrics["internet.baseline.rtt.p50"]?["value"] as? Int64
                #expect(summary.idle?.nanoseconds == idle, "\(name)")
                #expect(summary.downloadRise?.nanoseconds == metrics["download_rise"]?["value"] as? Int64, "\(name)")
                #expect(summary.uploadRise?.nanoseconds == metrics["upload_rise"]?["value"] as? Int64, "\(name)")
                let rate = metrics["upload.upload.rate.mean"]?["value"] as? Int64
                #expect(summary.uploadRate?.bitsPerSecond == rate, "\(name)")
            }
            compared += 1
        }
        #expect(compared > 30)
    }
}

@Suite struct TrendTests {
    private func entry(_ day: Int, plan: String = "health", grade: String? = "A", culprit: String? = "nobody")
        -> HistoryEntry
    {
        let summary = RunSummary(
            plan: plan, outcome: "complete", grades: [.init(name: "bufferbloat", grade: grade)], culprit: culprit)
        return HistoryEntry(
            path: "/captures/\(day).capture.jsonl",
            started: WallTime(nanosecondsSinceEpoch: Int64(day) * 86_400_000_000_000),
            size: ByteCount(bytes: 1_000), state: .judged(summary))
    }

    @Test func `a loopback is marked, and neither turns a trend nor scales it`() {
        setenv("TZ", "UTC", 1)
        tzset()
        var runs = [entry(20_000), entry(20_001, grade: "A+", culprit: "Router"), entry(20_002)]
        for (index, score) in [90, 100, 92].enumerated() {
            guard var summary = runs[index].summary else { continue }
            summary.score = Int64(score)
            runs[index].state = .judged(summary)
        }
        runs[1].isLoopback = true
        let trend = Trend.all(runs)[0]
        #expect(trend.runs.map { $0.gradeChanged || $0.culpritChanged } == [false, false, false])
        let lines = HistoryTable(trend, isUnicode: true).lines.map(\.text)
        #expect(lines.count { $0.hasSuffix("loopback") } == 1)
        #expect(lines.last?.hasSuffix("90 to 92") == true)
    }

    @Test func `an answer that something else might have changed has a mark of its own`() throws {
        let path = Repository.scenarios.appending(path: "lab-loss-suspects/capture.jsonl").path
        let uncertain = HistoryEntry(path: path)
        #expect(try #require(uncertain.summary).culprit == "ISP?")
        #expect(uncertain.summary?.isCulpritCertain == false)
        let certain = HistoryEntry(path: Repository.scenarios.appending(path: "clean-fibre/capture.jsonl").path)
        #expect(certain.summary?.isCulpritCertain != false)
        let lines = HistoryTable(Trend.all([uncertain])[0], isUnicode: true).lines
        #expect(lines.contains { $0.text.contains(" ISP? (?) ") })
        #expect(lines.allSatisfy { $0.columns <= 80 })
    }

    @Test func `a trend is one plan's, oldest first, with marks where something turned`() {
        let trends = Trend.all([
            entry(3, grade: "C", culprit: "ISP"), entry(1), entry(2), entry(4, grade: "C", culprit: "ISP"),
            entry(2, plan: "call"), entry(5, grade: nil, culprit: "ISP"),
        ])
        #expect(trends.map(\.plan) == ["call", "health"])
        #expect(trends[1].runs.map(\.gradeChanged) == [false, false, true, false, true])
        #expect(trends[1].runs.map(\.culpritChanged) == [false, false, true, false, false])
    }

    @Test func `the table has a row a run and a sparkline a column`() {
        setenv("TZ", "UTC", 1)
        tzset()
        var runs = [entry(20_000), entry(20_001, grade: "C", culprit: "ISP")]
        let idle: [Int64] = [14_000_000, 18_300_000]
        for index in runs.indices {
            guard var summary = runs[index].summary else { continue }
            summary.idle = .nanoseconds(idle[index])
            summary.score = [100, 61][index]
            runs[index].state = .judged(summary)
        }
        let lines = HistoryTable(Trend.all(runs)[0], isUnicode: true).lines.map(\.text)
        #expect(
            lines == [
                "health, 2 runs",
                "                                    idle",
                "date         grade culprit  score     ms",
                "2024",
                "10-04 00:00  A     nobody     100   14.0",
                "10-05 00:00  C*    ISP*        61   18.3",
                "",
                "score               █▁  61 to 100",
                "idle p50            ▁█  14.0 ms to 18.3 ms",
            ])
    }

    @Test func `with every figure, long names and runs that were cut short no line is wider than 80 columns`() {
        var runs = (0..<60).map { entry(20_000 + $0 * 30, culprit: "Wi-Fi? + Router? + ISP?") }
        for index in runs.indices {
            guard var summary = runs[index].summary else { continue }
            (summary.idle, summary.score) = (.milliseconds(40 + index * 7), Int64(index))
            (summary.downloadRise, summary.uploadRise) = (.milliseconds(4_000 + index), .milliseconds(1 + index))
            summary.downloadRate = BitRate(bitsPerSecond: 9_412_345_678)
            summary.uploadRate = BitRate(bitsPerSecond: 938_000_000 + Int64(index))
            summary.outcome = index % 7 == 0 ? "interrupted" : "complete"
            runs[index].state = .judged(summary)
            runs[index].newer = 9_999 - index
        }
        let lines = HistoryTable(Trend.all(runs)[0], isUnicode: true).lines
        #expect(lines.allSatisfy { $0.columns <= 80 }, "\(lines.map(\.text).joined(separator: "\n"))")
        #expect(lines.count { $0.text.hasSuffix(" interrupted") } == 9)
        #expect(lines.count { $0.text.hasPrefix("20") } == 6)
    }

    @Test(arguments: [
        ("500MB", KeepLimit.size(ByteCount(bytes: 500_000_000))), ("90d", .age(.seconds(90 * 86_400))), ("90", nil),
        ("many", nil),
    ])
    func `a limit is a size or an age`(_ text: String, _ limit: KeepLimit?) {
        #expect(KeepLimit(text: text) == limit)
    }

    @Test(arguments: [
        ([30_100, 30_400, 32_000], "▁▁▁  0.03 ms"), ([38_300_000, 38_200_000, 38_300_000], "▁▁▁  38.2 ms to 38.3 ms"),
        ([20_000_000, 30_000_000, 40_000_000], "▁▅█  20.0 ms to 40.0 ms"),
    ])
    func `a change that is a rounding or less than a tenth is no fall`(_ values: [Int64], _ shown: String) {
        let entries = values.enumerated().map { index, value in
            var entry = entry(20_000 + index)
            if var summary = entry.summary {
                summary.idle = .nanoseconds(value)
                entry.state = .judged(summary)
            }
            return entry
        }
        let lines = HistoryTable(Trend.all(entries)[0], isUnicode: true).lines.map(\.text)
        #expect(lines.contains { $0.hasPrefix("idle p50") && $0.hasSuffix(shown) }, "\(lines)")
    }

    @Test func `the oldest go first, whole or not, and what is being written stays`() {
        let now = WallTime(nanosecondsSinceEpoch: 10 * 86_400_000_000_000)
        var entries = [entry(1), entry(2), entry(3), entry(10), entry(4)]
        entries[0].state = .damaged("torn")
        entries[1].state = .unjudged("without an end: killed, or still going on")
        entries[1].written = WallTime(nanosecondsSinceEpoch: 2 * 86_400_000_000_000)
        entries[3].state = .unjudged("without an end: killed, or still going on")
        entries[3].written = WallTime(nanosecondsSinceEpoch: now.nanosecondsSinceEpoch - 60_000_000_000)
        entries[4].state = .damaged("it is no capture")
        entries[4].dated = nil
        let days = { (entries: [HistoryEntry]) in entries.map { $0.path.dropFirst(10).prefix { $0 != "." } } }
        let gone = { (limit: KeepLimit) in days(limit.excess(entries, now: now)) }
        #expect(gone(.size(ByteCount(bytes: 2_000))) == ["1", "2"], "what is no capture counts for nothing")
        #expect(gone(.size(ByteCount(bytes: 0))) == ["1", "2", "3"])
        #expect(gone(.size(ByteCount(bytes: 4_000))).isEmpty)
        #expect(gone(.age(.seconds(7.5 * 86_400))) == ["1", "2"])
        #expect(gone(.age(.seconds(30 * 86_400))).isEmpty)
        let none = KeepLimit.size(ByteCount(bytes: 0))
        #expect(days(none.staying(entries, without: none.excess(entries, now: now), now: now)) == ["10", "4"])
        let roomy = KeepLimit.size(ByteCount(bytes: 2_000))
        #expect(roomy.staying(entries, without: roomy.excess(entries, now: now), now: now).count == 2)
    }
}

@Suite struct LocalTimeTests {
    @Test(arguments: ["2026-11-30T03:18:15.042Z", "1999-12-31T23:59:59.000Z", "2024-02-29T00:00:00.999Z"])
    func `a time that was written is read as the same`(_ text: String) throws {
        #expect(try #require(WallTime(text: text)).text == text)
    }

    @Test(arguments: [
        "9999-12-31T23:59:59.000Z", "9999-99-99T99:99:99Z", "0000-00-00T00:00:00Z", "2026-11-30",
        "2026-11-30T03:18:15.042+01:00", "yesterday", "",
    ])
    func `what captures do not write is no time`(_ text: String) { #expect(WallTime(text: text) == nil) }

    @Test(arguments: ["2026-02-30", "2026-13-01", "30d"])
    func `a day that is not in the calendar is no date`(_ text: String) { #expect(WallTime(localDate: text) == nil) }
}
