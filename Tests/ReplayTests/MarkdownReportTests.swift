import Foundation
import LinecheckCapture
import LinecheckJudge
import LinecheckReplay
import LinecheckReport
import TestSupport
import Testing

struct MarkdownReportTests {
    @Test func `a report to paste: the culprit, the steps, the tables, the reasons`() throws {
        var run = try ToldRun()
        run.run(.init(phase: "baseline", seconds: 5, gateway: 2, internet: 14))
        run.run(.init(phase: "download", seconds: 10, gateway: 2.1, internet: 22, rate: 30_000_000))
        run.run(.init(phase: "drain", seconds: 2, gateway: 2, internet: 14))
        run.run(.init(phase: "upload", seconds: 10, gateway: 2.1, internet: 214, rate: 5_000_000))
        run.end(.complete)
        let text = MarkdownReport(run.verdict, began: "2026-11-30 04:18:15 +01:00").text
        #expect(
            text.hasPrefix(
                """
                ## Uploads wait in a queue in your router or modem.

                bufferbloat: Lag under load C. Where the queue is: uplink-queue.

                **What to do next**

                1. On your own router, turn on smart queue management (fq\\_codel or CAKE) for uploads, at 38.0 Mbit/s, 95 % of the 40.0 Mbit/s measured here. Then run this plan again.
                """))
        #expect(text.contains("| internet | upload | 214.0 ms | 235.4 ms | 235.4 ms | 21.4 ms | 44 | 0 % | 45 |"))
        #expect(text.contains("| Lag under load | **C** | 199.3 ms, n = 24,"), "\(text)")
        #expect(text.contains("**Recovered from the load**"))
        #expect(text.contains("– p95 of gateway in drain and internet in drain: n = 10, p95 needs 20"))
        #expect(text.hasSuffix("*bufferbloat, 2026-11-30 04:18:15 +01:00, judged by bufferbloat-1, with linecheck*"))
    }

    @Test func `markup and line ends in what was measured stay text`() throws {
        var run = try ToldRun()
        run.run(.init(phase: "baseline", seconds: 5, gateway: 2, internet: 14))
        run.run(.init(phase: "download", seconds: 1, gateway: 2, internet: 14), .cutShort, reason: "load download")
        run.end(.aborted, reason: "<img src=x>\n# not | a [heading](x) @everyone")
        let text = MarkdownReport(run.verdict, began: "").text
        #expect(text.contains("\\<img src=x\\> \\# not \\| a \\[heading\\](x) \\@everyone"))
        #expect(!text.replacing("\\<img", with: "").contains("<img"))
    }

    @Test func `what the plan expected stands with what was seen`() throws {
        let path = Repository.scenarios.appending(path: "expectations-not-met/capture.jsonl").path
        let capture = try CaptureReplay.load(path: path)
        let text = MarkdownReport(capture.judge(rules: capture.rules), plan: capture.plan, began: "").text
        #expect(text.contains("**Expected**\n\n- "))
        #expect(text.contains("download.download.rate.mean \\>= 1Gbps  FAILS: 91.0 Mbit/s (n = 2)"))
    }
}
