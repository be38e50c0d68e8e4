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

    init(plan: Plan, seen: ((Record) -> Void)?) {
        self.plan = plan
        self.seen = seen
        observations = Observations(plan: plan)
        transitions = TransitionReplay(plan: plan)
        watched = plan.probes.map { probe in plan.guards.contains { $0.subject == .probe(probe.name) } }
    }

    mutating func take(_ portion: CapturePortion) {
        for piece in portion.pieces {
            switch piece {
            case .samples(let places, let line): take(portion.samples[places], firstLine: line)
            case .line(let line): take(line)
            }
        }
        guard !expectsRest, let (read, size) = portion.progress, read > Self.enough else { return }
        expectsRest = true
        observations.expectRest(after: Double(read) / Double(size))
    }

    mutating func take(_ line: CaptureReader.Line) {
        if case .verdict(let value) = line.record { verdict = value }
        observations.add(line.record, line: line.number)
        seen?(line.record)
        transitions.take(line.record, line: line.number)
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
