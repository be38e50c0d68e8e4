import LinecheckCapture
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities
import Testing

private func plan(_ guards: [Guard]) -> Plan {
    Plan(
        name: "test", probes: [Probe(name: "gateway", kind: .ping, target: "@gateway", timeout: .seconds(1))],
        phases: [Phase(name: "one", ending: .after(.seconds(60))), Phase(name: "two", ending: .after(.seconds(60)))],
        guards: guards)
}

private func sample(_ sequence: Int64, _ outcome: Sample.Outcome) -> Record {
    .sample(
        Sample(
            probe: "gateway", sequence: sequence, at: RunInstant(nanoseconds: sequence * 200_000_000), outcome: outcome)
    )
}

private func running(_ phase: String) -> Record {
    .phase(PhaseChange(at: .start, phase: phase, state: .running))
}

private let gone = Guard(
    name: "gone", subject: .probe("gateway"), statistic: .loss, over: .seconds(3), direction: .above, limit: 500_000,
    action: .endPhase)

@Suite struct GuardWatchTests {
    @Test func `a guard fires when more than its share of the window was lost, and once a phase`() {
        var watch = GuardWatch(plan: plan([gone]))
        var trips: [GuardTrip] = watch.look(at: running("one"))
        for sequence in 0..<4 { trips += watch.look(at: sample(Int64(sequence), .reply(rtt: .milliseconds(3)))) }
        for sequence in 4..<8 { trips += watch.look(at: sample(Int64(sequence), .lost)) }
        #expect(trips.isEmpty)
        trips += watch.look(at: sample(8, .lost))
        #expect(
            trips == [
                GuardTrip(
                    at: RunInstant(nanoseconds: 2_600_000_000), name: "gone", subject: "gateway", observed: 555_556,
                    limit: 500_000, action: "end-phase")
            ])
        #expect(watch.look(at: sample(9, .lost)).isEmpty)
        #expect(watch.look(at: running("two")).isEmpty)
        #expect(watch.look(at: sample(10, .lost)).count == 1)
    }

    @Test func `a guard on the median sees the judge's median: the mean of the two middle ones`() {
        let slow = Guard(
            name: "slow", subject: .probe("gateway"), statistic: .rttP50, over: .seconds(3), direction: .above,
            limit: 0,
            action: .goOn)
        let rtts = [1, 1, 1, 4, 4, 4]
        // The first five are looked at before any phase runs, when nothing fires.
        var watch = GuardWatch(plan: plan([slow]))
        for sequence in 0..<5 {
            _ = watch.look(at: sample(Int64(sequence), .reply(rtt: .milliseconds(rtts[sequence]))))
        }
        _ = watch.look(at: running("one"))
        let trips = watch.look(at: sample(5, .reply(rtt: .milliseconds(rtts[5]))))
        #expect(trips.map(\.observed) == [2_500_000])
    }

    @Test func `a median that falls on a lost attempt is above every limit`() {
        let slow = Guard(
            name: "slow", subject: .probe("gateway"), statistic: .rttP50, over: .seconds(5), direction: .above,
            limit: 1_000_000_000_000, action: .goOn)
        var watch = GuardWatch(plan: plan([slow]))
        _ = watch.look(at: running("one"))
        for sequence in 0..<3 { _ = watch.look(at: sample(Int64(sequence), .reply(rtt: .milliseconds(1)))) }
        for sequence in 3..<5 { #expect(watch.look(at: sample(Int64(sequence), .lost)).isEmpty) }
        #expect(watch.look(at: sample(5, .lost)).map(\.observed) == [.max])
    }

    @Test func `fewer than five attempts say nothing`() {
        var watch = GuardWatch(plan: plan([gone]))
        _ = watch.look(at: running("one"))
        for sequence in 0..<4 { #expect(watch.look(at: sample(Int64(sequence), .lost)).isEmpty) }
    }

    @Test func `an attempt that never left this host is not a loss`() {
        var watch = GuardWatch(plan: plan([gone]))
        _ = watch.look(at: running("one"))
        for sequence in 0..<20 { #expect(watch.look(at: sample(Int64(sequence), .failed(.noBuffer))).isEmpty) }
    }

    @Test func `a byte guard on every load counts each by itself and from each phase anew`() {
        let cap = Guard(
            name: "cap", subject: .anyLoad, statistic: .bytes, over: nil, direction: .above, limit: 1_000,
            action: .endPhase)
        var watch = GuardWatch(plan: plan([cap]))
        func bytes(_ load: String, _ stream: Int, _ total: Int64) -> Record {
            .bytes(ByteTotal(at: .start, load: load, stream: stream, total: total))
        }
        _ = watch.look(at: running("one"))
        #expect(watch.look(at: bytes("download", 0, 600)).isEmpty)
        #expect(watch.look(at: bytes("upload", 0, 600)).isEmpty)
        #expect(watch.look(at: bytes("download", 1, 600)).map(\.observed) == [1_200])
        _ = watch.look(at: running("two"))
        #expect(watch.look(at: bytes("download", 0, 900)).isEmpty)
    }

    @Test func `nothing fires when no phase runs`() {
        var watch = GuardWatch(plan: plan([gone]))
        for sequence in 0..<20 { #expect(watch.look(at: sample(Int64(sequence), .lost)).isEmpty) }
    }
}
