/// Counts replies that belong to nobody, so that a flood of them makes one record a second and not a million.
struct ForeignTally {
    struct Entry: Equatable {
        var reason: ForeignReason
        /// Who sent the last of them.
        var from: String?
        var count: Int64
    }

    static let pause: Int64 = 1_000_000_000

    private var waiting: [Entry] = []
    private var quietUntil = Int64.min

    /// Counts one. Returns what to record at once, if anything.
    mutating func note(_ reason: ForeignReason, from: String?, at now: Int64) -> Entry? {
        if let index = waiting.firstIndex(where: { $0.reason == reason }) {
            waiting[index].count += 1
            waiting[index].from = from
        } else {
            waiting.append(Entry(reason: reason, from: from, count: 1))
        }
        return take(at: now)
    }

    /// When the next record is due; nil: none waits.
    var next: Int64? { waiting.isEmpty ? nil : quietUntil }

    /// The reason that waits longest, if the last record is a second old.
    mutating func take(at now: Int64) -> Entry? {
        guard now >= quietUntil, !waiting.isEmpty else { return nil }
        quietUntil = now + Self.pause
        return waiting.removeFirst()
    }

    /// Everything that waits, at the end of a run.
    mutating func takeAll() -> [Entry] {
        defer { waiting = [] }
        return waiting
    }
}
