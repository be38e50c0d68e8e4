public import LinecheckPlan
import LinecheckQuantities
public import LinecheckRules
import LinecheckText

/// A plan's explanation for a terminal: a bar chart of its phases, what is sent where, what judges it.
public struct ExplanationText {
    private let plan: Plan
    private let rules: RulesDocument?
    private let explanation: PlanExplanation

    /// Columns of the time axis.
    private static let axis = 24

    public init(_ plan: Plan, rules: RulesDocument?) {
        self.plan = plan
        self.rules = rules
        explanation = PlanExplanation(plan)
    }

    public var text: String {
        TextLayout.page([headline, timeline, probes, loads, guards, cost, judging])
    }

    private var headline: [String] {
        TextLayout.wrapped(plan.title ?? "", head: "\(plan.name): ")
            + ["takes about \(explanation.duration.text), at most \(explanation.durationAtMost.text)"]
    }

    private var timeline: [String] {
        let rows = explanation.phases.map { phase in
            [
                phase.starts.text, phase.name, bar(phase),
                (phase.probes + phase.loads.map { "+\($0)" }).joined(separator: phase.inOrder ? ", then " : " "),
            ]
        }
        let conditions = explanation.phases.compactMap { phase in phase.when.map { "  \(phase.name) only when \($0)" } }
        return TextLayout.table(rows, left: 4) + conditions
    }

    /// The settle of a phase is drawn light: recorded, not scored.
    private func bar(_ phase: PlanExplanation.PhaseSpan) -> String {
        let total = max(1, explanation.duration.nanoseconds)
        func column(_ time: Duration) -> Int { Int(time.nanoseconds * Int64(Self.axis) / total) }
        let start = min(column(phase.starts), Self.axis - 1)
        let end = max(start + 1, column(phase.ends))
        let settled = min(end, column(phase.starts + phase.settle))
        let light = max(0, settled - start)
        return String(repeating: " ", count: start) + String(repeating: "░", count: light)
            + String(repeating: "█", count: end - start - light)
    }

    private var probes: [String] {
        let rows = explanation.probes.map { use in
            [
                use.name, use.kind.rawValue, "every \(use.interval.text)",
                "at most \(use.attempts)" + (use.optional ? ", optional" : ""), use.target,
            ]
        }
        return rows.isEmpty ? [] : ["probes"] + TextLayout.table(rows, left: 5)
    }

    private var loads: [String] {
        let rows = explanation.loads.map { use in
            [
                use.name, use.direction.rawValue, streams(use),
                use.bytesAtMost.map { "at most \($0.text)" } ?? "no limit of bytes",
            ]
        }
        // An address that is to be copied has a line of its own.
        let lines = zip(TextLayout.lines(ofTable: rows, left: 4), explanation.loads).flatMap {
            $0 + ["      \($1.url)"]
        }
        return rows.isEmpty ? [] : ["loads"] + lines
    }

    /// A load that grows begins with one stream, and adds others while they make it faster.
    private func streams(_ use: PlanExplanation.LoadUse) -> String {
        let grows = plan.loads.contains { $0.name == use.name && $0.growsStreams }
        return (grows ? "1 to " : "") + "\(use.streams) stream" + (use.streams == 1 ? "" : "s")
    }

    private var guards: [String] {
        let rows = plan.guards.map { watch in
            let limit = PlanLimit(watch, in: plan)
            let by = limit.variable.map { ", set by \($0.name)" } ?? ""
            return [
                watch.name, watch.subject.words,
                "\(watch.statistic.rawValue) \(watch.direction.rawValue) \(limit.words)\(by)",
                watch.action.rawValue,
            ]
        }
        return rows.isEmpty ? [] : ["guards"] + TextLayout.table(rows, left: 4)
    }

    private var cost: [String] {
        let bytes = explanation.bytesAtMost.map { "at most \($0.text)" } ?? "no limit of bytes"
        var lines = explanation.loads.isEmpty ? [] : ["all loads together: \(bytes)"]
        lines += explanation.privileges.map { "needs the right to \($0)" }
        return lines
    }

    private var judging: [String] {
        guard let rules else { return ["judged by nothing: the plan names no rules, so its verdict has metrics only"] }
        return TextLayout.wrapped(
            RulesNeeds(rules).metrics.joined(separator: ", "), head: "judged by \(rules.citation), which needs ",
            indent: 2)
    }
}

extension Guard.Subject {
    fileprivate var words: String {
        switch self {
        case .probe(let name), .load(let name): name
        case .anyLoad: "each load"
        }
    }
}
