import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities

/// What becomes of a capture's records: they are observed for judging, replayed through the machine, and told to who listens.
struct TakenRecords {
    private(set) var observations: Observations
    private(set) var transitions: TransitionReplay
    /// The verdict that the capture holds.
    private(set) var verdict: JSONValue?
    private let plan: Plan
    private let seen: ((Record) -> Void)?

    init(_ header: Record, plan: Plan, seen: ((Record) -> Void)?) {
        self.plan = plan
        self.seen = seen
        observations = Observations(plan: plan)
        transitions = TransitionReplay(plan: plan)
        observations.add(header, line: 1)
        seen?(header)
    }

    /// All records behind the header.
    mutating func take(_ reader: inout CaptureReader) throws(Damage) {
        let names = ProbeNames(plan.probes.map(\.name))
        let watched = plan.probes.map { probe in plan.guards.contains { $0.subject == .probe(probe.name) } }
        var batch: [PlainSample] = []
        while true {
            let line = reader.takePlainSamples(of: names, into: &batch)
            observations.add(batch, firstLine: line)
            if let seen { for sample in batch { seen(.sample(sample.record(plan))) } }
            if watched.contains(true) {
                for (offset, sample) in batch.enumerated() where watched[sample.probe] {
                    transitions.take(.sample(sample.record(plan)), line: line + offset)
                }
            }
            guard let line = try reader.next() else { return }
            take(line.record, line.number)
        }
    }

    /// Those behind the header of a capture that may be damaged, as far as they can be relied on.
    mutating func takeWhole(_ reader: inout CaptureReader) throws(Damage) {
        var whole = WholeRecords()
        var line: CaptureReader.Line?
        repeat {
            line = try reader.next()
            for (record, number) in whole.take(line, reader.damages) { take(record, number) }
        } while line != nil
        if let header = reader.header, reader.damages.contains(where: { $0.lines?.contains(1) == true }),
            !header.fitsItsDigests
        {
            throw Damage.changedHeader(reader.name, reader.damages.first?.lines)
        }
    }

    private mutating func take(_ record: Record, _ line: Int) {
        if case .verdict(let value) = record { verdict = value }
        observations.add(record, line: line)
        seen?(record)
        transitions.take(record, line: line)
    }
}

extension PlainSample {
    /// As the general reader gives it, but without what no guard looks at.
    fileprivate func record(_ plan: Plan) -> Sample {
        Sample(
            probe: plan.probes[probe].name, sequence: sequence, at: RunInstant(nanoseconds: sentAt),
            outcome: rtt.map { .reply(rtt: .nanoseconds($0)) } ?? .lost)
    }
}
