import LinecheckJSON
import LinecheckPlan

/// `linecheck schema [plan]`.
struct SchemaCommand {
    init(_ arguments: Arguments) throws(UsageError) {
        let kind = arguments.operands.first ?? "plan"
        guard kind == "plan" else {
            throw UsageError("there is no schema of \"\(kind)\"", hint: "there is one of plan")
        }
    }

    func perform() -> ExitStatus {
        Console.result(PlanSchema.json.prettyText())
        return .success
    }
}
