public import LinecheckJSON

/// The first record: everything that is needed to judge the capture again, on any machine.
public struct Header: Equatable, Sendable {
    /// Version of the capture format.
    public var version: Int
    /// Random, 128 bits in hexadecimal.
    public var id: String
    public var software: Software
    /// RFC 3339.
    public var started: WallTimeText
    /// The clock of `t`: `CLOCK_MONOTONIC`, or `simulated`.
    public var clock: String
    public var host: Host
    public var network: Network
    /// The command line as typed.
    public var options: [String]
    /// The plan file's text as it was read.
    public var planSource: String
    /// The resolved plan.
    public var plan: JSONValue
    /// The resolved rules document; JSON null when the plan has none.
    public var rules: JSONValue
    /// SHA-256 of the canonical form of `plan` and `rules`, hexadecimal.
    public var planSHA256: String
    public var rulesSHA256: String
    /// Features a reader must understand.
    public var requires: [String]
    /// The run judged this host's own loopback (`--loopback`).
    public var loopback: Bool
    /// Names and addresses were replaced by pseudonyms, and the digests are of what stands here now.
    public var isRedacted = false
    /// Of a recovered capture: only the plan and the rules are known to be what was written; whatever else stands here, of the
    /// network and the host, may have been changed.
    public var isUnverified = false

    public struct Software: Equatable, Sendable {
        public var name: String
        public var version: String
        public var revision: String

        public init(name: String, version: String, revision: String) {
            self.name = name
            self.version = version
            self.revision = revision
        }

        /// This program; servers are told the same name.
        public static let linecheck = Software(name: "linecheck", version: "0.1.0", revision: "")
    }

    public struct Host: Equatable, Sendable {
        public var os: String
        public var kernel: String
        public var arch: String
        public var cpus: Int

        public init(os: String, kernel: String, arch: String, cpus: Int) {
            self.os = os
            self.kernel = kernel
            self.arch = arch
            self.cpus = cpus
        }
    }

    /// The way out of this host when the run began; nil members are unknown.
    public struct Network: Equatable, Sendable {
        public var interface: String?
        /// `ethernet`, `wifi`, `cellular`, `loopback`, `unknown`.
        public var link: String
        public var gateway: String?
        public var resolver: String?
        public var mtu: Int?
        /// dBm and bit/s of a Wi-Fi link, if the system tells.
        public var signal: Int?
        public var bitRate: Int64?

        public init(
            interface: String? = nil, link: String = "unknown", gateway: String? = nil, resolver: String? = nil,
            mtu: Int? = nil, signal: Int? = nil, bitRate: Int64? = nil
        ) {
            self.interface = interface
            self.link = link
            self.gateway = gateway
            self.resolver = resolver
            self.mtu = mtu
            self.signal = signal
            self.bitRate = bitRate
        }
    }

    public init(
        version: Int = 1, id: String, software: Software, started: WallTimeText, clock: String, host: Host,
        network: Network, options: [String], planSource: String, plan: JSONValue, rules: JSONValue,
        planSHA256: String, rulesSHA256: String, requires: [String] = [], loopback: Bool = false
    ) {
        self.version = version
        self.id = id
        self.software = software
        self.started = started
        self.clock = clock
        self.host = host
        self.network = network
        self.options = options
        self.planSource = planSource
        self.plan = plan
        self.rules = rules
        self.planSHA256 = planSHA256
        self.rulesSHA256 = rulesSHA256
        self.requires = requires
        self.loopback = loopback
    }
}
