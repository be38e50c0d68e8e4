/// How late sends were against their plan.
struct Lateness {
    private var nanoseconds: [Int64] = []

    /// A reader that never comes must not cost memory for ever.
    private static let remembered = 100_000

    mutating func note(_ late: Int64) {
        if nanoseconds.count < Self.remembered { nanoseconds.append(late) }
    }

    /// The 99th percentile by nearest rank, since the call before; nil when nothing was sent. Below 100 sends it is the
    /// latest: this is a reason to doubt ourselves, not a statistic of the network.
    mutating func takeP99() -> Duration? {
        guard !nanoseconds.isEmpty else { return nil }
        defer { nanoseconds = [] }
        let rank = (nanoseconds.count * 99 + 99) / 100
        return .nanoseconds(nanoseconds.sorted()[rank - 1])
    }
}
