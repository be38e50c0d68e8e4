import LinecheckCapture
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities
import TestSupport
import Testing

@Suite struct SimulatedRunTests {
    private static let lines: [SimulatedLine] = [
        SimulatedLine(), SimulatedLine { $0.gatewayIsSilent = true }, SimulatedLine { $0.gatewayAddress = nil },
        SimulatedLine { $0.downloadServer = .refusing(status: 403) },
        SimulatedLine { $0.uploadServer = .silent },
        SimulatedLine { $0.internetGoneAt = RunInstant(nanoseconds: 12_000_000_000) },
        SimulatedLine {
            $0.bottleneck = .wifi
            $0.upload.depth = .seconds(3)
            $0.loss = Ratio(partsPerMillion: 30_000)
        },
    ]

    private func records(
        _ plan: String = "bufferbloat", _ line: SimulatedLine = SimulatedLine(), seed: UInt64 = 1
    ) throws -> [Record] {
        SimulatedRun(try BundledPlans.read(plan).plan, on: line, seed: seed).records()
    }

    private func phases(_ records: [Record]) -> [String] {
        records.compactMap {
            if case .phase(let change) = $0 { "\(change.phase) \(change.state.rawValue)" } else { nil }
        }
    }

    private func rtts(_ records: [Record], _ probe: String, _ from: Int64, _ to: Int64) -> [Duration] {
        records.compactMap { record in
            guard case .sample(let sample) = record, sample.probe == probe, case .reply(let rtt) = sample.outcome,
                (from * 1_000_000_000..<to * 1_000_000_000).contains(sample.at.nanoseconds)
            else { return nil }
            return rtt
        }
    }

    @Test(arguments: lines.indices)
    func `a simulated run is a whole capture`(line: Int) throws {
        let records = try records("health", Self.lines[line])
        let reading = Reading(RecordEncoder.capture(records))
        #expect(reading.thrown == nil)
        #expect(reading.isComplete)
        let difference = zip(reading.records, records).first { $0 != $1 }
        #expect(difference == nil)
        #expect(reading.records.count == records.count)
    }

    @Test(arguments: ["bufferbloat", "health"], lines.indices)
    func `its transitions are those of the phase machine, fed with its events`(plan: String, line: Int) throws {
        let plan = try BundledPlans.read(plan).plan
        let records = SimulatedRun(plan, on: Self.lines[line]).records()
        var machine = PhaseMachine(plan: plan)
        var expected: [PhaseChange] = []
        var outcome: End.Outcome?
        for case .event(let record) in records {
            let event = try #require(PhaseEvent(record))
            for action in machine.handle(event, at: record.at) {
                if case .record(let change) = action { expected.append(change) }
                if case .finish(let found, _) = action { outcome = found }
            }
        }
        #expect(expected == records.compactMap { if case .phase(let change) = $0 { change } else { nil } })
        guard case .end(let end)? = records.last else {
            Issue.record("no end")
            return
        }
        #expect(end.outcome == outcome)
    }

    @Test func `the same seed gives the same capture and another seed another one`() throws {
        #expect(try records(seed: 4) == records(seed: 4))
        #expect(try records(seed: 4) != records(seed: 5))
    }

    @Test func `health goes through its phases in order`() throws {
        let records = try records("health")
        #expect(
            phases(records) == [
                "idle running", "idle completed", "baseline running", "baseline completed", "download running",
                "download loaded", "download completed", "drain running", "drain completed", "upload running",
                "upload loaded", "upload completed", "recovery running", "recovery completed",
            ])
        let idle = records.compactMap { record -> String? in
            guard case .sample(let sample) = record, sample.at < RunInstant(nanoseconds: 8_500_000_000) else {
                return nil
            }
            return sample.probe
        }
        #expect(idle.filter { $0 == "tcp" }.count == 11)
        #expect(idle.prefix(11).allSatisfy { $0 == "gateway" })
    }

    @Test func `records stand in the order in which they became known`() throws {
        var latest = RunInstant.start
        for record in try records("health") {
            var known = record.instant ?? latest
            if case .sample(let sample) = record {
                switch sample.outcome {
                case .reply(let rtt): known = sample.at + rtt
                case .lost: known = sample.at + .seconds(2)
                case .failed: known = sample.at + (sample.connect ?? .zero)
                }
            }
            if known < latest { Issue.record("\(record) stands behind \(latest)") }
            latest = max(latest, known)
        }
    }

    @Test func `a deep queue shows under its own load and drains with it`() throws {
        let line = SimulatedLine { $0.upload.depth = .milliseconds(400) }
        let records = try records("bufferbloat", line)
        let baseline = rtts(records, "internet", 1, 5)
        let upload = rtts(records, "internet", 20, 27)
        #expect(baseline.allSatisfy { $0 < .milliseconds(20) })
        #expect(upload.allSatisfy { $0 > .milliseconds(250) })
        #expect(rtts(records, "gateway", 20, 27).allSatisfy { $0 < .milliseconds(10) })
        let wifi = SimulatedLine {
            $0.upload.depth = .milliseconds(400)
            $0.bottleneck = .wifi
        }
        #expect(rtts(try self.records("bufferbloat", wifi), "gateway", 20, 27).allSatisfy { $0 > .milliseconds(250) })
    }

    @Test func `a load moves what the line carries`() throws {
        let records = try records()
        var totals: [Int: Int64] = [:]
        for case .bytes(let bytes) in records where bytes.load == "download" { totals[bytes.stream] = bytes.total }
        #expect(totals.count == 4)
        let moved = totals.values.reduce(0, +)
        // 95 Mbit/s for 10 s, less a quarter of a second of slow start.
        #expect(abs(moved - 115_781_250) < 500_000)
    }

    @Test func `a server that answers 403 with one byte fails the load and ends the phase`() throws {
        let records = try records("bufferbloat", SimulatedLine { $0.downloadServer = .refusing(status: 403) })
        #expect(phases(records).contains("download cut-short"))
        #expect(!phases(records).contains("download loaded"))
        let reason = records.compactMap { record -> String? in
            if case .event(let event) = record, event.event == "load-failed" { event.reason } else { nil }
        }
        #expect(reason == ["HTTP 403 from speed.cloudflare.com (1 byte)"])
    }

    @Test func `a guard of the plan fires on the simulated line as well`() throws {
        let records = try records("bufferbloat", SimulatedLine { $0.gatewayIsSilent = true })
        let trips = records.compactMap { if case .guardTrip(let trip) = $0 { trip.name } else { nil } }
        #expect(trips.first == "gateway-gone")
    }

    @Test func `an interrupted run ends as one`() throws {
        var run = SimulatedRun(try BundledPlans.read("bufferbloat").plan)
        run.interruptedAt = RunInstant(nanoseconds: 7_000_000_000)
        let records = run.records()
        guard case .end(let end)? = records.last else {
            Issue.record("no end")
            return
        }
        #expect(end.outcome == .interrupted)
        #expect(phases(records).suffix(3) == ["download cut-short", "drain cancelled", "upload cancelled"])
    }
}
