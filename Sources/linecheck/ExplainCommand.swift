import LinecheckJSON
import LinecheckPlan
import LinecheckReport
import LinecheckRules

/// `linecheck explain PLAN`.
struct ExplainCommand {
    private let arguments: Arguments
    private let request: PlanRequest

    init(_ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        request = try PlanRequest(arguments)
    }

    func perform() throws(UsageError) -> ExitStatus {
        let source: SourceText
        switch PlanFinder.plan(arguments.operands[0]) {
        case .success(let found): source = found
        case .failure(let reason): throw UsageError(reason.message, hint: reason.fix)
        }
        do {
            let read = try request.read(only: source)
            if arguments.has("--json") {
                Console.data(json(read).prettyText())
            } else {
                Console.result(ExplanationText(read.plan, rules: read.rules).text)
            }
            return .success
        } catch let error as UsageError {
            throw error
        } catch let problems as Problems {
            Console.say(problems.text)
        } catch {
            Console.say("linecheck: \(error)")
        }
        return .usage
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
