import Glibc
import LinecheckLab
import LinecheckQuantities
import Testing

extension LabTests {
    /// Round trips tell that there is a queue and not where, when both directions are full at once; the delays of each way do.
    @Suite struct `Which direction queues, by one-way delays alone` {
        @Test(arguments: ["provider-queue", "uplink-queue", "both-queues"])
        func `with both directions loaded at once the delay of each way names the culprit`(name: String) throws {
            let line = try Lab.line(name)
            var trial = try BothDirections(on: line)
            // Two loads that hold each other's acknowledgments up do not fill both queues every time; the kernel tells.
            for _ in 0..<2 where !trial.isEstablished { trial = try BothDirections(on: line) }
            try #require(trial.isEstablished, "three times the queues did not fill as the line was built")
            let rises = [("down", line.truth.download), ("up", line.truth.upload)]
            let said = rises.map { "\($0.0) \(trial.observed.duration("owd_\($0.0)_rise")?.text ?? "unmeasured")" }
            print("lab: \(name), both ways: \(trial.observed.culprit ?? "null"), \(said.joined(separator: ", "))")
            // The control: what the kernel's queues held meanwhile, at the same places.
            for (way, truth) in rises {
                let truth = try #require(truth)
                let held = try #require(trial.delay(at: truth.bottleneck), "the queue \(truth.bottleneck) was not seen")
                let rise = try #require(trial.observed.duration("owd_\(way)_rise"))
                // Two queues that swing against each other are looked at by two clocks, at other moments.
                let tolerance = max(.milliseconds(25), held / 3)
                #expect(held - tolerance <= rise && rise <= held + tolerance, "\(way): the queue held \(held.text)")
            }
            #expect(trial.observed.culprit == line.truth.culprit)
            #expect(trial.observed.isCertain == true)
            let rtt = try #require(trial.observed.duration("echo.both.rtt.p50"))
            #expect(rtt > .milliseconds(100), "the round trip shows a queue")
        }
    }
}

/// A run with both loads at once, and what the queues held.
private struct BothDirections {
    let observed: Observed
    private let queues: [Line.Place: QueueLog]
    private let window: ClosedRange<Int64>
    private let line: Line

    init(on line: Line) throws {
        let program = try Program.find()
        let network = try LabNetwork(line, program: program)
        defer { network.close() }
        let names = "/tmp/\(LabNetwork.namePrefix)-\(getpid())-\(line.name)-both"
        let (plan, capture) = (names + ".json", names + ".capture.jsonl")
        defer { for path in [plan, capture] { unlink(path) } }
        let file = try #require(fopen(plan, "w"))
        fputs(Self.plan, file)
        fclose(file)
        let settings = network.settings(for: ["server", "download", "upload"]).flatMap {
            ["--set", "\($0.name)=\($0.value)"]
        }
        let watch = try QueueWatch(network)
        let run = try Child(
            try network.space(.client).command(
                [program, "run", plan, "--json", "--quiet", "-o", capture] + settings))
        _ = try run.wait(within: .seconds(60)) { try watch.look() }
        observed = try Observed(run.output)
        queues = try watch.finish()
        self.line = line
        window = try #require(
            try Windows(capture: capture).scored("both"),
            "\(observed.reason(load: "download") ?? ""), \(observed.reason(load: "upload") ?? "")")
    }

    /// Whether the queues held what makes the line's culprit one, and not hardly.
    var isEstablished: Bool {
        guard let down = line.truth.download.flatMap({ delay(at: $0.bottleneck) }),
            let up = line.truth.upload.flatMap({ delay(at: $0.bottleneck) })
        else { return false }
        return switch line.truth.culprit {
        case "uplink-queue": up.nanoseconds > 3 * down.nanoseconds
        case "isp-downstream": down.nanoseconds > 3 * up.nanoseconds
        default: up.nanoseconds * 2 < 3 * down.nanoseconds && down.nanoseconds * 2 < 3 * up.nanoseconds
        }
    }

    func delay(at place: Line.Place) -> Duration? {
        guard let queue = line.queue(at: place) else { return nil }
        return queues[place]?.medianDelay(in: window, rate: queue.rate)
    }

    private static let plan = """
        {
          "plan": 1, "name": "both-ways",
          "vars": { "server": "192.0.2.1:8080", "download": "http://192.0.2.1/", "upload": "http://192.0.2.1/" },
          "probes": { "echo": { "type": "udp", "target": "${server}", "interval": "100ms" } },
          "loads": {
            "download": { "type": "http", "direction": "download", "url": "${download}" },
            "upload": { "type": "http", "direction": "upload", "url": "${upload}" }
          },
          "throughout": ["echo"],
          "phases": [
            { "name": "quiet", "duration": "3s" },
            { "name": "both", "duration": "8s", "loads": ["download", "upload"], "settle": "1s" }
          ],
          "rules": {
            "rules": 1, "name": "both-ways", "version": 1, "under_load": { "both": ["download", "upload"] },
            "metrics": {
              "owd_up_rise": "echo.both.owd_up.p50 - echo.quiet.owd_up.p50",
              "owd_down_rise": "echo.both.owd_down.p50 - echo.quiet.owd_down.p50"
            },
            "verdicts": { "queue": { "title": "Where the queue is", "first_of": [
              { "is": "clean", "when": "owd_up_rise < 30ms and owd_down_rise < 30ms", "say": "No queue." },
              { "is": "uplink-queue", "when": "owd_up_rise >= 2 * owd_down_rise", "say": "On the way up." },
              { "is": "isp-downstream", "when": "owd_down_rise >= 2 * owd_up_rise", "say": "On the way down." },
              { "is": "modem-or-line", "say": "Both." } ] } }
          }
        }
        """
}
