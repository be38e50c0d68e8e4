import LinecheckJSON
import LinecheckReport
import LinecheckRules
import LinecheckThreads

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
        let modes = ["--rulers", "--coverage", "--confidence"].filter(arguments.has)
        if modes.count > 1 { throw UsageError("\(modes.joined(separator: " and ")) are two different questions") }
        if let mode = modes.first { return study(mode, paths, rules, recover) }
        let force = arguments.has("--force")
        if let report = arguments.value("--junit") { try Files.mayWrite(report, force: force) }
        let records = arguments.has("--record")
        if records, let refusal = ReplayScenario.refusalToRecord(paths, hasOtherRules: rules != nil || recover) {
            throw refusal
        }
        let find: @Sendable (String) -> ReplayFinding = { path in
            // By other rules, or recovered, a scenario is a capture as any other: nothing is expected of it.
            if rules == nil, !recover, let scenario = ReplayScenario(of: path) { return scenario.finding(records) }
            return ReplayFinding(path, rules: rules, recover: recover)
        }
        let findings = isBatch ? OnAllCores.map(paths, find) : [find(first)]
        tell(findings, isBatch: isBatch, rules: rules)
        let written = arguments.value("--junit").map { ReplayJUnit.write(findings, to: $0, force: force) } ?? .success
        return .first(of: findings.map(\.status) + [written])
    }

    /// What looks at captures to learn about rules, and compares nothing.
    private func study(_ mode: String, _ paths: [String], _ rules: RulesDocument?, _ recover: Bool) -> ExitStatus {
        let isJSON = arguments.has("--json")
        return switch mode {
        case "--coverage": ReplayCoverage.show(paths, rules: rules, recover, asJSON: isJSON)
        case "--confidence": ReplayConfidence.show(paths, rules: rules, recover, asJSON: isJSON)
        default: ReplayRulers.show(paths, recover, asJSON: isJSON)
        }
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
            if isJSON, let finding = findings.first { Console.data(finding.json.prettyText()) }
            return
        }
        let counts = ReplayFinding.Result.allCases.map { result in
            (result.rawValue, findings.count { $0.result == result })
        }
        if isJSON {
            let members = counts.map { JSONMember($0.0, .integer(Int64($0.1))) }
            Console.data(
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
}
