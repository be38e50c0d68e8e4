import LinecheckCapture
import LinecheckJSON
import LinecheckPlan
import LinecheckRules

/// `linecheck schema [plan|rules|capture]`.
struct SchemaCommand {
    private let text: String

    init(_ arguments: Arguments) throws(UsageError) {
        let kind = arguments.operands.first ?? "plan"
        let asReference = arguments.has("--reference")
        switch (kind, asReference) {
        case ("plan", false): text = PlanSchema.json.prettyText()
        case ("rules", false): text = RulesSchema.json.prettyText()
        case ("capture", false): text = CaptureSchema.json.prettyText()
        case ("plan", true): text = PlanSchema.reference
        case ("rules", true): text = RulesSchema.reference
        case ("capture", true):
            throw UsageError("the reference of captures is a page of its own", hint: "see fixtures/README.md")
        default: throw UsageError("there is no schema of \"\(kind)\"", hint: "there is one of plan, rules and capture")
        }
    }

    func perform() -> ExitStatus {
        Console.data(text)
        return .success
    }
}
