import LinecheckHistory
import LinecheckJSON
import LinecheckMonitor
import LinecheckQuantities
import LinecheckTerminal
import LinecheckText

/// A change as it is told: a line, variables for a command, and JSON.
struct ToldChange {
    let plan: String
    let change: Hysteresis.Change
    let finding: Finding
    let at: WallTime
    /// When the state before began, RFC 3339; nil: unknown.
    let before: String?
    /// What the run printed.
    let verdict: JSONValue?

    private var cause: String? { if case .bad(let cause) = change.to { cause } else { nil } }

    /// `2026-11-30 04:18 +01:00  health is bad: the gateway does not answer (good since 2026-11-29 22:10 +01:00)`
    var line: String {
        let since = before.flatMap { WallTime(text: $0) }.map { " since \($0.localMinuteWithOffset)" } ?? ""
        let former = change.from == .undecided ? "" : " (\(change.from.word)\(since))"
        return VisibleText.escaped(
            "\(at.localMinuteWithOffset)  \(plan) is \(change.to.word): \(finding.text)\(former)")
    }

    /// In the environment of a command; none holds a NUL or a line end.
    var variables: [String] {
        [
            ("PLAN", plan), ("STATE", change.to.word), ("BEFORE", change.from.word), ("CAUSE", cause ?? ""),
            ("TEXT", finding.text), ("AT", at.text), ("SINCE", before ?? ""),
            ("CAPTURE", verdict?["capture"]?.string ?? ""),
        ].map { "LINECHECK_\($0)=\(VisibleText.escaped($1))" }
    }

    var json: JSONValue {
        .object([
            JSONMember("plan", .string(plan)), JSONMember("state", .string(change.to.word)),
            JSONMember("before", .string(change.from.word)), JSONMember("cause", .orNull(cause)),
            JSONMember("text", .string(finding.text)), JSONMember("at", .string(at.text)),
            JSONMember("since", .orNull(before)), JSONMember("verdict", verdict ?? .null),
        ])
    }
}
