import Glibc
import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckReport
import LinecheckRules
import LinecheckRunner
import LinecheckSockets
import LinecheckText

/// `linecheck run PLAN`.
struct RunCommand {
    private let arguments: Arguments
    private let request: PlanRequest
    private let isQuiet: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        isQuiet = arguments.has("--quiet")
        request = try PlanRequest(arguments)
    }

    func perform() throws(UsageError) -> ExitStatus {
        guard let source = found(PlanFinder.plan(arguments.operands[0])) else { return .usage }
        // Before any other thread exists.
        InterruptWatch.block()
        let interruption = RunInterruption()
        InterruptWatch.start { interruption.take($0) }
        do {
            let loopback = request.isLoopback ? try Loopback() : nil
            defer { loopback?.stop() }
            let read = try read(source, loopback)
            let lock = RunLock()
            if lock == nil, !arguments.has("--concurrent") {
                Console.say("linecheck: another run is going on, and the two would measure each other")
                Console.say("wait for it, or run with --concurrent")
                return .usage
            }
            guard canLoad(read.plan) else { return .usage }
            return try run(read, loopback, interruption)
        } catch let error as UsageError {
            throw error
        } catch let problems as Problems {
            Console.say(problems.text)
            return .usage
        } catch let error as RulesFinder.Unreadable {
            Console.say("linecheck: \(error)")
            return .usage
        } catch let error as CaptureError {
            Console.say("linecheck: \(error)")
            return .usage
        } catch {
            Console.say("linecheck: \(error)")
            return .nothingMeasured
        }
    }

    private func found(_ result: Result<SourceText, SourceNotFound>) -> SourceText? {
        switch result {
        case .success(let source): return source
        case .failure(let reason):
            Console.say("linecheck: \(reason.message)")
            if let fix = reason.fix { Console.say(fix) }
            return nil
        }
    }

    // MARK: The plan

    /// The plan with `--rules` and `--expect`.
    private func read(_ source: SourceText, _ loopback: Loopback?) throws -> ReadPlan {
        var read = try request.read(source, loopback)
        if let reference = arguments.value("--rules") { try judge(&read, by: reference) }
        let conditions = arguments.values("--expect")
        try read.checkConditions(conditions, named: "--expect")
        read.plan.expect += conditions
        return read
    }

    /// Other rules bring other names, so what the plan says with them is checked again.
    private func judge(_ read: inout ReadPlan, by reference: String) throws {
        read.rules = try RulesFinder.rules(reference)
        try read.checkConditions(
            read.plan.expect + read.plan.phases.compactMap(\.when), named: "the plan with --rules \(reference)")
    }

    // MARK: The run

    private func run(
        _ read: ReadPlan, _ loopback: Loopback?, _ interruption: RunInterruption
    ) throws -> ExitStatus {
        let output = CaptureOutput(arguments.value("--output"), plan: read.plan.name)
        try output.prepare()
        announce(read, loopback)
        let clock = RunClock()
        let targets = RunTargets(read.plan, clock: clock, embedded: loopback?.server.addresses ?? [])
        guard targets.denials.isEmpty else {
            for denial in targets.denials { Console.say("linecheck: \(denial)") }
            return .nothingMeasured
        }
        if let reason = targets.impossibility {
            Console.say("linecheck: nothing can be measured; \(reason)")
            return .nothingMeasured
        }
        let run = Run(
            RunRequest(
                plan: read.plan, rules: read.rules, planSource: read.source,
                options: Array(CommandLine.arguments.dropFirst()),
                software: Header.Software.linecheck, output: RunRequest.Output(path: output.path),
                isLoopback: loopback != nil),
            targets: targets, clock: clock)
        interruption.begin(run)
        let progress = ProgressDisplay(plan: read.plan, clock: clock, isQuiet: isQuiet)
        defer { progress.finish() }
        let result = try run.perform(
            Run.Observers(onRecord: { progress.show($0) }, onProblem: { Console.say("linecheck: \($0)") }))
        interruption.end()
        progress.finish()
        return conclude(result, read.plan, output)
    }

    /// Whether this host has what the loads ask of it. A run would only see it in the middle, after its baseline.
    private func canLoad(_ plan: Plan) -> Bool {
        let used = Set(plan.phases.flatMap(\.loads))
        let missing = plan.loads.filter { used.contains($0.name) }.compactMap { load in
            load.missingOnThisHost.map { "linecheck: the load \(load.name) cannot run here; \($0)" }
        }
        for text in missing { Console.say(text) }
        let followsEnvironment = plan.loads.contains { used.contains($0.name) && $0.proxy == .environment }
        for entry in followsEnvironment ? ProxySettings.current.ignored : [] {
            Console.say("linecheck: no_proxy: \"\(entry)\" is no host, address or network, and is ignored")
        }
        return missing.isEmpty
    }

    private func announce(_ read: ReadPlan, _ loopback: Loopback?) {
        guard !isQuiet else { return }
        if !read.warnings.isEmpty {
            let warnings = counted(read.warnings.count, "warning")
            Console.say(
                "\(warnings) about the plan or its rules; linecheck check \(arguments.operands[0]) tells more")
        }
        let reach = RunReach(read.plan, isLoopback: loopback != nil)
        Console.say(TextLayout.wrapped(reach.announcement, head: "", indent: 2).joined(separator: "\n"))
        if let remark = reach.outside { Console.say(remark) }
        if loopback != nil, !Loopback.mayPing {
            Console.say("this user may not ping; the same addresses are asked by TCP connect to the embedded server")
        }
    }

    private func conclude(_ result: Run.Result, _ plan: Plan, _ output: CaptureOutput) -> ExitStatus {
        var findings: [ExitStatus] = result.isIncomplete ? [.incomplete] : []
        switch result.outcome {
        case .interrupted: findings.append(.interrupted)
        case .aborted: findings.append(.aborted)
        default: break
        }
        if let verdict = result.verdict { findings.append(verdict.exitStatus) }
        let isJSON = arguments.has("--json")
        let text = result.verdict.map { verdict in
            isJSON
                ? verdict.json(capture: output.isStream ? nil : result.path).prettyText()
                : TextReport(verdict, plan: plan).text
        }
        let statuses = result.verdict?.loads.flatMap { $0.phases.flatMap { $0.statuses.map(\.status) } } ?? []
        // The report's notes tell it where the URL alone tells what kind of server it is.
        let isTold = !isJSON && result.verdict?.refusalNotes(plan).isEmpty == false
        for explanation in isTold ? [] : request.server?.explanations(of: statuses) ?? [] { Console.say(explanation) }
        guard output.isStream else {
            if let text, isJSON { Console.data(text) } else if let text { Console.result(text) }
            Console.say("capture: \(result.path)")
            return .first(of: findings)
        }
        if let text { Console.say(text) }
        do {
            try output.stream(result.path)
        } catch {
            Console.say("linecheck: the capture could not be written to standard output: \(error.reason)")
            Console.say("capture: \(result.path)")
            findings.append(.incomplete)
        }
        return .first(of: findings)
    }
}
