public import LinecheckCapture
public import LinecheckQuantities

/// Where a phase of a run is.
public struct PhaseProgress: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        case pending
        /// Running; under load the window opens when every load moves.
        case waitingForLoad(since: RunInstant)
        case running(since: RunInstant)
        case ended(PhaseChange.State, after: Duration)
    }

    public let name: String
    /// The window as planned.
    public let planned: Duration
    let hasLoads: Bool
    public private(set) var state = State.pending
    private var began: RunInstant?

    init(name: String, planned: Duration, hasLoads: Bool) {
        self.name = name
        self.planned = planned
        self.hasLoads = hasLoads
    }

    mutating func take(_ change: PhaseChange) {
        switch change.state {
        case .running:
            began = change.at
            state = hasLoads ? .waitingForLoad(since: change.at) : .running(since: change.at)
        case .loaded: state = .running(since: change.at)
        case .completed, .skipped, .cutShort, .cancelled:
            state = .ended(change.state, after: began.map { change.at - $0 } ?? .zero)
        }
    }

    var isRunning: Bool {
        switch state {
        case .waitingForLoad, .running: true
        case .pending, .ended: false
        }
    }

    /// 0 … 1 of the planned window.
    public func share(at now: RunInstant) -> Double {
        switch state {
        case .pending, .waitingForLoad: return 0
        case .running(let since):
            guard planned > .zero else { return 1 }
            return min(1, max(0, Double((now - since).nanoseconds) / Double(planned.nanoseconds)))
        case .ended(let how, let time):
            if how == .completed { return 1 }
            guard planned > .zero else { return 0 }
            return min(1, Double(time.nanoseconds) / Double(planned.nanoseconds))
        }
    }

    /// What is left of the planned window; zero when it took longer than planned.
    public func remaining(at now: RunInstant) -> Duration {
        switch state {
        case .pending, .waitingForLoad: planned
        case .running(let since): max(.zero, planned - (now - since))
        case .ended: .zero
        }
    }
}
