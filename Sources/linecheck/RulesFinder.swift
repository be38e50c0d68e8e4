import LinecheckJSON
import LinecheckPlan
import LinecheckRules

/// Reads the rules that a command line names.
enum RulesFinder {
    struct Unreadable: Error, CustomStringConvertible { let description: String }

    static func rules(_ reference: String) throws(Unreadable) -> RulesDocument {
        switch PlanFinder.rules(reference) {
        case .failure(let reason):
            throw Unreadable(description: reason.message + (reason.fix.map { "\n\($0)" } ?? ""))
        case .success(let source):
            do throws(Problems) { return try RulesReader.read(source) } catch {
                throw Unreadable(description: error.text)
            }
        }
    }
}
