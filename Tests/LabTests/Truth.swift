import LinecheckQuantities

/// What a right verdict says of a line.
struct Truth: Sendable {
    /// The word of the verdict list `queue`.
    var culprit: String
    /// Whether the culprit is certain; when not, these at least must stay possible.
    var cannotRuleOut: [String] = []
    var isCertain: Bool { cannotRuleOut.isEmpty }
    /// The grade of lag under load; nil: none may be given.
    var grade: String?
    /// The best that a missing grade could be; nil: no statement.
    var atBest: String?
    /// The idle median to the server. Nothing delays here but the kernel.
    var idle: ClosedRange<Duration> = .zero ... .milliseconds(5)
    /// nil: this direction must be *not measured*.
    var download: Direction?
    var upload: Direction?
    /// In `health`: row to state.
    var rows: [String: String] = [:]

    /// What one direction does under load.
    struct Direction: Sendable {
        /// The queue that fills.
        var bottleneck: Line.Place
        /// Median to the server under load minus idle median.
        var rise: ClosedRange<Duration>
        /// Measured payload over the rate of the bottleneck, which counts frames: 1,448 of 1,514 bytes is 0.956.
        var share: ClosedRange<Double> = 0.85...0.97
        /// Whether pings to the gateway wait in the same queue.
        var reachesGateway = false
    }
}

extension ClosedRange<Duration> {
    /// In milliseconds.
    static func milliseconds(_ low: Int, _ high: Int) -> Self { .milliseconds(low) ... .milliseconds(high) }
}
