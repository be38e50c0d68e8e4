import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities
import LinecheckTerminal
import Testing

/// A plan of an idle and a loaded phase, and its run up to some moment.
struct ShownRun {
    var progress: RunProgress
    private var sequence: Int64 = 0

    init(onLoadFailure: Phase.LoadFailure = .endPhase, host: String = "192.0.2.1") {
        let plan = Plan(
            name: "evening",
            probes: [
                Probe(name: "gateway", kind: .ping, target: host), Probe(name: "internet", kind: .ping, target: host),
            ],
            loads: [Load(name: "download", direction: .download, url: "http://h.example/")],
            spans: [
                ProbeSpan(probe: "gateway", from: "idle", to: "after"),
                ProbeSpan(probe: "internet", from: "idle", to: "after"),
            ],
            phases: [
                Phase(name: "idle", ending: .after(.seconds(5))),
                Phase(
                    name: "download", ending: .after(.seconds(10)), loads: ["download"], onLoadFailure: onLoadFailure),
                Phase(name: "after", ending: .after(.seconds(2))),
            ],
            guards: [
                Guard(
                    name: "data-cap", subject: .anyLoad, statistic: .bytes, over: nil, direction: .above,
                    limit: 4_000_000_000, action: .endPhase)
            ])
        progress = RunProgress(plan)
    }

    mutating func phase(_ name: String, _ state: PhaseChange.State, at seconds: Double, _ reason: String? = nil) {
        progress.take(.phase(PhaseChange(at: .seconds(seconds), phase: name, state: state, reason: reason)))
    }

    mutating func ping(_ probe: String, _ milliseconds: Double?, at seconds: Double) {
        sequence += 1
        let outcome: Sample.Outcome =
            milliseconds.map { .reply(rtt: .nanoseconds(Int64($0 * 1_000_000))) } ?? .lost
        progress.take(
            .sample(Sample(probe: probe, sequence: sequence, at: .seconds(seconds), outcome: outcome)))
    }

    mutating func bytes(_ total: Int64, stream: Int = 0, at seconds: Double) {
        progress.take(.bytes(ByteTotal(at: .seconds(seconds), load: "download", stream: stream, total: total)))
    }

    mutating func stream(_ number: Int, _ step: StreamEvent.Step, at seconds: Double) {
        progress.take(.stream(StreamEvent(at: .seconds(seconds), load: "download", stream: number, step: step)))
    }

    func picture(at seconds: Double, columns: Int, rows: Int = 23, isUnicode: Bool = true) -> [StyledLine] {
        ProgressPicture(progress, at: .seconds(seconds), columns: columns, rows: rows, isUnicode: isUnicode).lines
    }

    /// Half way through the download: the gateway as before, the internet slower, one ping lost.
    static let underLoad: ShownRun = {
        var run = ShownRun()
        run.phase("idle", .running, at: 0)
        for index in 0..<8 {
            run.ping("gateway", 1.1, at: Double(index))
            run.ping("internet", 14.2, at: Double(index))
        }
        run.phase("idle", .completed, at: 5)
        run.phase("download", .running, at: 5)
        for stream in 0..<4 { run.stream(stream, .connect, at: 5.1) }
        run.phase("download", .loaded, at: 5.2)
        run.bytes(0, at: 5.2)
        for (index, total) in [2_000_000, 8_000_000, 13_500_000].enumerated() {
            run.bytes(Int64(total), at: 5.7 + Double(index) / 2)
        }
        run.stream(3, .dead, at: 6)
        for index in 0..<4 {
            run.ping("gateway", 1.3, at: 6 + Double(index))
            run.ping("internet", index == 2 ? nil : 60 + 20 * Double(index), at: 6 + Double(index))
        }
        return run
    }()
}

extension RunInstant {
    static func seconds(_ seconds: Double) -> RunInstant { RunInstant(nanoseconds: Int64(seconds * 1e9)) }
}

@Suite struct ProgressPictureTests {
    private func text(_ lines: [StyledLine]) -> String { lines.map(\.text).joined(separator: "\n") }

    @Test func `eighty columns show each phase, probe and load with its figures`() {
        #expect(
            text(ShownRun.underLoad.picture(at: 10.2, columns: 79)) == """
                evening  0:10, about 0:07 left
                  idle      ████████████████████████████  done in 5.0 s
                  download  ██████████████░░░░░░░░░░░░░░  5 s left
                  after     ░░░░░░░░░░░░░░░░░░░░░░░░░░░░  2 s
                  gateway   ▇▇▇▇▇▇▇▇████                   1.3 ms  p50   1.3 ms  loss    0 %
                  internet  ▁▁▁▁▁▁▁▁▅▆×█                 120.0 ms  p50 100.0 ms  loss   25 %
                  download  ▃██                            88.0 Mbit/s  3 of 4 streams
                """)
    }

    @Test func `forty columns show the same with one line of heads instead of words`() {
        #expect(
            text(ShownRun.underLoad.picture(at: 10.2, columns: 39)) == """
                evening  0:10, about 0:07 left
                 idle     ██████  done in 5.0 s
                 download ███░░░  5 s left
                 after    ░░░░░░  2 s
                                     last      p50 loss
                 gateway  ▇▇████   1.3 ms   1.3 ms   0%
                 internet ▁▁▅▆×█ 120.0 ms 100.0 ms  25%
                 download ▃██     88.0 Mbit/s  3/4
                """)
    }

    @Test func `a terminal without Unicode gets ASCII`() {
        let lines = ShownRun.underLoad.picture(at: 10.2, columns: 79, isUnicode: false)
        #expect(text(lines).utf8.allSatisfy { $0 < 0x80 })
        #expect(lines[2].text == "  download  ##############..............  5 s left")
        #expect(lines[5].text.hasPrefix("  internet  ________+*x#  "))
    }

    @Test(arguments: [1, 5, 12, 20, 39, 40, 59, 60, 79, 80, 200, 500])
    func `no line is longer than the terminal, however narrow it is`(_ columns: Int) {
        for line in ShownRun.underLoad.picture(at: 10.2, columns: columns) { #expect(line.columns <= columns) }
    }

    @Test(arguments: [1, 2, 4, 5, 6, 7, 8])
    func `a low terminal shows the phase that runs, and no more lines than it has`(_ rows: Int) {
        let lines = ShownRun.underLoad.picture(at: 10.2, columns: 79, rows: rows).map(\.text)
        #expect(lines.count == min(rows, 7))
        if rows > 1 { #expect(lines.contains { $0.contains("5 s left") }) }
    }

    @Test func `colours say what the words say, and can be left out`() {
        let line = ShownRun.underLoad.picture(at: 10.2, columns: 79)[5]
        #expect(line.rendered(colours: true).contains("\u{1B}[31m×\u{1B}[0m"))
        #expect(line.rendered(colours: false) == line.text)
        #expect(!line.rendered(colours: false).contains("\u{1B}"))
    }

    @Test func `before the first reply nothing is claimed`() {
        var run = ShownRun()
        run.phase("idle", .running, at: 0)
        let lines = run.picture(at: 0.1, columns: 79).map(\.text)
        #expect(lines[4].hasPrefix("  gateway") && lines[4].hasSuffix("-  p50        -  loss      -"))
        #expect(lines[6].hasPrefix("  download") && lines[6].hasSuffix("-"))
    }

    @Test func `when half of the attempts got no reply there is no median`() {
        var run = ShownRun()
        run.phase("idle", .running, at: 0)
        for index in 0..<10 { run.ping("internet", index < 5 ? 14 : nil, at: Double(index)) }
        #expect(run.progress.probes[1].median == nil)
        #expect(run.progress.probes[1].loss == 500_000)
        #expect(run.picture(at: 1, columns: 79)[5].text.contains("lost  p50        -  loss   50 %"))
    }

    @Test func `a phase counts its losses anew, and keeps its picture of the past`() {
        var run = ShownRun()
        run.phase("idle", .running, at: 0)
        for index in 0..<4 { run.ping("internet", nil, at: Double(index)) }
        run.phase("after", .running, at: 5)
        run.ping("internet", 14, at: 5)
        #expect(run.progress.probes[1].loss == 0)
        #expect(run.progress.probes[1].points.count == 5)
    }

    @Test func `under load the window opens when the load moves`() {
        var run = ShownRun()
        run.phase("download", .running, at: 5)
        #expect(run.picture(at: 9, columns: 79)[2].text.hasSuffix("waiting for load"))
        run.phase("download", .loaded, at: 9)
        #expect(run.picture(at: 10, columns: 79)[2].text.hasSuffix("9 s left"))
    }

    @Test func `what a phase did not do is said`() {
        var run = ShownRun()
        run.phase("idle", .running, at: 0)
        run.phase("idle", .cutShort, at: 2, "interrupted")
        run.phase("download", .skipped, at: 2, "goto")
        run.phase("after", .cancelled, at: 2)
        let lines = run.picture(at: 2, columns: 79).map(\.text)
        #expect(lines[1].hasSuffix("cut short at 2.0 s"))
        #expect(lines[2].hasSuffix("skipped"))
        #expect(lines[3].hasSuffix("not run"))
        #expect(lines[0] == "evening  0:02")
    }
}
