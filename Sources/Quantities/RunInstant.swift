/// A moment of a run: time since the run began, by CLOCK_MONOTONIC.
///
/// This is the `t` of every capture record.
public struct RunInstant: Hashable, Comparable, Sendable {
    /// Nanoseconds since the run began.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static let start = RunInstant(nanoseconds: 0)

    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
    public static func + (left: Self, right: Duration) -> Self {
        Self(nanoseconds: left.nanoseconds + right.nanoseconds)
    }
    public static func - (left: Self, right: Duration) -> Self {
        Self(nanoseconds: left.nanoseconds - right.nanoseconds)
    }
    public static func - (left: Self, right: Self) -> Duration {
        .nanoseconds(left.nanoseconds - right.nanoseconds)
    }
}
