public import LinecheckQuantities

/// The judged runs of one plan, oldest first, and where something turned.
public struct Trend: Equatable, Sendable {
    public struct Run: Equatable, Sendable {
        public var entry: HistoryEntry
        public var started: WallTime
        public var summary: RunSummary
        /// Otherwise than in the run before.
        public var gradeChanged: Bool
        public var culpritChanged: Bool

        /// In a word or two, where it is not a complete run of a line.
        public var remarks: [String] {
            (entry.isLoopback ? ["loopback"] : []) + (summary.outcome == "complete" ? [] : [summary.outcome])
        }
    }

    public var plan: String
    public var runs: [Run]
    /// Those that tell of a line, as a loopback does not.
    public var runsOfLine: [Run] { runs.filter { !$0.entry.isLoopback } }

    /// One trend a plan, in the order of their names.
    public static func all(_ entries: [HistoryEntry]) -> [Trend] {
        var trends: [String: [Run]] = [:]
        let judged = entries.compactMap { entry in entry.summary.map { (entry, $0) } }
        let sorted = judged.sorted { order($0.0) < order($1.0) }
        for (entry, summary) in sorted {
            let before = entry.isLoopback ? nil : trends[summary.plan]?.last { !$0.entry.isLoopback }?.summary
            trends[summary.plan, default: []].append(
                Run(
                    entry: entry, started: entry.started ?? WallTime(nanosecondsSinceEpoch: 0), summary: summary,
                    gradeChanged: before.map { $0.grades != summary.grades } ?? false,
                    culpritChanged: before.map { $0.culprit != summary.culprit } ?? false))
        }
        return trends.sorted { $0.key < $1.key }.map { Trend(plan: $0.key, runs: $0.value) }
    }

    /// Oldest first; of the same moment by name.
    static func order(_ entry: HistoryEntry) -> (Int64, String) {
        (entry.started?.nanosecondsSinceEpoch ?? .min, entry.path)
    }
}
