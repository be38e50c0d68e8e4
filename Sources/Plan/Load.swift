public import LinecheckQuantities

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
