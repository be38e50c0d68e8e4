/// One way of questioning one target.
public struct Probe: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// ICMP or ICMPv6 echo.
        case ping
        /// TCP connect; its rtt is the kernel's for SYN to SYN-ACK.
        case tcp
        /// UDP echo against `linecheck serve` or another STAMP reflector (RFC 8762); tells the change of the delay of each direction as well.
        case udp
        /// A DNS question over UDP, TCP, TLS or HTTPS; its rtt is from question to answer.
        case dns
        /// A TLS handshake; its rtt is the handshake's time without the TCP connect before it.
        case tls
        /// An HTTP request; its rtt is from the request to the first byte of the response.
        case http

        /// Whether an attempt is a conversation over a connection, and not a packet and its reply.
        public func isConversation(over transport: ProbeExchange.Transport) -> Bool {
            switch self {
            case .ping, .tcp, .udp: false
            case .tls, .http: true
            case .dns: transport != .udp
            }
        }
    }

    public var name: String
    public var kind: Kind
    /// A host name or address, or `@gateway`, `@resolver`, `@embedded`.
    public var target: String
    /// Required for tcp and udp unless the target is `@embedded`, absent for ping.
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
    /// For dns, tls and http.
    public var exchange: ProbeExchange

    public init(
        name: String, kind: Kind, target: String, port: Int? = nil, interval: Duration = .milliseconds(200),
        timeout: Duration = .seconds(2), count: Int? = nil, warmup: Int = 1, family: AddressFamily = .any,
        optional: Bool = false, interface: String? = nil, source: String? = nil,
        exchange: ProbeExchange = ProbeExchange()
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
        self.exchange = exchange
    }
}
