import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPage
import LinecheckPlan
import LinecheckReplay
import LinecheckReport

/// `linecheck compare A B`.
struct CompareCommand {
    private let arguments: Arguments
    /// As many as ``Confidence`` takes: the 95th percentile then rests on fifty draws.
    private static let draws = 1_000

    init(_ arguments: Arguments) { self.arguments = arguments }

    func perform() throws(UsageError) -> ExitStatus {
        let output = arguments.value("--output")
        let isPage = try isPage(output)
        let force = arguments.has("--force")
        if let output { try Files.mayWrite(output, force: force) }
        var runs: [(compared: ComparedRun, account: RunAccount)] = []
        var paths: [String] = []
        for operand in arguments.operands { paths.append(try DataFolder.resolve(operand)) }
        if paths[0] == paths[1] || Files.isSame(paths[0], paths[1]) {
            throw UsageError(
                "both are \(paths[0]), and a run does not differ from itself",
                hint: "last~1 is the run before the last; linecheck history names them all")
        }
        var headers: [Header] = []
        for (index, path) in paths.enumerated() {
            var trace = Trace()
            switch CaptureFiles.load(path, recover: arguments.has("--recover"), seen: { trace.add($0) }) {
            case .failure(let failure):
                Console.say(failure.text)
                return failure.status
            case .success(let capture):
                for damage in capture.damages { Console.say("\(damage)") }
                headers.append(capture.header)
                runs.append(Self.run(capture, trace, path, seed: UInt64(index) + 1))
            }
        }
        // Simulated runs have no identifier of their own.
        if headers[0].id == headers[1].id, headers[0].clock != "simulated" {
            Console.say("both are captures of one run, so whatever differs was made of it afterwards")
        }
        guard let comparison = Comparison(runs[0].compared, runs[1].compared) else {
            throw UsageError(
                "\(arguments.operands[0]) is a run of \(runs[0].account.plan.name), \(arguments.operands[1]) of \(runs[1].account.plan.name), and they measure nothing in common",
                hint: "compare two runs of one plan")
        }
        let report = ComparisonReport(comparison)
        if isPage {
            let page = ComparisonPage(comparison, before: runs[0].account, after: runs[1].account)
            return ReportCommand.deliver(page.text, to: output, force: force)
        }
        let text = ReportCommand.laidOut(for: output) {
            arguments.has("--json") ? report.json.prettyText() : report.text
        }
        return ReportCommand.deliver(text + "\n", to: output, force: force, isForPeople: !arguments.has("--json"))
    }

    /// A page where the name asks for one; text or JSON elsewhere.
    private func isPage(_ output: String?) throws(UsageError) -> Bool {
        guard let output, output != "-" else { return false }
        switch ReportFormat(path: output) {
        case .html:
            guard !arguments.has("--json") else { throw UsageError("--json and \(output) contradict each other") }
            return true
        case .text where !arguments.has("--json"), .json where arguments.has("--json"): return false
        default:
            throw UsageError(
                "a comparison is written as page.html, page.txt or, with --json, as page.json, not as \(output)")
        }
    }

    private static func run(
        _ capture: CaptureReplay, _ trace: Trace, _ path: String, seed: UInt64
    ) -> (ComparedRun, RunAccount) {
        let verdict = capture.judge(rules: capture.rules)
        let account = RunAccount(
            plan: capture.plan, rules: capture.rules, trace: trace,
            scored: Scored(capture.observations, rules: capture.rules), verdict: verdict,
            offset: LocalClock.offset(at: capture.header.started))
        var compared = ComparedRun(
            name: path, began: LocalClock.time(capture.header.started), planHash: capture.header.planSHA256,
            plan: capture.plan, rules: capture.rules, verdict: verdict,
            draws: MetricDraws(capture.observations, rules: capture.rules, draws: draws, seed: seed))
        // Fewer draws do for the score, whose interval is only asked whether it overlaps the other's.
        compared.scores = Confidence(capture.observations, rules: capture.rules, resamples: 200, seed: seed).score
        // On loopback the servers have other ports each time.
        let isLoopback = capture.header.loopback
        compared.asked = trace.targets.map { target in
            let port = isLoopback ? nil : target.port
            return ComparedRun.Asked(
                source: target.probe, means: target.protocolName + (port.map { " port \($0)" } ?? ""),
                target: target.name, address: target.address, family: target.family)
        }
        compared.asked += capture.plan.loads.map { load in
            ComparedRun.Asked(
                source: load.name, means: "http", target: isLoopback ? "this host" : load.authority)
        }
        let network = capture.header.network
        compared.way = network.interface.map { "\($0) (\(network.link))" }
        return (compared, account)
    }
}
