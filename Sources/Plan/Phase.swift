/// One stretch of a run.
public struct Phase: Equatable, Sendable {
    public enum Ending: Equatable, Sendable {
        /// A fixed window; under load it counts from the first byte of the slowest load.
        case after(Duration)
        /// When each of its counted probes has settled its attempts, at most after this time.
        case whenDone(atMost: Duration)
    }

    public enum LoadFailure: Equatable, Sendable {
        case endPhase, goOn, abort
        /// Only forward.
        case goto(String)
    }

    public var name: String
    /// The name of the phase that included this one, for display.
    public var group: String?
    public var ending: Ending
    /// Probes that run only here, each with this phase's overrides applied; `name` is the plan's probe.
    public var probes: [Probe]
    public var loads: [String]
    /// The start of the window that is recorded and not scored.
    public var settle: Duration
    /// Its probes run one after another, alone.
    public var inOrder: Bool
    /// A condition as written; false or unknown: the phase is skipped. nil: it always runs.
    public var when: String?
    public var onLoadFailure: LoadFailure
    /// A target pinged every 50 ms and never scored, so that a radio in power save stays awake. nil: none.
    public var keepAwake: String?

    public init(
        name: String, group: String? = nil, ending: Ending, probes: [Probe] = [], loads: [String] = [],
        settle: Duration = .zero, inOrder: Bool = false, when: String? = nil, onLoadFailure: LoadFailure = .endPhase,
        keepAwake: String? = nil
    ) {
        self.name = name
        self.group = group
        self.ending = ending
        self.probes = probes
        self.loads = loads
        self.settle = settle
        self.inOrder = inOrder
        self.when = when
        self.onLoadFailure = onLoadFailure
        self.keepAwake = keepAwake
    }
}
