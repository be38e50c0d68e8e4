/// Watches a running statistic and acts when it crosses a limit.
public struct Guard: Equatable, Sendable {
    public enum Subject: Equatable, Sendable {
        case probe(String)
        case load(String)
        /// Each load by itself.
        case anyLoad
    }

    public enum Statistic: String, CaseIterable, Sendable {
        /// Of a probe; limit in ppm.
        case loss
        /// Of a probe; limit in ns.
        case rttP50 = "rtt.p50"
        case rttP95 = "rtt.p95"
        case rttMax = "rtt.max"
        /// Of a load in this phase; limit in bytes.
        case bytes
        /// Of a load; limit in bit/s.
        case rate
    }

    public enum Direction: String, Sendable { case above, below }
    public enum Action: String, CaseIterable, Sendable {
        case endPhase = "end-phase"
        case abort
        case goOn = "continue"
    }

    public var name: String
    public var subject: Subject
    public var statistic: Statistic
    /// The sliding window; nil for a count since the phase began.
    public var over: Duration?
    public var direction: Direction
    /// In the statistic's unit: ns, ppm, bytes or bit/s.
    public var limit: Int64
    public var action: Action

    public init(
        name: String, subject: Subject, statistic: Statistic, over: Duration?, direction: Direction, limit: Int64,
        action: Action
    ) {
        self.name = name
        self.subject = subject
        self.statistic = statistic
        self.over = over
        self.direction = direction
        self.limit = limit
        self.action = action
    }
}
