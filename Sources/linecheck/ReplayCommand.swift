import Glibc
import LinecheckJSON
import LinecheckReport
import LinecheckRules
import LinecheckSockets
import Synchronization

/// `linecheck replay CAPTURE…`.
struct ReplayCommand {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func perform() throws(UsageError) -> ExitStatus {
        let rules: RulesDocument?
        do throws(RulesFinder.Unreadable) {
            rules = try arguments.value("--rules").map(RulesFinder.rules)
        } catch {
            Console.say("linecheck: \(error)")
            return .usage
        }
        var paths: [String] = []
        for operand in arguments.operands { paths += try CaptureFiles.expand(DataFolder.resolve(operand)) }
        guard let first = paths.first else {
            Console.say("linecheck: there is no capture in \(arguments.operands.joined(separator: ", "))")
            return .usage
        }
        let isBatch = paths.count > 1 || Files.isDirectory(arguments.operands[0])
        let recover = arguments.has("--recover")
        if arguments.has("--rulers") { return ReplayRulers.show(paths, recover, asJSON: arguments.has("--json")) }
        let records = arguments.has("--record")
        if records, let refusal = ReplayScenario.refusalToRecord(paths, hasOtherRules: rules != nil || recover) {
            throw refusal
        }
        let find: @Sendable (String) -> ReplayFinding = { path in
            // By other rules, or recovered, a scenario is a capture as any other: nothing is expected of it.
            if rules == nil, !recover, let scenario = ReplayScenario(of: path) { return scenario.finding(records) }
            return ReplayFinding(path, rules: rules, recover: recover)
        }
        let findings = isBatch ? Self.all(paths, find) : [find(first)]
        tell(findings, isBatch: isBatch, rules: rules)
        let written = arguments.value("--junit").map { ReplayJUnit.write(findings, to: $0) } ?? .success
        return .first(of: findings.map(\.status) + [written])
    }

    private func tell(_ findings: [ReplayFinding], isBatch: Bool, rules: RulesDocument?) {
        let isJSON = arguments.has("--json")
        // By other rules one table says more than a page for each capture.
        let flips = isBatch ? rules.map { RulesFlips(rules: $0, entries: findings.compactMap(\.flips)) } : nil
        for finding in findings {
            if !isJSON, finding.flips == nil || flips == nil, let text = finding.text { Console.result(text) }
            for remark in finding.remarks { Console.say(remark) }
        }
        guard isBatch else {
            if isJSON, let finding = findings.first { Console.result(finding.json.prettyText()) }
            return
        }
        let counts = ReplayFinding.Result.allCases.map { result in
            (result.rawValue, findings.count { $0.result == result })
        }
        if isJSON {
            let members = counts.map { JSONMember($0.0, .integer(Int64($0.1))) }
            Console.result(
                JSONValue.object([
                    JSONMember("captures", .array(findings.map(\.json))), JSONMember("counts", .object(members)),
                    JSONMember("flips", flips?.json ?? .null),
                ]).prettyText())
        } else {
            if let flips { Console.result(flips.text + "\n") }
            let words = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
            Console.result("\(counted(findings.count, "capture")): \(words)")
        }
    }

    /// One finding for each path, in the order of the paths, made on all cores.
    private static func all(
        _ paths: [String], _ find: @escaping @Sendable (String) -> ReplayFinding
    ) -> [ReplayFinding] {
        let work = Work(paths, find)
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        // A thread that the kernel does not give is no loss: the others take its share.
        let threads = (1..<max(1, min(paths.count, cores))).compactMap { number in
            try? KernelThread(name: "replay-\(number)") { work.run() }
        }
        work.run()
        for thread in threads { thread.join() }
        return work.findings
    }
}

/// Captures that several threads judge, each taking the next.
private final class Work: Sendable {
    private let paths: [String]
    private let find: @Sendable (String) -> ReplayFinding
    private let next = Atomic<Int>(0)
    private let found: Mutex<[ReplayFinding?]>

    init(_ paths: [String], _ find: @escaping @Sendable (String) -> ReplayFinding) {
        self.paths = paths
        self.find = find
        found = Mutex(Array(repeating: nil, count: paths.count))
    }

    var findings: [ReplayFinding] { found.withLock { $0.compactMap(\.self) } }

    func run() {
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < paths.count else { return }
            let finding = find(paths[index])
            found.withLock { $0[index] = finding }
        }
    }
}
