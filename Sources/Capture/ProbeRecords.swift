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
