/// Spreads bytes over time: what was moved is paid for by waiting. A value without a clock.
///
/// Paying afterwards keeps one rule for reading, where the amount shows only then, and for writing. A debt that arose
/// while nothing could be moved is not saved up: at most one ``slice`` is made good.
struct Pace: Equatable, Sendable {
    let bytesPerSecond: Int64
    /// When everything moved so far is paid for, CLOCK_MONOTONIC in ns.
    private var paidUntil: Int64 = 0

    /// Ten milliseconds: short against the queues that a pace is meant to leave empty, long against a timer's lateness.
    private static let slice: Int64 = 10_000_000

    init(bytesPerSecond: Int64) { self.bytesPerSecond = max(1, bytesPerSecond) }

    /// Most to move at once.
    var portion: Int { Int(clamping: max(1_460, bytesPerSecond / (1_000_000_000 / Self.slice))) }

    /// Bytes were moved; when the next may be, CLOCK_MONOTONIC in ns.
    mutating func moved(_ bytes: Int64, at now: Int64) -> Int64 {
        let start = max(paidUntil, now - Self.slice)
        let cost = bytes.multipliedFullWidth(by: 1_000_000_000)
        paidUntil = start + bytesPerSecond.dividingFullWidth(cost).quotient
        return paidUntil
    }
}
