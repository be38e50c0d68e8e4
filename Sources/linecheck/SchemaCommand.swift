import LinecheckJSON
import LinecheckPlan

/// `linecheck schema [plan|rules|capture]`.
struct SchemaCommand {
    private let kind: String

    init(_ arguments: Arguments) throws(UsageError) {
        kind = arguments.operands.first ?? "plan"
        guard kind == "plan" else {
            throw UsageError("there is no schema of \"\(kind)\"", hint: "there is plan")
        }
    }

    func perform() -> ExitStatus {
        switch kind {
        default: Console.result(PlanSchema.json.prettyText())
        }
        return .success
    }
}
