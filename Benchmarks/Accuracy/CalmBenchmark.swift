import Glibc
import LinecheckCapture
import LinecheckLab
import LinecheckQuantities
import LinecheckStatistics

/// `linecheck-bench calm`: whether pings notice the loads of the same program, as root and as a plain user, with ping and fping
/// asking the same address in the same minute.
///
/// The host is its own line: four streams over loopback at whatever rate it has, so that both processors are busy.
struct CalmBenchmark {
    private static let interval = Duration.milliseconds(10)
    private static let phase = Duration.seconds(12)
    private static let plainUser = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"]

    func run() -> Int32 {
        do {
            NamedNamespace.sweep(prefix: VethPath.namePrefix)
            let space = try NamedNamespace(creating: "\(VethPath.namePrefix)-\(Program.process)-calm")
            defer { space.remove() }
            try space.set("net.ipv4.ping_group_range=0 2147483647")
            let root = try measure(as: "root", [], in: space, latestP99: .microseconds(700), latest: nil)
            let plain = try measure(
                as: "a plain user", Self.plainUser, in: space, latestP99: .milliseconds(2), latest: .milliseconds(5))
            return root && plain ? 0 : 1
        } catch {
            print("linecheck-bench: \(error)")
            return 2
        }
    }

    private func measure(
        as name: String, _ prefix: [String], in space: NamedNamespace, latestP99: Duration, latest: Duration?
    ) throws -> Bool {
        let folder = "/tmp/\(VethPath.namePrefix)-\(Program.process)-calm"
        mkdir(folder, 0o777)
        chmod(folder, 0o777)
        defer { _ = system("rm -rf -- \(folder)") }
        let (plan, capture) = ("\(folder)/calm.json", "\(folder)/calm.capture.jsonl")
        try write(Self.plan, to: plan)
        // A plain user may not look into the builder's folders, so the program comes along.
        let program = "\(folder)/linecheck"
        try Child.run(["cp", try Program.sibling("linecheck"), program])
        let others = try Self.others.map { try Child(space.command(prefix + $0)) }
        let run = try Child(
            space.command(prefix + [program, "run", plan, "--loopback", "--quiet", "--concurrent", "-o", capture]))
        let status = try run.wait(within: .seconds(120))
        // They end by themselves, and fping tells what it saw only then.
        for other in others { try other.wait(within: .seconds(20)) }
        guard status == 0 || status == 6 else {
            throw Child.Failure(description: "run ended with status \(status): \(run.errors)")
        }
        let seen = try CalmRun(capture: capture, interval: Self.interval)
        print("as \(name): pings each 10 ms, idle and beside four streams, \(Self.phase.text) each")
        print("  machine busy under load: \(percent(seen.busy)), at least 75 %: \(word(seen.busy >= 0.75))")
        for (phase, log) in [("idle", seen.idle), ("loaded", seen.loaded)] {
            print("  linecheck \(phase): rtt p50 \(micros(log.rtt, 50)), p99 \(micros(log.rtt, 99)); ", terminator: "")
            print("sends late p99 \(micros(log.late, 99)), max \(micros(log.late, 100))")
        }
        for (name, other) in zip(["ping", "fping"], others) {
            let times = name == "ping" ? Asker.pingTimes(other.output) : Asker.fpingTimes(other.errors)
            // It asked through both phases; which attempt fell into which is not printed.
            print("  \(name) beside it, over both: rtt p50 \(micros(times, 50)), p99 \(micros(times, 99))")
        }
        let rtt = value(seen.loaded.rtt, 99) <= 50_000
        let p99 = value(seen.loaded.late, 99) <= latestP99.nanoseconds
        let most = latest.map { value(seen.loaded.late, 100) <= $0.nanoseconds } ?? true
        print("  rtt p99 under load at most 50 µs: \(word(rtt)); ", terminator: "")
        print("sends late p99 at most \(latestP99.text): \(word(p99))", terminator: "")
        print(latest.map { ", max at most \($0.text): \(word(most))" } ?? "")
        return seen.busy >= 0.75 && rtt && p99 && most
    }

    private static var others: [[String]] {
        let count = "\(2 * phase.nanoseconds / interval.nanoseconds)"
        return [
            ["ping", "-n", "-i", "0.01", "-c", count, "127.0.0.3"],
            ["fping", "-q", "-r", "0", "-p", "10", "-C", count, "127.0.0.3"],
        ]
    }

    private static var plan: String {
        """
        {
          "plan": 1, "name": "calm",
          "vars": { "internet": "127.0.0.3", "download": "http://127.0.0.1/" },
          "probes": { "internet": { "type": "ping", "target": "${internet}", "interval": "\(interval.text)" } },
          "loads": { "down": { "type": "http", "direction": "download", "url": "${download}", "streams": 4 } },
          "throughout": ["internet"],
          "phases": [
            { "name": "idle", "duration": "\(phase.text)" },
            { "name": "loaded", "duration": "\(phase.text)", "loads": ["down"] }
          ]
        }
        """
    }

    private func write(_ text: String, to path: String) throws {
        guard let stream = fopen(path, "w") else { throw Child.Failure(description: "\(path) cannot be written") }
        defer { fclose(stream) }
        fputs(text, stream)
    }

    private func value(_ values: [Int64], _ rank: Int) -> Int64 {
        guard !values.isEmpty, case .value(let value) = Percentile.of(rank, sorted: values.sorted(), lost: 0) else {
            return .max
        }
        return value
    }

    private func micros(_ values: [Int64], _ rank: Int) -> String {
        values.isEmpty ? "?" : "\((value(values, rank) + 500) / 1_000) µs"
    }

    private func percent(_ share: Double) -> String { "\(Int(share * 100)) %" }

    private func word(_ holds: Bool) -> String { holds ? "holds" : "MISSED" }
}

/// What a run's own capture tells, phase by phase.
struct CalmRun {
    struct Log {
        /// In ns.
        var rtt: [Int64] = []
        /// How far each planned send was from its plan, in ns.
        var late: [Int64] = []
    }

    var idle = Log()
    var loaded = Log()
    /// The share of all processors' time that was work, in the loaded phase.
    var busy = 0.0

    init(capture path: String, interval: Duration) throws {
        var reader = try CaptureReader(path: path)
        var samples: [Sample] = []
        var checks: [SelfCheck] = []
        var (began, ended) = (RunInstant(nanoseconds: .max), RunInstant(nanoseconds: .max))
        while let line = try reader.next() {
            switch line.record {
            case .sample(let sample): samples.append(sample)
            case .selfCheck(let check): checks.append(check)
            case .phase(let change) where change.phase == "loaded" && change.state == .loaded: began = change.at
            case .phase(let change) where change.phase == "loaded" && change.state == .completed: ended = change.at
            default: break
            }
        }
        let lateness = Self.lateness(of: samples.map(\.at.nanoseconds), interval: interval.nanoseconds)
        for (sample, late) in zip(samples, lateness) where sample.sequence > 0 {
            let isLoaded = sample.at >= began
            guard case .reply(let rtt) = sample.outcome, !isLoaded || sample.at < ended else { continue }
            if isLoaded {
                loaded.rtt.append(rtt.nanoseconds)
                loaded.late += late
            } else {
                idle.rtt.append(rtt.nanoseconds)
                idle.late += late
            }
        }
        let inside = checks.indices.filter { $0 > 0 && checks[$0 - 1].at >= began && checks[$0].at <= ended }
        let time = inside.reduce(0) { $0 + (checks[$1].at - checks[$1 - 1].at).nanoseconds }
        let work = inside.reduce(0) { $0 + (checks[$1].machineBusy?.nanoseconds ?? 0) }
        busy = time > 0 ? Double(work) / Double(time) / Double(sysconf(Int32(_SC_NPROCESSORS_ONLN))) : 0
    }
    /// A sequence sends at start + k × interval, or, later than half an interval, not at all; what was not sent is told with
    /// the send after it, as so many intervals late.
    static func lateness(of sends: [Int64], interval: Int64) -> [[Int64]] {
        guard let first = sends.first else { return [] }
        let slots = sends.map { ($0 - first + interval / 2) / interval }
        let offsets = zip(sends, slots).map { $0 - first - $1 * interval }
        let earliest = offsets.min() ?? 0
        return sends.indices.map { index in
            let missed = index == 0 ? 0 : slots[index] - slots[index - 1] - 1
            return (0..<max(0, missed)).map { (Int64($0) + 1) * interval } + [offsets[index] - earliest]
        }
    }
}
