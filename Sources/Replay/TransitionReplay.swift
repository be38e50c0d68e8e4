import LinecheckCapture
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities

/// Hands the recorded events to a new machine and the recorded samples to new guards, and compares what comes out with
/// what was recorded.
struct TransitionReplay {
    private var machine: PhaseMachine
    private var guards: GuardWatch
    private var expectedChanges: [PhaseChange] = []
    private var expectedTrips: [GuardTrip] = []
    private(set) var difference: ReplayDifference?
    /// Events or transitions may be among what a recovered capture lacks, so nothing behind can be compared.
    private var isBroken = false

    init(plan: Plan) {
        machine = PhaseMachine(plan: plan)
        guards = GuardWatch(plan: plan)
    }

    mutating func take(_ record: Record, line: Int) {
        guard difference == nil, !isBroken else { return }
        expectedTrips += guards.look(at: record)
        switch record {
        case .event(let event): hand(event, line: line)
        case .phase(let change): compare(change, line: line)
        case .guardTrip(let trip): compare(trip, line: line)
        case .end(let end): compare(end, line: line)
        case .recovered(let lost): isBroken = lost.isOfRun
        default: break
        }
    }

    private mutating func hand(_ record: EventRecord, line: Int) {
        guard let event = PhaseEvent(record) else { return }
        for action in machine.handle(event, at: record.at) {
            if case .record(let change) = action { expectedChanges.append(change) }
        }
    }

    private mutating func compare(_ change: PhaseChange, line: Int) {
        let expected = expectedChanges.isEmpty ? nil : expectedChanges.removeFirst()
        guard expected != change else { return }
        differ("phase", line, recorded: describe(change), replayed: expected.map(describe) ?? "no transition")
    }

    private mutating func compare(_ trip: GuardTrip, line: Int) {
        let expected = expectedTrips.isEmpty ? nil : expectedTrips.removeFirst()
        guard expected != trip else { return }
        differ(
            "guard \(trip.name)", line, recorded: describe(trip), replayed: expected.map(describe) ?? "no guard fires")
    }

    /// At the end nothing may be left that should have been recorded before.
    private mutating func compare(_ end: End, line: Int) {
        if let missing = expectedChanges.first {
            differ("phase", line, recorded: "no transition", replayed: describe(missing))
        } else if let missing = expectedTrips.first {
            differ("guard \(missing.name)", line, recorded: "no guard fires", replayed: describe(missing))
        } else if machine.state != .finished(end.outcome), end.outcome != .failed {
            differ("outcome", line, recorded: end.outcome.rawValue, replayed: "\(machine.state)")
        }
    }

    private mutating func differ(_ field: String, _ line: Int, recorded: String, replayed: String) {
        difference = ReplayDifference(field: field, recorded: recorded, replayed: replayed, lines: line...line)
    }

    private func describe(_ change: PhaseChange) -> String {
        "\(change.phase) \(change.state.rawValue)" + (change.reason.map { " (\($0))" } ?? "")
            + " at \(change.at.nanoseconds)"
    }

    private func describe(_ trip: GuardTrip) -> String {
        "\(trip.subject) \(trip.observed) against \(trip.limit) at \(trip.at.nanoseconds)"
    }
}
