public import LinecheckQuantities

/// What a right verdict says of a line.
public struct Truth: Sendable {
    /// The word of the verdict list `queue`.
    public var culprit: String
    /// Whether the culprit is certain; when not, these at least must stay possible.
    public var cannotRuleOut: [String] = []
    public var isCertain: Bool { cannotRuleOut.isEmpty }
    /// The grade of lag under load; nil: none may be given.
    public var grade: String?
    /// The best that a missing grade could be; nil: no statement.
    public var atBest: String?
    /// The idle median to the server; nil: it must be *not measured*.
    public var idle: ClosedRange<Duration>?
    /// Of idle pings to the server; nil: nothing is said of it.
    public var jitter: ClosedRange<Duration>?
    public var loss: ClosedRange<Ratio>?
    /// nil: this direction must be *not measured*.
    public var download: Direction?
    public var upload: Direction?
    /// In `health`: row to state, in the file's order.
    public var rows: [(row: String, state: String)] = []

    /// What one direction does under load.
    public struct Direction: Sendable {
        /// The queue that the load passes and that limits it.
        public var bottleneck: Line.Place
        /// Median to the server under load minus idle median.
        public var rise: ClosedRange<Duration>?
        /// Measured payload; the bottleneck counts frames, of which 1,448 of 1,514 bytes are payload.
        public var rate: ClosedRange<BitRate>
        /// Whether pings to the gateway wait in the same queue.
        public var reachesGateway = false
    }
}
