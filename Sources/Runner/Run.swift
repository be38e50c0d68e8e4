public import LinecheckCapture
import LinecheckExpressions
import LinecheckJSON
public import LinecheckJudge
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities
import LinecheckReplay
import LinecheckRules
public import LinecheckSockets

/// One run of a plan: from the first record to the sealed capture.
public struct Run: Sendable {
    /// What a run tells while it goes on; all are called on threads of their own and have to return at once.
    public struct Observers: Sendable {
        /// Each record as it was written.
        public var onRecord: @Sendable (Record) -> Void
        /// A sentence when something goes wrong that does not end the run.
        public var onProblem: @Sendable (String) -> Void

        public init(
            onRecord: @escaping @Sendable (Record) -> Void = { _ in },
            onProblem: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            self.onRecord = onRecord
            self.onProblem = onProblem
        }
    }

    /// How a run ended.
    public struct Result: Sendable {
        public var outcome: End.Outcome
        /// Judged from what was read back from the capture; nil when that could not be read.
        public var verdict: Verdict?
        /// The capture's name: the final one when it was sealed, else the partial one.
        public var path: String
        /// Not everything that was seen is in the capture.
        public var isIncomplete: Bool
    }

    private let request: RunRequest
    private let targets: RunTargets
    private let clock: RunClock
    private let queue: EventQueue

    /// - Parameter clock: the run's zero; targets were resolved on it.
    public init(_ request: RunRequest, targets: RunTargets, clock: RunClock) {
        self.request = request
        self.targets = targets
        self.clock = clock
        queue = EventQueue(clock: clock)
    }

    /// Ends the run in order; a second call ends it at once. From any thread.
    public func interrupt(signal: String) { queue.post(.interrupted(signal: signal)) }

    /// Runs to the end on the calling thread.
    ///
    /// - Throws: ``CaptureError`` when no capture could be begun, ``SystemError`` when the kernel gives no probe thread.
    public func perform(_ observers: Observers = Observers()) throws -> Result {
        let network = NetworkFacts.read()
        let current = CurrentPhase()
        let recorder = try Recorder(
            to: request.output, header: RunHeader.make(request, network: network), plan: request.plan, clock: clock,
            onTrip: { [queue] trip, phase in
                guard let action = Guard.Action(rawValue: trip.action) else { return }
                // The writer is behind the driver: the bytes of a phase's last moment may trip a guard when the next
                // phase runs already, which it says nothing of.
                queue.post(.guardTripped(trip.name, action), while: { current.name == phase })
            }, onRecord: observers.onRecord, onProblem: observers.onProblem)
        for target in targets.records { recorder.record(.target(target)) }
        let performer = try RunPerformer(
            plan: request.plan, targets: targets, clock: clock, queue: queue, recorder: recorder,
            current: current, interface: network.interface, judgeCondition: judge)
        var driver = PhaseDriver(plan: request.plan, source: queue, performer: performer)
        driver.run()
        return seal(recorder, performer.outcome, observers)
    }

    /// The live verdict is a replay of what was written.
    private func seal(
        _ recorder: Recorder, _ ending: (outcome: End.Outcome, reason: String?), _ observers: Observers
    ) -> Result {
        var result = Result(outcome: ending.outcome, path: request.output.partialPath, isIncomplete: false)
        do {
            try recorder.finish(ending.outcome, reason: ending.reason)
            let capture = try CaptureReplay.load(path: request.output.partialPath, recover: recorder.isIncomplete)
            let verdict = capture.judge(rules: capture.rules)
            result.verdict = verdict
            try recorder.seal(verdict.json)
            result.path = request.output.path
        } catch {
            observers.onProblem("\(error)")
            result.isIncomplete = true
        }
        result.isIncomplete = result.isIncomplete || recorder.isIncomplete
        return result
    }

    /// What the judge says of a phase's condition over the records on the disk so far.
    private func judge(_ condition: String) -> (holds: Truth, reason: String) {
        do {
            // Not as one that was cut off: its end is still to come.
            let capture = try CaptureReplay.load(path: request.output.partialPath)
            let (truth, reason) = Judge.evaluate(
                condition: condition, over: capture.observations, rules: request.rules)
            return (truth, reason ?? condition)
        } catch {
            return (.unknown, "\(error)")
        }
    }
}
