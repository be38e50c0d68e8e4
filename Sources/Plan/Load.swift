public import LinecheckQuantities

/// Bytes moved on purpose, to see what the line does under them.
public struct Load: Equatable, Sendable {
    public enum Direction: String, CaseIterable, Sendable {
        case download, upload
    }

    /// A header field that a request has besides its own.
    public struct Header: Equatable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Whether requests go through a proxy.
    public enum Proxy: Equatable, Sendable {
        /// As `http_proxy`, `https_proxy` and `no_proxy` say.
        case environment
        case none
        /// An absolute http URL.
        case url(String)
    }

    public var name: String
    public var direction: Direction
    /// `http` or `https`, absolute.
    public var url: String
    /// Connections at once; the most of them when ``growsStreams``.
    public var streams: Int
    /// Begins with one stream and adds one at a time until neither rate nor latency moves.
    public var growsStreams: Bool
    /// The size of one upload request's body; requests go back to back until the window closes.
    public var body: ByteCount
    /// Fewer bytes than this in the window are no load.
    public var atLeast: ByteCount
    /// Body bytes at most in one phase, which then ends; nil: no limit of its own.
    public var budget: ByteCount?
    /// The rate that all streams together hold; nil: as fast as it goes.
    public var pace: BitRate?
    /// How many redirects one request may follow.
    public var redirects: Int
    /// No body byte within this time of the phase's start is a failure.
    public var startWithin: Duration
    /// Certificates are not verified; said in the verdict.
    public var insecure: Bool
    public var headers: [Header]
    public var proxy: Proxy
    /// Of this host's sending, by the kernel's name; nil: cubic, or reno where this user may not choose.
    public var congestionControl: String?
    /// Of this host's packets (RFC 2474), 0 to 63; nil: as the system does.
    public var dscp: Int?
    public var family: AddressFamily
    public var interface: String?
    public var source: String?

    public init(
        name: String, direction: Direction, url: String, streams: Int = 4, growsStreams: Bool = false,
        body: ByteCount = ByteCount(bytes: 8_000_000),
        atLeast: ByteCount = ByteCount(bytes: 100_000), budget: ByteCount? = nil, pace: BitRate? = nil,
        redirects: Int = 5, startWithin: Duration = .seconds(5),
        insecure: Bool = false, headers: [Header] = [], proxy: Proxy = .environment, congestionControl: String? = nil,
        dscp: Int? = nil, family: AddressFamily = .any, interface: String? = nil, source: String? = nil
    ) {
        self.name = name
        self.direction = direction
        self.url = url
        self.streams = streams
        self.growsStreams = growsStreams
        self.body = body
        self.atLeast = atLeast
        self.budget = budget
        self.pace = pace
        self.redirects = redirects
        self.startWithin = startWithin
        self.insecure = insecure
        self.headers = headers
        self.proxy = proxy
        self.congestionControl = congestionControl
        self.dscp = dscp
        self.family = family
        self.interface = interface
        self.source = source
    }
}

extension Load {
    /// Whom its URL names: host, and port if it has one.
    public var authority: String {
        guard let colon = url.firstIndex(of: ":") else { return url }
        let start = url.index(colon, offsetBy: 3, limitedBy: url.endIndex) ?? colon
        return String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }
}
