public import LinecheckJSON
public import LinecheckQuantities

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
    /// `icmp`, `icmpv6`, `tcp`, `udp`; of a dns probe `dns`, `dns-tcp`, `dot`, `doh`; `tls`, `http`, `https`.
    public var protocolName: String
    public var port: Int?
    public var stamp: Stamp?
    /// How long the system's resolver took; nil when there was no name to ask for, or another probe had asked before.
    public var resolve: Duration?
    /// Why the probe cannot run: `no default gateway`. nil: it can.
    public var unavailable: String?

    public init(
        at: RunInstant, probe: String, name: String, address: String? = nil, source: String? = nil,
        family: String? = nil, protocolName: String, port: Int? = nil, stamp: Stamp? = nil, resolve: Duration? = nil,
        unavailable: String? = nil
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
        self.resolve = resolve
        self.unavailable = unavailable
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
    /// User-space time of a TCP connect, also when its SYN was sent again; over redirects, of all connects.
    public var connect: Duration?
    /// Looking up the hosts of redirects; nil when none was looked up.
    public var resolve: Duration?
    /// Time of the TLS handshake; nil without one, so also on a connection that was open already.
    public var tls: Duration?
    /// The TLS session of an earlier attempt was taken up again.
    public var resumed: Bool?
    /// When the answer of a failed attempt came, counted as an rtt is: it was not the answer that was asked for.
    public var answered: Duration?
    /// Redirects that were followed.
    public var hops: Int?
    /// Delay of the question and of its answer, each by two clocks: they differ from the truth by an offset that is the
    /// same for all samples of a probe, so only their changes mean anything. It is chosen so that the first reply has
    /// equal ones.
    public var up: Duration?
    public var down: Duration?
    /// Planned send time minus real, when the attempt was late against the plan.
    public var delay: Duration?
    /// Where this sample's times come from when that differs from the target's usual.
    public var stamp: Target.Stamp?

    public init(
        probe: String, sequence: Int64, at: RunInstant, outcome: Outcome, ttl: Int? = nil, from: String? = nil,
        bytes: Int? = nil, code: Int? = nil, connect: Duration? = nil, resolve: Duration? = nil,
        tls: Duration? = nil, resumed: Bool? = nil, answered: Duration? = nil, hops: Int? = nil, up: Duration? = nil,
        down: Duration? = nil, delay: Duration? = nil, stamp: Target.Stamp? = nil
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
        self.resolve = resolve
        self.tls = tls
        self.resumed = resumed
        self.answered = answered
        self.hops = hops
        self.up = up
        self.down = down
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
