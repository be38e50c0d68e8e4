import LinecheckBundled
import LinecheckCapture
import LinecheckJSON
import LinecheckLab
import LinecheckPlan
import LinecheckReplay
import LinecheckRules
import LinecheckSockets

/// `linecheck check FILE…`.
struct CheckCommand {
    private let arguments: Arguments

    private let request: PlanRequest

    init(_ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        request = try PlanRequest(arguments)
    }

    func perform() throws(UsageError) -> ExitStatus {
        let documents = arguments.values("--rules")
        guard !arguments.operands.isEmpty || !documents.isEmpty else {
            throw UsageError(
                "linecheck check takes FILE… or --rules RULES", hint: "for example: linecheck check my-plan.json")
        }
        var problems: [Problem] = []
        var findings: [ExitStatus] = [.success]
        for name in documents {
            switch PlanFinder.rules(name) {
            case .success(let source): problems += check(rules: source)
            case .failure(let reason): throw UsageError(reason.message, hint: reason.fix)
            }
        }
        for operand in arguments.operands {
            do {
                let path = try DataFolder.resolve(operand)
                if operand == "last" || CaptureFiles.isCapture(path) || isNoFile(path) {
                    findings.append(checkCapture(path))
                } else {
                    problems += try check(operand)
                }
            } catch let error as UsageError {
                throw error
            } catch {
                Console.say("linecheck: \(error)")
                findings.append(.usage)
            }
        }
        let isStrict = arguments.has("--strict")
        if arguments.has("--json") {
            Console.data(JSONValue.array(problems.map(\.json)).prettyText())
        } else if !problems.isEmpty {
            Console.result(Problems(problems).text)
        }
        let hasErrors = problems.contains { isStrict || $0.severity == .error }
        if hasErrors { findings.append(.usage) }
        let status = ExitStatus.first(of: findings)
        if status == .success, !arguments.has("--json") {
            Console.say(problems.isEmpty ? "no problems" : "\(counted(problems.count, "warning")), no errors")
        }
        return status
    }

    /// A directory, a named pipe or a device, which is no document of any kind, and has no more to tell than a capture's reader says.
    private func isNoFile(_ path: String) -> Bool {
        let isBundled = (BundledFile.plans + BundledFile.rules).contains { $0.name == path }
        return !isBundled && Files.exists(path) && !Files.isRegular(path) && !InputFile.isOpenAlready(path)
    }

    /// A plan, rules, a catalogue of servers or a line of the lab.
    private func check(_ operand: String) throws -> [Problem] {
        let source: SourceText
        switch PlanFinder.plan(operand) {
        case .success(let found): source = found
        case .failure(let reason):
            guard case .success(let rules) = PlanFinder.rules(operand) else {
                throw UsageError(reason.message, hint: reason.fix)
            }
            source = rules
        }
        do {
            let root = try JSONReader.read(source)
            switch DocumentKind(root) {
            case .plan: return try request.read(only: source).warnings
            case .rules: return check(rules: source)
            case .servers: return ServerCatalogue(source).problems(root)
            case .line:
                _ = try LineReader.read(source)
                return []
            case .schema:
                Console.say("\(source.name) is a JSON Schema: nothing to check")
                return []
            }
        } catch let problems as Problems {
            return problems.list
        }
    }

    private func check(rules source: SourceText) -> [Problem] {
        do throws(Problems) {
            let rules = try RulesReader.read(source)
            return rules.warnings + rules.neverReached
        } catch {
            return error.list
        }
    }

    private func checkCapture(_ path: String) -> ExitStatus {
        switch CaptureFiles.load(path, recover: false) {
        case .failure(let failure):
            Console.say(failure.text)
            return failure.status
        case .success(let capture):
            return capture.damages.isEmpty ? .success : .damaged
        }
    }
}
