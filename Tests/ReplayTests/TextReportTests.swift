import LinecheckReport
import Testing

/// What a person reads of three runs, word for word.
@Suite struct TextReportTests {
    @Test func `a good line: the grade, and that nothing is wrong`() throws {
        var run = try ToldRun()
        run.run(.init(phase: "baseline", seconds: 5, gateway: 2, internet: 14))
        run.run(.init(phase: "download", seconds: 10, gateway: 2.1, internet: 16, rate: 30_000_000))
        run.run(.init(phase: "drain", seconds: 2, gateway: 2, internet: 14))
        run.run(.init(phase: "upload", seconds: 10, gateway: 2.1, internet: 23, rate: 5_000_000))
        run.end(.complete)
        #expect(TextReport(run.verdict).text == """
            """)
    }

    @Test func `a server that refuses in silence: the reason once, and no culprit`() throws {
        var run = try ToldRun()
        run.run(.init(phase: "baseline", seconds: 5, gateway: 2, internet: 14))
        run.run(
            .init(phase: "download", seconds: 1, gateway: 2, internet: 14), .cutShort,
            reason: "load download: HTTP 403 from speed.example (1 byte)")
        run.run(.init(phase: "drain", seconds: 2, gateway: 2, internet: 14))
        run.run(.init(phase: "upload", seconds: 10, gateway: 2.1, internet: 214, rate: 5_000_000))
        run.end(.cutShort, reason: "download: load download: HTTP 403 from speed.example (1 byte)")
        #expect(TextReport(run.verdict).text == """
            """)
    }

    @Test func `an interrupted run: what is known, and what never ran`() throws {
        var run = try ToldRun()
        run.run(.init(phase: "baseline", seconds: 5, gateway: 2, internet: 14))
        run.run(
            .init(phase: "download", seconds: 8, gateway: 2.1, internet: 520, rate: 30_000_000), .cutShort,
            reason: "interrupted")
        run.cancel("drain")
        run.cancel("upload")
        run.end(.interrupted, reason: "SIGINT")
        #expect(TextReport(run.verdict).text == """
            """)
    }

    @Test func `no line is wider than 80 columns`() throws {
        var run = try ToldRun()
        run.run(.init(phase: "baseline", seconds: 5, gateway: 2, internet: 14))
        run.run(.init(phase: "download", seconds: 1, gateway: 2, internet: 14), .cutShort, reason: "load download")
        run.end(.aborted, reason: String(repeating: "reason ", count: 40))
        for line in TextReport(run.verdict).text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
}
