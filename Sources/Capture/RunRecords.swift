public import LinecheckQuantities

/// A transition of the phase machine.
public struct PhaseChange: Equatable, Sendable {
    public enum State: String, CaseIterable, Sendable {
        case running, loaded, completed, skipped, cancelled
        case cutShort = "cut-short"
    }

    public var at: RunInstant
    public var phase: String
    public var state: State
    public var reason: String?

    public init(at: RunInstant, phase: String, state: State, reason: String? = nil) {
        self.at = at
        self.phase = phase
        self.state = state
        self.reason = reason
    }
}

/// An event as it was handed to the phase machine, in that order.
public struct EventRecord: Equatable, Sendable {
    public var at: RunInstant
    /// `begin`, `load-moving`, `probe-done`, `deadline`, … : the machine's vocabulary.
    public var event: String
    /// The probe, load, guard or phase that it is about.
    public var subject: String?
    public var reason: String?

    public init(at: RunInstant, event: String, subject: String? = nil, reason: String? = nil) {
        self.at = at
        self.event = event
        self.subject = subject
        self.reason = reason
    }
}

/// What this host did in the second before: reasons to doubt ourselves.
public struct SelfCheck: Equatable, Sendable {
    public var at: RunInstant
    /// Processor time of this process since the record before.
    public var ownCPU: Duration
    /// Busy time of all processors of the machine since the record before; nil when the kernel does not tell.
    public var machineBusy: Duration?
    /// 99th percentile of how late probe sends were against their plan; nil when none was sent.
    public var timerLateP99: Duration?
    /// Counters of the interface to the internet, cumulative; nil when unknown.
    public var interfaceReceived: Int64?
    public var interfaceSent: Int64?
    /// Replies that the kernel dropped because we did not read them in time, cumulative.
    public var localDrops: Int64

    public init(
        at: RunInstant, ownCPU: Duration, machineBusy: Duration?, timerLateP99: Duration?, interfaceReceived: Int64?,
        interfaceSent: Int64?, localDrops: Int64
    ) {
        self.at = at
        self.ownCPU = ownCPU
        self.machineBusy = machineBusy
        self.timerLateP99 = timerLateP99
        self.interfaceReceived = interfaceReceived
        self.interfaceSent = interfaceSent
        self.localDrops = localDrops
    }
}

/// A guard that fired.
public struct GuardTrip: Equatable, Sendable {
    public var at: RunInstant
    public var name: String
    /// The probe or load it looked at.
    public var subject: String
    /// In the statistic's unit.
    public var observed: Int64
    public var limit: Int64
    public var action: String

    public init(at: RunInstant, name: String, subject: String, observed: Int64, limit: Int64, action: String) {
        self.at = at
        self.name = name
        self.subject = subject
        self.observed = observed
        self.limit = limit
        self.action = action
    }
}

/// A hole in the capture: records that could not be written, because the disk was full or failed.
public struct Gap: Equatable, Sendable {
    /// When writing went on.
    public var at: RunInstant
    /// How many records are missing here.
    public var records: Int64
    /// What the system said.
    public var reason: String

    public init(at: RunInstant, records: Int64, reason: String) {
        self.at = at
        self.records = records
        self.reason = reason
    }
}

/// A checkpoint: what the file is up to here.
public struct Sync: Equatable, Sendable {
    public var at: RunInstant
    public var wall: WallTimeText
    /// Lines up to and including this one.
    public var lines: Int64

    public init(at: RunInstant, wall: WallTimeText, lines: Int64) {
        self.at = at
        self.wall = wall
        self.lines = lines
    }
}

/// The last record of a run.
public struct End: Equatable, Sendable {
    public var at: RunInstant
    public var wall: WallTimeText
    public var outcome: Outcome
    /// Why, when the outcome is not `complete`.
    public var reason: String?
    public var lines: Int64

    public enum Outcome: String, CaseIterable, Sendable {
        case complete, aborted, interrupted, failed
        /// What `recover` could take over of a damaged or unfinished capture; no run ends so.
        case partial
        case cutShort = "cut-short"
    }

    public init(at: RunInstant, wall: WallTimeText, outcome: Outcome, reason: String? = nil, lines: Int64) {
        self.at = at
        self.wall = wall
        self.outcome = outcome
        self.reason = reason
        self.lines = lines
    }
}

/// RFC 3339 text as it stands in the file.
public typealias WallTimeText = String
