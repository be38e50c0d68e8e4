import LinecheckHistory
import LinecheckQuantities
import Testing

@Suite struct RunOrderTests {
    private static let run = String(repeating: "a", count: 32)

    private func entry(_ path: String, day: Int64?, run: String? = nil, isJudged: Bool = true) -> HistoryEntry {
        let summary = RunSummary(plan: "health", outcome: "complete")
        var entry = HistoryEntry(
            path: path, started: day.map { WallTime(nanosecondsSinceEpoch: $0 * 86_400_000_000_000) }, size: nil,
            state: isJudged ? .judged(summary) : .unjudged("killed"))
        entry.run = run
        return entry
    }

    @Test func `runs are counted from the newest, whatever their files are called`() {
        let runs = RunOrder.runs([entry("z", day: 1), entry("a", day: 3), entry("m", day: 2), entry("torn", day: nil)])
        #expect(runs.map(\.path) == ["torn", "z", "m", "a"])
        #expect(runs.map(\.newer) == [nil, 2, 1, 0])
    }

    @Test func `a redacted copy is no run of its own, and the original counts`() {
        let runs = RunOrder.runs([
            entry("a.redacted", day: 1, run: Self.run), entry("a", day: 1, run: Self.run), entry("b", day: 2),
        ])
        #expect(runs.map(\.path) == ["a", "b"])
    }

    @Test func `of a killed run the recovered copy counts, which has a verdict`() {
        let runs = RunOrder.runs([
            entry("a.partial", day: 1, run: Self.run, isJudged: false), entry("a.recovered", day: 1, run: Self.run),
        ])
        #expect(runs.map(\.path) == ["a.recovered"])
    }
}
