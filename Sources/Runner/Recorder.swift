import LinecheckCapture
import LinecheckJSON
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// The one sink of a run: every record goes through it to the capture, and guards look at each once it is written.
final class Recorder: Sendable {
    private let writer: CaptureWriter
    private let trips: TripQueue

    /// - Parameters:
    ///   - onTrip: called on the writer's thread when a guard fires, with the phase that it fired in.
    ///   - onRecord: called on the writer's thread with each record that was written.
    ///   - onProblem: called at once with a sentence when the disk fails.
    init(
        to output: RunRequest.Output, header: Header, plan: Plan, clock: RunClock,
        onTrip: @escaping @Sendable (GuardTrip, _ phase: String) -> Void,
        onRecord: @escaping @Sendable (Record) -> Void,
        onProblem: @escaping @Sendable (String) -> Void
    ) throws(CaptureError) {
        let trips = TripQueue(plan: plan)
        let hooks = CaptureWriter.Hooks(
            now: { clock.now }, wall: { WallTime(nanosecondsSinceEpoch: KernelClock.realtime) },
            onWritten: { record, _ in
                onRecord(record)
                for (trip, phase) in trips.look(at: record) {
                    trips.append(.guardTrip(trip))
                    onTrip(trip, phase)
                }
            }, onProblem: { onProblem($0.description) })
        writer = try CaptureWriter(path: output.path, header: header, hooks: hooks)
        self.trips = trips
        trips.attach(writer)
    }

    func record(_ record: Record) { writer.append(record) }

    /// Returns when everything recorded so far is on the disk.
    func flush() { writer.flush() }

    /// Something that was seen could not be stored.
    var isIncomplete: Bool { writer.isIncomplete }

    func finish(_ outcome: End.Outcome, reason: String?) throws(CaptureError) {
        // A guard that fires on the last record appends behind it; the end record comes after both.
        writer.flush()
        _ = try writer.finish(outcome, reason: reason)
    }

    func seal(_ verdict: JSONValue) throws(CaptureError) { try writer.seal(verdict: verdict) }
}

/// The guards of a run and the way back to the writer, which exists only after its hooks.
private final class TripQueue: Sendable {
    private struct State {
        var watch: GuardWatch
        /// The phase that the records so far have entered last.
        var phase = ""
        var writer: CaptureWriter?
        var early: [Record] = []
    }

    private let state: Mutex<State>

    init(plan: Plan) { state = Mutex(State(watch: GuardWatch(plan: plan))) }

    func look(at record: Record) -> [(trip: GuardTrip, phase: String)] {
        state.withLock { state in
            if case .phase(let change) = record, change.state == .running { state.phase = change.phase }
            return state.watch.look(at: record).map { ($0, state.phase) }
        }
    }

    func append(_ record: Record) {
        let writer = state.withLock { state in
            if state.writer == nil { state.early.append(record) }
            return state.writer
        }
        writer?.append(record)
    }

    func attach(_ writer: CaptureWriter) {
        let early = state.withLock { state in
            state.writer = writer
            defer { state.early = [] }
            return state.early
        }
        for record in early { writer.append(record) }
    }
}
