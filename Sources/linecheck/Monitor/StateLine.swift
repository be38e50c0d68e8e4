import LinecheckHistory
import LinecheckMonitor
import LinecheckQuantities
import LinecheckText

/// Where a line stands after a check that changed nothing, for whoever asked by hand.
struct StateLine {
    /// `2026-11-30 04:18 +01:00  health is good: Lag under load A (since 2026-11-29 22:10 +01:00)`
    let text: String

    init(plan: String, memory: MonitorMemory, finding: Finding, limits: (down: Int, up: Int), at now: WallTime) {
        let since = memory.since.flatMap { WallTime(text: $0) }.map { " since \($0.localMinuteWithOffset)" } ?? ""
        let state = "\(plan) is \(memory.state.word)"
        let words: String
        if case .unknown = finding.condition {
            words = "\(state)\(since); this check could not judge it: \(finding.text)"
        } else if let row = memory.row {
            let needed = row.finding.isBad ? limits.down : limits.up
            words =
                "\(state)\(since); this check: \(finding.text) (\(row.count) of \(needed) in a row that make it \(row.finding.word))"
        } else {
            words = "\(state): \(finding.text)" + (since.isEmpty ? "" : " (\(since.dropFirst()))")
        }
        text = VisibleText.escaped("\(now.localMinuteWithOffset)  \(words)")
    }
}
