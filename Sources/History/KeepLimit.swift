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

    /// The captures that have to go, oldest first, be they judged, killed or damaged: each takes the same place on the disk. What
    /// is no capture counts for nothing and never goes.
    public func excess(_ entries: [HistoryEntry], now: WallTime) -> [HistoryEntry] {
        let captures = entries.filter { $0.dated != nil && $0.size != nil }.sorted { Self.order($0) < Self.order($1) }
        let candidates = captures.filter { !Self.isBeingWritten($0, now) }
        switch self {
        case .age:
            return candidates.filter { isTooOld($0, now) }
        case .size(let limit):
            var total = Self.bytes(captures)
            return Array(
                candidates.prefix { entry in
                    guard total > limit.bytes else { return false }
                    total -= entry.size?.bytes ?? 0
                    return true
                })
        }
    }

    /// What stays although it is over the limit, given what goes: captures that are being written, and what is no capture.
    public func staying(_ entries: [HistoryEntry], without excess: [HistoryEntry], now: WallTime) -> [HistoryEntry] {
        let stays = entries.filter { entry in entry.size != nil && !excess.contains { $0.path == entry.path } }
        switch self {
        case .age: return stays.filter { isTooOld($0, now) }
        case .size(let limit):
            guard Self.bytes(stays) > limit.bytes else { return [] }
            return stays.filter { $0.dated == nil || Self.isBeingWritten($0, now) }
        }
    }

    /// A run locks its file and writes to it each second; where there are no locks, a suspended machine may be silent for longer.
    /// One that has its verdict is written no more.
    public static func isBeingWritten(_ entry: HistoryEntry, _ now: WallTime) -> Bool {
        if entry.isHeld { return true }
        guard case .unjudged = entry.state, let written = entry.written else { return false }
        return now.nanosecondsSinceEpoch - written.nanosecondsSinceEpoch < 3_600_000_000_000
    }

    public static func bytes(_ entries: [HistoryEntry]) -> Int64 { entries.reduce(0) { $0 + ($1.size?.bytes ?? 0) } }

    private func isTooOld(_ entry: HistoryEntry, _ now: WallTime) -> Bool {
        guard case .age(let age) = self, let time = entry.dated ?? entry.written else { return false }
        return .nanoseconds(now.nanosecondsSinceEpoch - time.nanosecondsSinceEpoch) > age
    }

    /// Oldest first; of the same moment by name.
    private static func order(_ entry: HistoryEntry) -> (Int64, String) {
        (entry.dated?.nanosecondsSinceEpoch ?? .min, entry.path)
    }
}
