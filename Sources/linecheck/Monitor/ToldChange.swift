import LinecheckHistory
import LinecheckJSON
import LinecheckMonitor
import LinecheckQuantities
import LinecheckText

/// News of a monitor as it is told: a line, variables for a command, and JSON.
struct ToldChange {
    enum News {
        case change(Hysteresis.Change)
        /// So many checks in a row could not judge the line, which was in that state.
        case blind(Hysteresis.State, checks: Int)
        /// A check could judge again; the state is as it was.
        case sighted(Hysteresis.State)
    }

    let plan: String
    let news: News
    let finding: Finding
    let at: WallTime
    /// When what was before began: the state, or the checks that could not judge. RFC 3339; nil: unknown.
    let before: String?
    /// What the run printed.
    let verdict: JSONValue?

    /// The word for checks that say nothing.
    private static let unknown = "unknown"

    private var states: (new: String, old: String) {
        switch news {
        case .change(let change): (change.to.word, change.from.word)
        case .blind(let state, _): (Self.unknown, state.word)
        case .sighted(let state): (state.word, Self.unknown)
        }
    }

    private var cause: String? {
        switch (news, finding.condition) {
        case (.change(let change), _): if case .bad(let cause) = change.to { cause } else { nil }
        case (.blind, .unknown(let reason)): reason
        default: nil
        }
    }

    /// `2026-11-30 04:18 +01:00  health is bad: the gateway does not answer (good since 2026-11-29 22:10 +01:00)`
    var line: String {
        let since = before.flatMap { WallTime(text: $0) }.map { " since \($0.localMinuteWithOffset)" } ?? ""
        let what =
            switch news {
            case .change(let change):
                "is \(change.to.word): \(finding.text)"
                    + (change.from == .undecided ? "" : " (\(change.from.word)\(since))")
            case .blind(let state, let checks):
                "cannot be judged\(since), in \(checks) check\(checks == 1 ? "" : "s"): \(finding.text) (last known: \(state.word))"
            case .sighted(let state):
                "can be judged again, it could not\(since): \(finding.text) (\(state.word) as before)"
            }
        return VisibleText.escaped("\(at.localMinuteWithOffset)  \(plan) \(what)")
    }

    /// In the environment of a command; none holds a NUL or a line end.
    var variables: [String] {
        [
            ("PLAN", plan), ("STATE", states.new), ("BEFORE", states.old), ("CAUSE", cause ?? ""),
            ("TEXT", finding.text), ("AT", at.text), ("SINCE", before ?? ""),
            ("CAPTURE", verdict?["capture"]?.string ?? ""),
        ].map { "LINECHECK_\($0)=\(VisibleText.escaped($1))" }
    }

    var json: JSONValue {
        .object([
            JSONMember("plan", .string(plan)), JSONMember("state", .string(states.new)),
            JSONMember("before", .string(states.old)), JSONMember("cause", .orNull(cause)),
            JSONMember("text", .string(finding.text)), JSONMember("at", .string(at.text)),
            JSONMember("since", .orNull(before)), JSONMember("verdict", verdict ?? .null),
        ])
    }
}
