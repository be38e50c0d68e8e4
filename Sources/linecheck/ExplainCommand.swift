import LinecheckJSON
import LinecheckPlan
import LinecheckReport
import LinecheckRules

/// `linecheck explain PLAN`.
struct ExplainCommand {
    private let arguments: Arguments
    private let settings: PlanSettings

    init(_ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        settings = try PlanSettings(arguments)
    }

    func perform() throws(UsageError) -> ExitStatus {
        let source: SourceText
        switch PlanFinder.plan(arguments.operands[0]) {
        case .success(let found): source = found
        case .failure(let reason): throw UsageError(reason.message, hint: reason.fix)
        }
        do {
            let read = try PlanFinder.reader.read(source, settings: settings.pairs)
            if arguments.has("--json") {
                Console.data(json(read).prettyText())
            } else {
                Console.result(ExplanationText(read.plan, rules: read.rules).text)
            }
            return .success
        } catch {
            Console.say(error.text)
            return .usage
        }
    }

    private func json(_ read: ReadPlan) -> JSONValue {
        let needed = read.rules.map { RulesNeeds($0).metrics } ?? []
        return .object([
            JSONMember("plan", .string(read.plan.name)),
            JSONMember("timeline", PlanExplanation(read.plan).json),
            JSONMember("rules", .orNull(read.rules?.citation)),
            JSONMember("metrics", .array(needed.map { .string($0) })),
        ])
    }
}
