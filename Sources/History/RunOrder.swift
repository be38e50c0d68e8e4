/// The captures of a folder as its runs.
public enum RunOrder {
    /// Oldest first, each with how many began later. A redacted or recovered copy is no run of its own: of one run's captures that
    /// with a verdict counts, and of several the one with the shortest name. What is no capture has no place among them, and comes
    /// first.
    public static func runs(_ entries: [HistoryEntry]) -> [HistoryEntry] {
        var copies: [String: HistoryEntry] = [:]
        var others: [HistoryEntry] = []
        for entry in entries {
            guard let run = entry.run else {
                others.append(entry)
                continue
            }
            copies[run] = copies[run].map { better($0, entry) } ?? entry
        }
        var sorted = (others + copies.values).sorted { Trend.order($0) < Trend.order($1) }
        for index in sorted.indices where sorted[index].started != nil {
            sorted[index].newer = sorted.count - 1 - index
        }
        return sorted
    }

    private static func better(_ first: HistoryEntry, _ second: HistoryEntry) -> HistoryEntry {
        if (first.summary == nil) != (second.summary == nil) { return first.summary == nil ? second : first }
        return (first.path.utf8.count, first.path) <= (second.path.utf8.count, second.path) ? first : second
    }
}
