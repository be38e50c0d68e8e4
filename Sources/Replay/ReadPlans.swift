import LinecheckJSON
import LinecheckPlan
import LinecheckRules
import Synchronization

/// Plans and rules as headers hold them, read once each: a corpus has thousands of captures and few plans, and reading one
/// takes longer than judging a thousand samples.
final class ReadPlans: Sendable {
    static let shared = ReadPlans()

    private struct Entry: Sendable {
        var plan: JSONValue
        var rules: JSONValue
        var read: (plan: Plan, rules: RulesDocument?)
    }

    private static let capacity = 8

    /// The latest first.
    private let entries = Mutex<[Entry]>([])

    /// - Throws: `Problems` of what cannot be read, each time anew.
    func read(plan: JSONValue, rules: JSONValue) throws(Problems) -> (plan: Plan, rules: RulesDocument?) {
        let known = entries.withLock { $0 }
        if let entry = known.first(where: { $0.plan == plan && $0.rules == rules }) { return entry.read }
        let document = rules == .null ? nil : try RulesDocument(resolved: rules)
        let entry = Entry(plan: plan, rules: rules, read: (try PlanReader.resolved(plan), document))
        entries.withLock { $0 = [entry] + $0.prefix(Self.capacity - 1) }
        return entry.read
    }
}
