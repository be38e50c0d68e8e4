public import LinecheckJSON
public import LinecheckQuantities

/// One line of a capture. The grammar of each is in `fixtures/README.md`.
///
/// The large and rare ones are indirect: millions of samples are moved around in the space of a sample.
public enum Record: Equatable, Sendable {
    indirect case header(Header)
    indirect case target(Target)
    case phase(PhaseChange)
    case event(EventRecord)
    case sample(Sample)
    /// A reply after its attempt's timeout.
    case late(StrayReply)
    /// A second reply to an attempt.
    case duplicate(StrayReply)
    /// A reply that belongs to no attempt of ours.
    case foreign(ForeignReply)
    case bytes(ByteTotal)
    indirect case stream(StreamEvent)
    case tcp(TCPState)
    indirect case selfCheck(SelfCheck)
    case result(ProbeResult)
    case guardTrip(GuardTrip)
    /// Records that could not be written.
    case gap(Gap)
    case sync(Sync)
    case end(End)
    /// The whole verdict object, without its checksum.
    case verdict(JSONValue)
    /// A record of a type that this version does not know; kept and skipped.
    case unknown(type: String, JSONValue)
}

/// What a probe's name was pinned to, or why it could not be.
public struct Target: Equatable, Sendable {
    /// Where the times of a probe's samples come from.
    public enum Stamp: String, CaseIterable, Sendable {
        /// Transmit and receive stamps of the kernel (for tcp: the kernel's own rtt).
        case kernel
        /// User-space clock before sending, kernel stamp at receipt.
        case kernelReceive = "kernel-receive"
        /// User-space clock at both ends.
        case user
    }

    public var at: RunInstant
    public var probe: String
    /// The target as the plan names it, after substitution.
    public var name: String
    /// Numeric; nil when it could not be resolved.
    public var address: String?
    /// The local address that is used; nil when unknown.
    public var source: String?
    /// `ipv4` or `ipv6`; nil when not resolved.
    public var family: String?
    /// `icmp`, `icmpv6`, `tcp`.
    public var protocolName: String
    public var port: Int?
    public var stamp: Stamp?
    /// Why the probe cannot run: `no default gateway`. nil: it can.
    public var unavailable: String?

    public init(
        at: RunInstant, probe: String, name: String, address: String? = nil, source: String? = nil,
        family: String? = nil, protocolName: String, port: Int? = nil, stamp: Stamp? = nil, unavailable: String? = nil
    ) {
        self.at = at
        self.probe = probe
        self.name = name
        self.address = address
        self.source = source
        self.family = family
        self.protocolName = protocolName
        self.port = port
        self.stamp = stamp
        self.unavailable = unavailable
    }
}

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

/// One attempt of a probe and what became of it.
public struct Sample: Equatable, Sendable {
    public enum Outcome: Equatable, Sendable {
        /// Send stamp to receive stamp of the same attempt.
        case reply(rtt: Duration)
        /// No answer within the timeout.
        case lost
        /// A word of the public vocabulary, ``FailureWord``.
        case failed(FailureWord)
    }

    public var probe: String
    /// Never restarts in a run.
    public var sequence: Int64
    /// When the attempt was sent.
    public var at: RunInstant
    public var outcome: Outcome
    /// Time to live (hop limit) of the reply.
    public var ttl: Int?
    /// Who answered or complained, when that is not the target.
    public var from: String?
    /// Bytes of the reply.
    public var bytes: Int?
    /// ICMP type × 256 + code, or errno, of a failure.
    public var code: Int?
    /// User-space time of a TCP connect, also when its SYN was sent again.
    public var connect: Duration?
    /// Planned send time minus real, when the attempt was late against the plan.
    public var delay: Duration?
    /// Where this sample's times come from when that differs from the target's usual.
    public var stamp: Target.Stamp?

    public init(
        probe: String, sequence: Int64, at: RunInstant, outcome: Outcome, ttl: Int? = nil, from: String? = nil,
        bytes: Int? = nil, code: Int? = nil, connect: Duration? = nil, delay: Duration? = nil,
        stamp: Target.Stamp? = nil
    ) {
        self.probe = probe
        self.sequence = sequence
        self.at = at
        self.outcome = outcome
        self.ttl = ttl
        self.from = from
        self.bytes = bytes
        self.code = code
        self.connect = connect
        self.delay = delay
        self.stamp = stamp
    }
}

/// A late or duplicate reply to a known attempt.
public struct StrayReply: Equatable, Sendable {
    /// When it arrived.
    public var at: RunInstant
    public var probe: String
    public var sequence: Int64
    /// From the attempt's send stamp.
    public var rtt: Duration
    public var from: String?

    public init(at: RunInstant, probe: String, sequence: Int64, rtt: Duration, from: String? = nil) {
        self.at = at
        self.probe = probe
        self.sequence = sequence
        self.rtt = rtt
        self.from = from
    }
}

/// Replies that belong to nobody, rate-limited: at most one record a second a probe, with how many it stands for.
public struct ForeignReply: Equatable, Sendable {
    public var at: RunInstant
    public var probe: String
    public var from: String?
    /// `source`, `cookie`, `sequence`, `truncated`: the first check that failed.
    public var reason: String
    public var count: Int64

    public init(at: RunInstant, probe: String, from: String?, reason: String, count: Int64) {
        self.at = at
        self.probe = probe
        self.from = from
        self.reason = reason
        self.count = count
    }
}

/// Body bytes that a stream has moved since its load began in this phase; cumulative, so a lost line does not matter.
public struct ByteTotal: Equatable, Sendable {
    public var at: RunInstant
    public var load: String
    public var stream: Int
    public var total: Int64

    public init(at: RunInstant, load: String, stream: Int, total: Int64) {
        self.at = at
        self.load = load
        self.stream = stream
        self.total = total
    }
}

/// A step in the life of a load's stream.
public struct StreamEvent: Equatable, Sendable {
    public enum Step: String, CaseIterable, Sendable {
        /// A connection stands (after TLS, if any).
        case connect
        case request
        /// A final or redirecting response's head was read.
        case response
        /// The connection ended and is opened again.
        case reopen
        /// The stream failed for the fifth time and is given up.
        case dead
        /// The window closed.
        case end
    }

    public var at: RunInstant
    public var load: String
    public var stream: Int
    public var step: Step
    /// HTTP status of a response.
    public var status: Int?
    /// A response that was a redirect, and so is not final.
    public var location: String?
    /// Host that answered, as named in the URL.
    public var host: String?
    /// Numeric peer address.
    public var address: String?
    public var connect: Duration?
    public var tls: Duration?
    public var firstByte: Duration?
    /// Congestion control in force.
    public var congestion: String?
    /// Body bytes of the exchange that this step ends.
    public var bytes: Int64?
    public var reason: String?

    public init(
        at: RunInstant, load: String, stream: Int, step: Step, status: Int? = nil, location: String? = nil,
        host: String? = nil, address: String? = nil, connect: Duration? = nil, tls: Duration? = nil,
        firstByte: Duration? = nil, congestion: String? = nil, bytes: Int64? = nil, reason: String? = nil
    ) {
        self.at = at
        self.load = load
        self.stream = stream
        self.step = step
        self.status = status
        self.location = location
        self.host = host
        self.address = address
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.congestion = congestion
        self.bytes = bytes
        self.reason = reason
    }
}

/// The kernel's view of a stream (TCP_INFO), each 100 ms.
public struct TCPState: Equatable, Sendable {
    public var at: RunInstant
    public var load: String
    public var stream: Int
    /// Smoothed round-trip time.
    public var rtt: Duration
    /// Segments sent again since the connection began.
    public var retransmits: Int64
    /// Congestion window in segments.
    public var cwnd: Int64
    public var deliveryRate: BitRate
    /// Time busy sending, and the parts of it limited by the peer's window and by our send buffer.
    public var busy: Duration
    public var windowLimited: Duration
    public var bufferLimited: Duration

    public init(
        at: RunInstant, load: String, stream: Int, rtt: Duration, retransmits: Int64, cwnd: Int64,
        deliveryRate: BitRate, busy: Duration, windowLimited: Duration, bufferLimited: Duration
    ) {
        self.at = at
        self.load = load
        self.stream = stream
        self.rtt = rtt
        self.retransmits = retransmits
        self.cwnd = cwnd
        self.deliveryRate = deliveryRate
        self.busy = busy
        self.windowLimited = windowLimited
        self.bufferLimited = bufferLimited
    }
}

/// What this host did in the second before: reasons to doubt ourselves.
public struct SelfCheck: Equatable, Sendable {
    public var at: RunInstant
    /// Processor time of this process since the record before.
    public var ownCPU: Duration
    /// Busy time of all processors of the machine since the record before.
    public var machineBusy: Duration
    /// 99th percentile of how late probe sends were against their plan; nil when none was sent.
    public var timerLateP99: Duration?
    /// Counters of the interface to the internet, cumulative; nil when unknown.
    public var interfaceReceived: Int64?
    public var interfaceSent: Int64?
    /// Replies that the kernel dropped because we did not read them in time, cumulative.
    public var localDrops: Int64

    public init(
        at: RunInstant, ownCPU: Duration, machineBusy: Duration, timerLateP99: Duration?, interfaceReceived: Int64?,
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

/// The structured answer of a probe that is not a time.
public struct ProbeResult: Equatable, Sendable {
    public var at: RunInstant
    public var probe: String
    /// Members after `t` and `probe`.
    public var facts: [JSONMember]

    public init(at: RunInstant, probe: String, facts: [JSONMember]) {
        self.at = at
        self.probe = probe
        self.facts = facts
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
