public import LinecheckQuantities

/// What a folder of captures is kept to.
public enum KeepLimit: Equatable, Sendable {
    /// The newest captures that fit.
    case size(ByteCount)
    case age(Duration)

    /// Reads `500MB` or `90d`; nil: it is neither.
    public init?(text: String) {
        if let size = try? ByteCount(text: text) {
            self = .size(size)
        } else if let age = try? Duration(text: text) {
            self = .age(age)
        } else {
            return nil
        }
    }

    /// The captures that have to go, oldest first.
    ///
    /// What is damaged stays, since nobody knows how old it is or what can still be recovered, and so does what a killed run left;
    /// anything else without an end stays until a day after it began.
    public func excess(_ entries: [HistoryEntry], now: WallTime) -> [HistoryEntry] {
        let sorted = entries.sorted { Trend.order($0) < Trend.order($1) }
        let candidates = sorted.filter { Self.mayGo($0, now) }
        switch self {
        case .age(let age):
            return candidates.filter { Self.age($0, now) > age }
        case .size(let limit):
            var total = entries.reduce(Int64(0)) { $0 + ($1.size?.bytes ?? 0) }
            return Array(
                candidates.prefix { entry in
                    guard total > limit.bytes else { return false }
                    total -= entry.size?.bytes ?? 0
                    return true
                })
        }
    }

    private static func mayGo(_ entry: HistoryEntry, _ now: WallTime) -> Bool {
        guard entry.started != nil, !entry.path.hasSuffix(".partial") else { return false }
        switch entry.state {
        case .judged: return true
        case .unjudged: return age(entry, now) > .seconds(86_400)
        case .damaged: return false
        }
    }

    private static func age(_ entry: HistoryEntry, _ now: WallTime) -> Duration {
        .nanoseconds(now.nanosecondsSinceEpoch - (entry.started ?? now).nanosecondsSinceEpoch)
    }
}
