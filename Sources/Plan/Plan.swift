public import LinecheckJSON
public import LinecheckQuantities

/// What to measure: a validated plan with every default filled in, every variable replaced and every include flattened.
///
/// There is no way to make one that would never end or that names what is not there; ``PlanReader`` sees to that.
public struct Plan: Equatable, Sendable {
    public var name: String
    public var title: String?
    public var description: String?
    /// The variables with the values they have in this run, in the order of the file.
    public var vars: [Variable]
    public var probes: [Probe]
    public var loads: [Load]
    /// Probes that run as one unbroken sequence over several phases.
    public var spans: [ProbeSpan]
    /// In the order in which they run; names are unique.
    public var phases: [Phase]
    public var guards: [Guard]
    /// Conditions that must hold, as written.
    public var expect: [String]

    public init(
        name: String, title: String? = nil, description: String? = nil, vars: [Variable] = [], probes: [Probe] = [],
        loads: [Load] = [], spans: [ProbeSpan] = [], phases: [Phase] = [], guards: [Guard] = [], expect: [String] = []
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.vars = vars
        self.probes = probes
        self.loads = loads
        self.spans = spans
        self.phases = phases
        self.guards = guards
        self.expect = expect
    }

    public func probe(_ name: String) -> Probe? { probes.first { $0.name == name } }
    public func load(_ name: String) -> Load? { loads.first { $0.name == name } }
    public func phase(_ name: String) -> Phase? { phases.first { $0.name == name } }
    public func phaseIndex(_ name: String) -> Int? { phases.firstIndex { $0.name == name } }
}

/// A variable of a plan and the value it has.
public struct Variable: Equatable, Sendable {
    public var name: String
    /// A string, number or boolean.
    public var value: JSONValue

    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// Which address family a probe or load may use.
public enum AddressFamily: String, CaseIterable, Sendable {
    /// The first answer of getaddrinfo (RFC 6724 order), pinned.
    case any
    case ipv4, ipv6
}

/// One way of questioning one target.
public struct Probe: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// ICMP or ICMPv6 echo.
        case ping
        /// TCP connect; its rtt is the kernel's for SYN to SYN-ACK.
        case tcp
    }

    public var name: String
    public var kind: Kind
    /// A host name or address, or `@gateway`, `@resolver`, `@embedded`.
    public var target: String
    /// Required for tcp, absent for ping.
    public var port: Int?
    public var interval: Duration
    /// How long an answer may take; a later one is `late` and counts as lost.
    public var timeout: Duration
    /// Attempts of one sequence, warm-up included; nil: until the phase ends.
    public var count: Int?
    /// First attempts of a sequence that are recorded and never scored.
    public var warmup: Int
    public var family: AddressFamily
    /// Its silence does not fail the run.
    public var optional: Bool
    /// The way out: an interface name, or nil for the routing table's choice.
    public var interface: String?
    /// The way out: a local address, or nil.
    public var source: String?

    public init(
        name: String, kind: Kind, target: String, port: Int? = nil, interval: Duration = .milliseconds(200),
        timeout: Duration = .seconds(2), count: Int? = nil, warmup: Int = 1, family: AddressFamily = .any,
        optional: Bool = false, interface: String? = nil, source: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.target = target
        self.port = port
        self.interval = interval
        self.timeout = timeout
        self.count = count
        self.warmup = warmup
        self.family = family
        self.optional = optional
        self.interface = interface
        self.source = source
    }
}

/// A probe that runs from the start of one phase to the end of another without a break.
public struct ProbeSpan: Equatable, Sendable {
    public var probe: String
    public var from: String
    /// The last phase of the span, included.
    public var to: String

    public init(probe: String, from: String, to: String) {
        self.probe = probe
        self.from = from
        self.to = to
    }
}

/// Bytes moved on purpose, to see what the line does under them.
public struct Load: Equatable, Sendable {
    public enum Direction: String, CaseIterable, Sendable {
        case download, upload
    }

    public var name: String
    public var direction: Direction
    /// `http` or `https`, absolute.
    public var url: String
    public var streams: Int
    /// The size of one upload request's body; requests go back to back until the window closes.
    public var body: ByteCount
    /// Fewer bytes than this in the window are no load.
    public var atLeast: ByteCount
    /// How many redirects one request may follow.
    public var redirects: Int
    /// No body byte within this time of the phase's start is a failure.
    public var startWithin: Duration
    /// Certificates are not verified; said in the verdict.
    public var insecure: Bool
    public var family: AddressFamily
    public var interface: String?
    public var source: String?

    public init(
        name: String, direction: Direction, url: String, streams: Int = 4,
        body: ByteCount = ByteCount(bytes: 8_000_000),
        atLeast: ByteCount = ByteCount(bytes: 100_000), redirects: Int = 5, startWithin: Duration = .seconds(5),
        insecure: Bool = false, family: AddressFamily = .any, interface: String? = nil, source: String? = nil
    ) {
        self.name = name
        self.direction = direction
        self.url = url
        self.streams = streams
        self.body = body
        self.atLeast = atLeast
        self.redirects = redirects
        self.startWithin = startWithin
        self.insecure = insecure
        self.family = family
        self.interface = interface
        self.source = source
    }
}

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

/// Watches a running statistic and acts when it crosses a limit.
public struct Guard: Equatable, Sendable {
    public enum Subject: Equatable, Sendable {
        case probe(String)
        case load(String)
        /// Each load by itself.
        case anyLoad
    }

    public enum Statistic: String, CaseIterable, Sendable {
        /// Of a probe; limit in ppm.
        case loss
        /// Of a probe; limit in ns.
        case rttP50 = "rtt.p50"
        case rttP95 = "rtt.p95"
        case rttMax = "rtt.max"
        /// Of a load in this phase; limit in bytes.
        case bytes
        /// Of a load; limit in bit/s.
        case rate
    }

    public enum Direction: String, Sendable { case above, below }
    public enum Action: String, CaseIterable, Sendable {
        case endPhase = "end-phase"
        case abort
        case goOn = "continue"
    }

    public var name: String
    public var subject: Subject
    public var statistic: Statistic
    /// The sliding window; nil for a count since the phase began.
    public var over: Duration?
    public var direction: Direction
    /// In the statistic's unit: ns, ppm, bytes or bit/s.
    public var limit: Int64
    public var action: Action

    public init(
        name: String, subject: Subject, statistic: Statistic, over: Duration?, direction: Direction, limit: Int64,
        action: Action
    ) {
        self.name = name
        self.subject = subject
        self.statistic = statistic
        self.over = over
        self.direction = direction
        self.limit = limit
        self.action = action
    }
}
