import Foundation
import Glibc
import LinecheckCapture
import LinecheckExpressions
import LinecheckJSON
import LinecheckJudge
import LinecheckLoads
import LinecheckPlan
import LinecheckReplay
import LinecheckRunner
import LinecheckSockets
import Synchronization
import Testing

/// Real runs in this process, over loopback; they load the machine, so one at a time.
@Suite(.serialized) struct LoopbackRunTests {
    private static let plan = """
        { "plan": 1, "name": "short-bufferbloat",
          "vars": { "gateway": "@gateway", "internet": "192.0.2.1", "download": "http://h/", "upload": "http://h/" },
          "probes": {
            "gateway":  { "type": "ping", "target": "${gateway}", "interval": "50ms", "timeout": "1s" },
            "internet": { "type": "ping", "target": "${internet}", "interval": "50ms", "timeout": "1s" }
          },
          "loads": {
            "download": { "type": "http", "direction": "download", "url": "${download}", "streams": 1 },
            "upload": { "type": "http", "direction": "upload", "url": "${upload}", "streams": 1 }
          },
          "throughout": ["gateway", "internet"],
          "phases": [
            { "name": "baseline", "duration": "1s" },
            { "name": "download", "duration": "1500ms", "loads": ["download"], "settle": "200ms" },
            { "name": "upload", "duration": "1500ms", "loads": ["upload"], "settle": "200ms",
              "when": "measured(internet.baseline.rtt.p50)" }
          ],
          "expect": ["internet.baseline.loss < 50%"],
          "rules": "bufferbloat-1" }
        """

    private struct Outcome {
        var result: Run.Result
        var records: [Record]
        var path: String
        var bytes: [UInt8]
    }

    /// - Parameters:
    ///   - during: called with the run on a thread of its own.
    ///   - onRecord: called on the writer's thread, which it may hold up.
    private func run(
        _ text: String, during: (@Sendable (Run) -> Void)? = nil,
        onRecord: @escaping @Sendable (Record) -> Void = { _ in }
    ) throws -> Outcome {
        let loopback = try Loopback()
        defer { loopback.stop() }
        let names = try BundledPlan.read(text: text).plan.vars.map(\.name)
        var read = try BundledPlan.reader.read(
            SourceText(name: "test.json", text: text), settings: loopback.settings(for: names))
        read.plan = loopback.pointed(read.plan)
        if !Loopback.mayPing { read.plan = loopback.withoutPing(read.plan) }
        let folder = NSTemporaryDirectory() + "linecheck-run-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let clock = RunClock()
        let run = Run(
            RunRequest(
                plan: read.plan, rules: read.rules, planSource: read.source, options: ["test"],
                software: Header.Software(name: "test", version: "0", revision: ""),
                output: RunRequest.Output(path: folder + "/run.capture.jsonl"), isLoopback: true),
            targets: RunTargets(read.plan, clock: clock, embedded: loopback.server.addresses), clock: clock)
        let records = Mutex<[Record]>([])
        let helper = try during.map { during in try KernelThread(name: "during") { during(run) } }
        let result = try run.perform(
            Run.Observers(
                onRecord: { record in
                    records.withLock { $0.append(record) }
                    onRecord(record)
                }))
        helper?.join()
        let bytes = FileManager.default.contents(atPath: result.path).map { Array($0) } ?? []
        return Outcome(result: result, records: records.withLock { $0 }, path: result.path, bytes: bytes)
    }

    @Test func `a guard on bytes holds at the speed of loopback, and is what ends the load`() throws {
        let text = """
            { "plan": 1, "name": "capped",
              "vars": { "gateway": "@gateway", "download": "http://h/" },
              "probes": { "gateway": { "type": "ping", "target": "${gateway}", "interval": "50ms", "timeout": "1s" } },
              "loads": {
                "download": { "type": "http", "direction": "download", "url": "${download}", "streams": 4 }
              },
              "throughout": ["gateway"],
              "phases": [{ "name": "download", "duration": "20s", "loads": ["download"], "settle": "200ms" }],
              "guards": [{ "name": "cap", "load": "download", "stat": "bytes", "above": "50MB", "then": "end-phase" }] }
            """
        let outcome = try run(text)
        let report = try #require(outcome.result.verdict?.loads.first?.phases.first)
        #expect((50_000_001...51_000_000).contains(report.bytes), "\(report.bytes)")
        #expect(report.reason?.hasSuffix("by cap") == true, "\(report.reason ?? "")")
        let failures = outcome.records.filter {
            if case .event(let event) = $0 { event.event == "load-failed" } else { false }
        }
        #expect(failures.isEmpty)
    }

    @Test func `a run leaves a whole capture whose replay is its verdict, byte for byte`() throws {
        let outcome = try run(Self.plan)
        #expect(outcome.result.outcome == .complete)
        #expect(!outcome.result.isIncomplete)
        #expect(outcome.path.hasSuffix(".capture.jsonl"))
        let verdict = try #require(outcome.result.verdict)
        let replay = try CaptureReplay.load(bytes: outcome.bytes, name: "run")
        #expect(replay.damages.isEmpty)
        #expect(replay.transition == nil)
        let again = replay.judge(rules: replay.rules)
        #expect(again.json.canonicalBytes == verdict.json.canonicalBytes)
        #expect(replay.recordedVerdict?.canonicalBytes == verdict.json.canonicalBytes)
        #expect(replay.difference(from: again) == nil)
        let last = outcome.bytes.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) }
        #expect(last?.hasPrefix("{\"type\":\"verdict\",\"judge\":1,") == true)
        #expect(last?.contains(verdict.json.canonicalText.dropFirst().dropLast()) == true)
    }

    @Test func `everything that was told as written stands in the capture, in that order`() throws {
        let outcome = try run(Self.plan)
        var reader = CaptureReader(bytes: outcome.bytes, name: "run")
        var read: [Record] = []
        while let line = try reader.next() { read.append(line.record) }
        let isComplete = reader.isComplete
        #expect(isComplete)
        #expect(read == outcome.records)
    }

    @Test func `idle loopback loses nothing and both loads are valid`() throws {
        let verdict = try #require(try run(Self.plan).result.verdict)
        #expect(verdict.loads.map(\.name) == ["download", "upload"])
        for load in verdict.loads { #expect(load.isValid, "\(load.name): \(load.reason ?? "")") }
        #expect(verdict.expectations.map(\.truth) == [.yes])
        #expect(verdict.notes.contains { $0.contains("own loopback") })
        #expect(!verdict.measuredNothing)
    }

    @Test func `an interrupted run ends in order and replays`() throws {
        let outcome = try run(Self.plan) { run in
            usleep(1_300_000)
            run.interrupt(signal: "SIGTERM")
        }
        #expect(outcome.result.outcome == .interrupted)
        #expect(!outcome.result.isIncomplete)
        let replay = try CaptureReplay.load(bytes: outcome.bytes, name: "run")
        #expect(replay.damages.isEmpty)
        #expect(replay.difference(from: replay.judge(rules: replay.rules)) == nil)
        #expect(outcome.result.verdict?.outcome == "interrupted")
    }

    @Test func `an interrupt that comes before the run begins is not lost`() throws {
        let outcome = try run(Self.plan.replacingOccurrences(of: "\"1s\" },\n", with: "\"50s\" },\n")) { run in
            run.interrupt(signal: "SIGINT")
        }
        #expect(outcome.result.outcome == .interrupted)
    }

    @Test func `a byte guard ends its phase, once, and replay has it fire on the same record`() throws {
        let guarded = Self.plan.replacingOccurrences(
            of: "\"expect\":",
            with: """
                "guards": [{ "name": "data-cap", "load": "*", "stat": "bytes", "above": "1MB", "then": "end-phase" }],
                "expect":
                """)
        let outcome = try run(guarded)
        #expect(outcome.result.outcome == .cutShort)
        let trips = outcome.records.compactMap { if case .guardTrip(let trip) = $0 { trip } else { nil } }
        #expect(trips.map(\.subject) == ["download", "upload"])
        for trip in trips { #expect(trip.observed > trip.limit) }
        let cuts = outcome.records.compactMap { record -> String? in
            guard case .phase(let change) = record, change.state == .cutShort else { return nil }
            return "\(change.phase): \(change.reason ?? "")"
        }
        #expect(cuts == ["download: data-cap", "upload: data-cap"])
        let replay = try CaptureReplay.load(bytes: outcome.bytes, name: "run")
        #expect(replay.transition == nil)
    }

    /// A disk that hangs holds up the writer, and with it the guards, until the next phase has begun.
    @Test func `a guard that fires late ends nothing but its own phase`() throws {
        let plan = """
            { "plan": 1, "name": "late-guard",
              "probes": { "near": { "type": "ping", "target": "127.0.0.2", "interval": "50ms" } },
              "loads": { "download": { "type": "http", "direction": "download", "url": "@embedded", "streams": 1 } },
              "throughout": ["near"],
              "phases": [
                { "name": "download", "duration": "500ms", "loads": ["download"], "settle": "0s" },
                { "name": "after", "duration": "1500ms" }
              ],
              "guards": [{ "name": "data-cap", "load": "*", "stat": "bytes", "above": "1MB", "then": "end-phase" }] }
            """
        let hasHung = Mutex(false)
        let outcome = try run(
            plan,
            onRecord: { record in
                guard case .bytes(let bytes) = record, bytes.total > 1_000_000 else { return }
                let isFirst = hasHung.withLock { hung in
                    defer { hung = true }
                    return !hung
                }
                if isFirst { usleep(1_000_000) }
            })
        #expect(outcome.records.contains { if case .guardTrip = $0 { true } else { false } })
        let ends = outcome.records.compactMap { record -> String? in
            guard case .phase(let change) = record, change.state != .running, change.state != .loaded else {
                return nil
            }
            return "\(change.phase) \(change.state.rawValue)"
        }
        #expect(ends == ["download completed", "after completed"])
        let replay = try CaptureReplay.load(bytes: outcome.bytes, name: "run")
        #expect(replay.transition == nil)
    }

    @Test func `a name that is taken during the run is left alone`() throws {
        let taken = Mutex("")
        let outcome = try run(Self.plan) { _ in
            usleep(500_000)
            let partials = (try? FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())) ?? []
            for folder in partials where folder.hasPrefix("linecheck-run-") {
                let path = NSTemporaryDirectory() + folder + "/run.capture.jsonl"
                guard FileManager.default.fileExists(atPath: path + ".partial") else { continue }
                try? "mine".write(toFile: path, atomically: false, encoding: .utf8)
                taken.withLock { $0 = path }
            }
        }
        #expect(taken.withLock { !$0.isEmpty })
        #expect(outcome.result.isIncomplete)
        #expect(outcome.path.hasSuffix(".partial"))
        #expect(outcome.result.verdict != nil)
        let replay = try CaptureReplay.load(bytes: outcome.bytes, name: "run")
        #expect(replay.difference(from: replay.judge(rules: replay.rules)) == nil)
    }
}
