/// What probes that hold a conversation (dns, tls, http) are to say, besides to whom and when.
public struct ProbeExchange: Equatable, Sendable {
    /// How a DNS question travels.
    public enum Transport: String, CaseIterable, Sendable {
        case udp, tcp
        /// DNS over TLS (RFC 7858).
        case tls
        /// DNS over HTTPS (RFC 8484).
        case https

        public var defaultPort: Int {
            switch self {
            case .udp, .tcp: 53
            case .tls: 853
            case .https: 443
            }
        }

        public var isEncrypted: Bool { self == .tls || self == .https }
    }

    /// What a DNS question asks for, as the zone file writes it.
    public enum RecordType: String, CaseIterable, Sendable {
        case a = "A"
        case aaaa = "AAAA"
        case cname = "CNAME"
        case mx = "MX"
        case ns = "NS"
        case ptr = "PTR"
        case soa = "SOA"
        case txt = "TXT"
        case https = "HTTPS"
    }

    /// What an attempt takes over from the one before.
    public enum Reuse: String, CaseIterable, Sendable {
        /// Nothing: every attempt is cold.
        case none
        /// The TLS session: a new connection, an abbreviated handshake.
        case session
        /// The open connection: only the question is new. An attempt that finds it closed opens another and is cold.
        case connection
    }

    /// The only version of TLS to offer; what the server thinks of others is another probe's question.
    public enum TLSVersion: String, CaseIterable, Sendable {
        case tls10 = "1.0"
        case tls11 = "1.1"
        case tls12 = "1.2"
        case tls13 = "1.3"
    }

    /// The name that a dns probe asks for; empty for other types.
    public var query: String
    public var record: RecordType
    public var transport: Transport
    /// The host name for SNI, certificate and Host; nil: the target's.
    public var serverName: String?
    /// The path of DNS over HTTPS.
    public var path: String
    /// The whole URL of an http probe; nil for other types.
    public var url: String?
    public var reuse: Reuse
    /// Redirects that an http probe follows; beyond, a redirect is an answer like any other.
    public var redirects: Int
    /// Certificates are not verified.
    public var insecure: Bool
    /// nil: the newest that both ends know.
    public var version: TLSVersion?

    public init(
        query: String = "", record: RecordType = .a, transport: Transport = .udp, serverName: String? = nil,
        path: String = "/dns-query", url: String? = nil, reuse: Reuse = .none, redirects: Int = 0,
        insecure: Bool = false, version: TLSVersion? = nil
    ) {
        self.query = query
        self.record = record
        self.transport = transport
        self.serverName = serverName
        self.path = path
        self.url = url
        self.reuse = reuse
        self.redirects = redirects
        self.insecure = insecure
        self.version = version
    }
}
