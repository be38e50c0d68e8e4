/// When a stream whose connection ended opens the next one, and when it gives up.
struct ReopenPolicy: Equatable, Sendable {
    /// How a connection ended.
    enum Ending: Equatable, Sendable {
        /// Between two exchanges.
        case orderly
        /// In the middle of one.
        case broken
    }

    /// Failures in a row.
    private(set) var failures = 0

    private static let waits: [Duration] = [
        .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800),
    ]
    /// RFC 6928: ten segments of 1,460 bytes leave before the first acknowledgment. A server that breaks each connection
    /// within them would be asked for thousands of connections a second, and nothing would be loaded.
    private static let initialWindow: Int64 = 14_600

    /// A connection ended. How long to wait before the next; nil: the stream is dead.
    ///
    /// One that moved something is replaced at once: many servers close after each response, and load well.
    mutating func connectionEnded(_ ending: Ending, moved: Int64) -> Duration? {
        let isFailure = moved == 0 || (ending == .broken && moved < Self.initialWindow)
        failures = isFailure ? failures + 1 : 0
        if failures == 0 { return .zero }
        return failures <= Self.waits.count ? Self.waits[failures - 1] : nil
    }
}
