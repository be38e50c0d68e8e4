import LinecheckCapture
public import LinecheckExpressions
public import LinecheckPhases
public import LinecheckPlan
public import LinecheckQuantities

/// What the driver lets happen: the real network in a run, a notebook in tests.
public protocol PhasePerformer: AnyObject {
    func record(_ event: PhaseEvent, at now: RunInstant)
    /// Performs any action but deadlines and evaluations, which are the driver's own.
    func perform(_ action: PhaseAction, at now: RunInstant)
    /// What the judge says of a condition over the records so far.
    func evaluate(phase: String, condition: String) -> (holds: Truth, reason: String)
    /// Called about once a second.
    func tick(at now: RunInstant)
}

/// Feeds a ``PhaseMachine`` and performs what it decides, until it finishes.
public struct PhaseDriver {
    private var machine: PhaseMachine
    private let source: any EventSource
    private let performer: any PhasePerformer
    private var deadline: RunInstant?
    private var marks: [(loads: [String], at: RunInstant)] = []
    private var nextTick = RunInstant.start + .seconds(1)

    public init(plan: Plan, source: any EventSource, performer: any PhasePerformer) {
        machine = PhaseMachine(plan: plan)
        self.source = source
        self.performer = performer
    }

    /// Runs the plan to its end on the calling thread.
    public mutating func run() {
        // A signal may have come before the first phase: it is heard right after the beginning.
        let (early, began) = source.next(until: .start)
        hand(.begin, at: began)
        if let early { hand(early, at: began) }
        while !isFinished {
            let wake = ([deadline, nextTick] + marks.map { $0.at }).compactMap(\.self).min()
            let (event, now) = source.next(until: wake)
            if let event {
                hand(event, at: now)
            } else {
                serveTimers(at: now)
            }
        }
    }

    private var isFinished: Bool {
        if case .finished = machine.state { true } else { false }
    }

    private mutating func serveTimers(at now: RunInstant) {
        let due = marks.filter { $0.at <= now }
        marks.removeAll { $0.at <= now }
        for mark in due { performer.perform(.markLoads(mark.loads), at: now) }
        if now >= nextTick {
            performer.tick(at: now)
            nextTick = now + .seconds(1)
        }
        if let deadline, now >= deadline { hand(.deadline, at: now) }
    }

    /// Everything the machine hears is written down first, so that replay can tell it the same.
    private mutating func hand(_ event: PhaseEvent, at now: RunInstant) {
        guard !isStale(event) else { return }
        performer.record(event, at: now)
        for action in machine.handle(event, at: now) { perform(action, at: now) }
    }

    /// A guard that tripped while its phase was already ending says nothing of the next one.
    private func isStale(_ event: PhaseEvent) -> Bool {
        if case .guardTripped = event { machine.currentPhase == nil } else { false }
    }

    private mutating func perform(_ action: PhaseAction, at now: RunInstant) {
        switch action {
        case .setDeadline(let instant): deadline = instant
        case .markLoadsLater(let loads, let instant): marks.append((loads, instant))
        case .evaluate(let phase, let condition):
            let (holds, reason) = performer.evaluate(phase: phase, condition: condition)
            hand(.condition(phase: phase, holds: holds, reason: reason), at: now)
        case .stopLoad(let load):
            marks = marks.compactMap { mark in
                let loads = mark.loads.filter { $0 != load }
                return loads.isEmpty ? nil : (loads, mark.at)
            }
            performer.perform(action, at: now)
        default: performer.perform(action, at: now)
        }
    }
}
