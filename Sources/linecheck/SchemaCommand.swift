import LinecheckCapture
import LinecheckPlan
import LinecheckRules

/// `linecheck schema [plan|rules|capture]`.
struct SchemaCommand {
    private let kind: String

    init(_ arguments: Arguments) throws(UsageError) {
        kind = arguments.operands.first ?? "plan"
        guard ["plan", "rules", "capture"].contains(kind) else {
            throw UsageError("there is no schema of \"\(kind)\"", hint: "there is plan, rules and capture")
        }
    }

    func perform() -> ExitStatus {
        switch kind {
        case "rules": Console.result(RulesSchema.json.prettyText())
        case "capture": Console.result(CaptureSchema.json.prettyText())
        default: Console.result(PlanSchema.json.prettyText())
        }
        return .success
    }
}
