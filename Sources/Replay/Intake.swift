import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities

/// What becomes of a capture's records: judging keeps some, and the machine is run over them again.
struct Intake {
    /// How much of a file has to be read before it tells how many samples the rest holds.
    private static let enough: Int64 = 4_000_000

    let plan: Plan
    private(set) var observations: Observations
    private(set) var transitions: TransitionReplay
    private(set) var verdict: JSONValue?
    private let seen: ((Record) -> Void)?
    /// By probe: a guard looks at its samples.
    private let watched: [Bool]
    private var expectsRest = false

    init(_ header: Header, plan: Plan, seen: ((Record) -> Void)?) {
        self.plan = plan
        self.seen = seen
        observations = Observations(plan: plan)
        transitions = TransitionReplay(plan: plan)
        watched = plan.probes.map { probe in plan.guards.contains { $0.subject == .probe(probe.name) } }
        take(.header(header), line: 1)
    }

    /// All records behind the header.
    mutating func take(_ reader: inout CaptureReader) throws(Damage) {
        let probes = ProbeNames(plan.probes.map(\.name))
        reader.readAhead(of: probes)
        var portion = CapturePortion()
        while try reader.next(&portion, of: probes) {
            for piece in portion.pieces {
                switch piece {
                case .samples(let places, let line): take(portion.samples[places], firstLine: line)
                case .line(let line): take(line.record, line: line.number)
                }
            }
            expectRest(portion.progress)
        }
    }

    /// Those behind the header of a capture that may be damaged, as far as they can be relied on.
    mutating func take(_ reader: inout SalvageReader) throws(Damage) {
        while let piece = try reader.next() { take(piece.record, line: piece.line) }
    }

    private mutating func expectRest(_ progress: (read: Int64, of: Int64)?) {
        guard !expectsRest, let (read, size) = progress, read > Self.enough else { return }
        expectsRest = true
        observations.expectRest(after: Double(read) / Double(size))
    }

    private mutating func take(_ record: Record, line: Int) {
        if case .verdict(let value) = record { verdict = value }
        observations.add(record, line: line)
        seen?(record)
        transitions.take(record, line: line)
    }

    private mutating func take(_ samples: ArraySlice<PlainSample>, firstLine: Int) {
        observations.add(samples, firstLine: firstLine)
        if let seen { for sample in samples { seen(.sample(sample.record(plan))) } }
        guard watched.contains(true) else { return }
        for (line, sample) in zip(firstLine..., samples) where watched[sample.probe] {
            transitions.take(.sample(sample.record(plan)), line: line)
        }
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
