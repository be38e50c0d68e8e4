import LinecheckCapture
import LinecheckReport
import Testing

/// What a person reads of three runs, word for word.
@Suite struct TextReportTests {
    @Test func `a good line: the grade, and that nothing is wrong`() throws {
        var run = try ToldRun()
        run.run(.init(phase: "baseline", seconds: 5, gateway: 2, internet: 14))
        run.run(.init(phase: "download", seconds: 10, gateway: 2.1, internet: 22, rate: 30_000_000))
        run.run(.init(phase: "drain", seconds: 2, gateway: 2, internet: 14))
        run.run(.init(phase: "upload", seconds: 10, gateway: 2.1, internet: 23, rate: 5_000_000))
        run.end(.complete)
        #expect(
            TextReport(run.verdict).text == """
                bufferbloat: Lag under load A. Where the queue is: clean.
                No queue worth a repair builds up when the line is full.

                what to do next
                  1. Nothing needs mending. Keep this capture: after a change, linecheck compare
                     BEFORE AFTER tells whether it helped.

                  Lag under load      A (8.3 ms, n = 24, 3.3 ms from A+); by p95 A, max A
                  Where the queue is  clean: Round trips rise by less than 60 ms in both
                                      directions while the line is full: no queue worth a
                                      repair.
                  Judged by           bufferbloat-1

                evidence of the rules
                  download_rise  7.3 ms (n = 24)
                  upload_rise    8.3 ms (n = 24)

                measured                p50      p95      max    jitter  pairs  loss   n
                gateway   baseline   2.1 ms   2.2 ms   2.2 ms  200.0 us     23   0 %  24
                gateway   download   2.1 ms   2.3 ms   2.3 ms  210.0 us     44   0 %  45
                gateway   drain      2.1 ms        –   2.2 ms  200.0 us      9   0 %  10
                gateway   upload     2.1 ms   2.3 ms   2.3 ms  210.0 us     44   0 %  45
                internet  baseline  14.7 ms  15.4 ms  15.4 ms    1.4 ms     23   0 %  24
                internet  download  22.0 ms  24.2 ms  24.2 ms    2.2 ms     44   0 %  45
                internet  drain     14.7 ms        –  15.4 ms    1.4 ms      9   0 %  10
                internet  upload    23.0 ms  25.3 ms  25.3 ms    2.3 ms     44   0 %  45
                  –  p95 of gateway in drain and internet in drain: n = 10, p95 needs 20

                recovered from the load
                  gateway in drain   at once
                  internet in drain  at once

                loads
                  download in download  240.0 Mbit/s; 300.0 MB over 4 streams
                  upload in upload  40.0 Mbit/s; 50.0 MB over 4 streams

                notes
                  - Rates are to this server at this time; they are not the rate of the
                    contract.
                  - An ICMP round trip is not the ping that a game shows: games use other
                    servers, other protocols and add their own time.
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
        #expect(
            TextReport(run.verdict).text == """
                bufferbloat, cut short: Lag under load not determined, at best D. Where the
                queue is: undetermined.
                Where the fault lies cannot be told from what was measured.

                what to do next
                  1. The load did not fill the line. Choose another server (linecheck run
                     bufferbloat --server librespeed=URL, or linecheck serve on a host of your
                     own) and run again.

                  Lag under load      not determined, at best D
                  Where the queue is  undetermined: it could be local-wifi, uplink-queue,
                                      isp-downstream or modem-or-line.
                  Judged by           bufferbloat-1

                evidence of the rules
                  gateway_download_rise  not measured: load not achieved: HTTP 403 from
                                         speed.example (1 byte)
                  gateway_upload_rise    210.0 us (n = 24)
                  download_rise          not measured: load not achieved: HTTP 403 from
                                         speed.example (1 byte)
                  upload_rise            220.7 ms (n = 24)

                not measured
                  load not achieved: HTTP 403 from speed.example (1 byte):
                    gateway and internet in download

                measured                 p50       p95       max    jitter  pairs  loss   n
                gateway   baseline    2.1 ms    2.2 ms    2.2 ms  200.0 us     23   0 %  24
                gateway   drain       2.1 ms         –    2.2 ms  200.0 us      9   0 %  10
                gateway   upload      2.3 ms    2.3 ms    2.3 ms  210.0 us     44   0 %  45
                internet  baseline   14.7 ms   15.4 ms   15.4 ms    1.4 ms     23   0 %  24
                internet  drain      14.7 ms         –   15.4 ms    1.4 ms      9   0 %  10
                internet  upload    235.4 ms  235.4 ms  235.4 ms   21.4 ms     44   0 %  45
                  –  p95 of gateway in drain and internet in drain: n = 10, p95 needs 20

                loads
                  download in download  load not achieved: HTTP 403 from speed.example (1 byte);
                                        4 bytes over 4 streams
                  upload in upload  40.0 Mbit/s; 50.0 MB over 4 streams

                notes
                  - The run is not complete (cut-short): download: load download: HTTP 403 from
                    speed.example (1 byte).
                  - Rates are to this server at this time; they are not the rate of the
                    contract.
                  - An ICMP round trip is not the ping that a game shows: games use other
                    servers, other protocols and add their own time.
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
        #expect(
            TextReport(run.verdict).text == """
                bufferbloat, interrupted: Lag under load F. Where the queue is: undetermined.
                Where the fault lies cannot be told from what was measured.

                what to do next
                  1. Let the plan run to its end.

                  Lag under load      F (at least 505.3 ms); by p95 F, max F
                  Where the queue is  undetermined: it could be local-wifi, uplink-queue,
                                      isp-downstream or modem-or-line.
                  Judged by           bufferbloat-1

                evidence of the rules
                  gateway_download_rise  0 ns (n = 24)
                  gateway_upload_rise    not measured: the phase never ran
                  download_rise          505.3 ms (n = 24)
                  upload_rise            not measured: the phase never ran

                not measured
                  the phase never ran:
                    gateway and internet in drain and upload

                measured                 p50       p95       max    jitter  pairs  loss   n
                gateway   baseline    2.1 ms    2.2 ms    2.2 ms  200.0 us     23   0 %  24
                gateway   download    2.1 ms    2.3 ms    2.3 ms  210.0 us     34   0 %  35
                internet  baseline   14.7 ms   15.4 ms   15.4 ms    1.4 ms     23   0 %  24
                internet  download  520.0 ms  572.0 ms  572.0 ms   52.0 ms     34   0 %  35

                loads
                  download in download  240.0 Mbit/s; 240.0 MB over 4 streams
                  upload in upload  the phase never ran

                notes
                  - The run is not complete (interrupted): SIGINT.
                  - Rates are to this server at this time; they are not the rate of the
                    contract.
                  - An ICMP round trip is not the ping that a game shows: games use other
                    servers, other protocols and add their own time.
                """)
    }

    @Test func `health names who is at fault before anything else`() throws {
        var run = try ToldRun("health")
        run.run(.init(phase: "idle", seconds: 3, gateway: 2, internet: 14))
        run.run(.init(phase: "baseline", seconds: 5, gateway: 2, internet: 14))
        run.run(.init(phase: "download", seconds: 10, gateway: 2.1, internet: 520, rate: 30_000_000))
        run.run(.init(phase: "drain", seconds: 2, gateway: 2, internet: 14))
        run.run(.init(phase: "upload", seconds: 10, gateway: 2.1, internet: 23, rate: 5_000_000))
        run.run(.init(phase: "recovery", seconds: 3, gateway: 2, internet: 14))
        run.end(.complete)
        let first = TextReport(run.verdict).text.split(separator: "\n\n", maxSplits: 1).first
        #expect(
            first == """
                health: Lag under load F, score 65 of 100 (Fair). ISP is at fault, Wi-Fi and
                Router are ok.
                Downloads wait in a queue on the provider's side of the line.
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
