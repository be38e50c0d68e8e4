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

/// `linecheck run PLAN`.
struct RunCommand {
    private let arguments: Arguments
    private let settings: [(name: String, value: String)]
    private let isQuiet: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        isQuiet = arguments.has("--quiet")
        var settings: [(name: String, value: String)] = []
        for setting in arguments.values("--set") {
            let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError("--set takes NAME=VALUE, not \"\(setting)\"", hint: "for example: --set streams=2")
            }
            settings.append((parts[0], parts[1]))
        }
        self.settings = settings
    }

    func perform() throws(UsageError) -> ExitStatus {
        guard let source = found(PlanFinder.plan(arguments.operands[0])) else { return .usage }
        do {
            let loopback = arguments.has("--loopback") ? try Loopback() : nil
            defer { loopback?.stop() }
            let read = try read(source, loopback)
            let lock = RunLock()
            if lock == nil, !arguments.has("--concurrent") {
                Console.say("linecheck: another run is going on, and the two would measure each other")
                Console.say("wait for it, or run with --concurrent")
                return .usage
            }
            return try run(read, loopback)
        } catch let problems as Problems {
            Console.say(problems.text)
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

    /// The plan with the settings of `--loopback` below those of the command line, and with `--rules` and `--expect`.
    private func read(_ source: SourceText, _ loopback: Loopback?) throws -> ReadPlan {
        var all = settings
        if let loopback {
            let variables = try PlanFinder.reader.read(source).plan.vars.map(\.name)
            all = loopback.settings(for: variables) + settings
        }
        var read = try PlanFinder.reader.read(source, settings: all)
        if let reference = arguments.value("--rules") {
            let rules = try PlanFinder.rules(reference).get()
            read.rules = try RulesReader.read(rules)
        }
        let conditions = arguments.values("--expect")
        if !conditions.isEmpty {
            try read.checkConditions(conditions)
            read.plan.expect += conditions
        }
        if let loopback { read.plan = loopback.pointed(read.plan) }
        if let loopback, !Loopback.mayPing { read.plan = loopback.withoutPing(read.plan) }
        return read
    }

    // MARK: The run

    private func run(_ read: ReadPlan, _ loopback: Loopback?) throws -> ExitStatus {
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
        let output = CaptureOutput(arguments.value("--output"), plan: read.plan.name)
        try output.prepare()
        announce(read, loopback)
        let run = Run(
            RunRequest(
                plan: read.plan, rules: read.rules, planSource: read.source,
                options: Array(CommandLine.arguments.dropFirst()),
                software: Linecheck.software, output: RunRequest.Output(path: output.path), isLoopback: loopback != nil),
            targets: targets, clock: clock)
        InterruptWatch.start { run.interrupt(signal: $0) }
        let progress = ProgressLines(isQuiet: isQuiet)
        let result = try run.perform(
            Run.Observers(onRecord: { progress.show($0) }, onProblem: { Console.say("linecheck: \($0)") }))
        return try conclude(result, output)
    }

    private func announce(_ read: ReadPlan, _ loopback: Loopback?) {
        let warnings = read.warnings.count
        if warnings > 0 {
            Console.say(
                "\(warnings) warnings about the plan or its rules; linecheck check \(arguments.operands[0]) shows them")
        }
        guard !isQuiet else { return }
        let footprint = RunFootprint(read.plan)
        let bytes = footprint.bytes.map { "at most \($0.text)" } ?? "no limit of bytes"
        Console.say("contacts \(footprint.hosts.joined(separator: ", ")); \(bytes); at most \(footprint.duration.text)")
        if loopback != nil, !Loopback.mayPing {
            Console.say("this user may not ping; the same addresses are asked by TCP connect to the embedded server")
        }
    }

    private func conclude(_ result: Run.Result, _ output: CaptureOutput) throws -> ExitStatus {
        guard let verdict = result.verdict else {
            Console.say("capture: \(result.path)")
            return .incomplete
        }
        let text =
            arguments.has("--json")
            ? verdict.json(capture: output.isStream ? nil : result.path).prettyText() : TextReport(verdict).text
        if output.isStream {
            try output.stream(result.path)
            Console.say(text)
        } else {
            Console.result(text)
            Console.say("capture: \(result.path)")
        }
        var findings = [verdict.exitStatus]
        switch result.outcome {
        case .interrupted: findings.append(.interrupted)
        case .aborted: findings.append(.aborted)
        default: break
        }
        if result.isIncomplete { findings.append(.incomplete) }
        return .first(of: findings)
    }
}
