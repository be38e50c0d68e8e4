/// When a stream whose connection ended opens the next one, and when it gives up.
struct ReopenPolicy: Equatable, Sendable {
    /// Failures in a row without a byte moved.
    private(set) var failures = 0

    private static let waits: [Duration] = [
        .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800),
    ]

    /// A connection ended. How long to wait before the next; nil: the stream is dead.
    ///
    /// One that moved something is replaced at once: many servers close after each response, and load well.
    mutating func connectionEnded(moved: Bool) -> Duration? {
        failures = moved ? 0 : failures + 1
        if failures == 0 { return .zero }
        return failures <= Self.waits.count ? Self.waits[failures - 1] : nil
    }
}
