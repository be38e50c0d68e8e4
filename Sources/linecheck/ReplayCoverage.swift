import LinecheckJSON
import LinecheckReplay
import LinecheckReport
import LinecheckRules
import LinecheckThreads

/// `linecheck replay --coverage DIR…`: which rules, grades and steps fired how often, and which never did.
enum ReplayCoverage {
    /// - Parameter rules: those by which all are judged; nil: each by its own, in groups.
    static func show(_ paths: [String], rules: RulesDocument?, _ recover: Bool, asJSON: Bool) -> ExitStatus {
        var groups: [RulesCoverage] = []
        var findings: [ExitStatus] = []
        var withoutRules = 0
        let results = OnAllCores.map(paths) { path in
            CaptureFiles.load(path, recover: recover).map { capture in
                (rules ?? capture.rules).map { RulesCoverage(capture.judge(rules: $0), by: $0) }
            }
        }
        for result in results {
            switch result {
            case .failure(let failure):
                Console.say(failure.text)
                findings.append(failure.status)
            case .success(nil): withoutRules += 1
            case .success(let coverage?):
                if let index = groups.firstIndex(where: { $0.rules == coverage.rules }) {
                    groups[index].add(coverage)
                } else {
                    groups.append(coverage)
                }
            }
        }
        let reports = groups.map(CoverageReport.init)
        if asJSON {
            Console.data(JSONValue.array(reports.map(\.json)).prettyText())
        } else {
            Console.result(reports.map(\.text).joined(separator: "\n\n"))
        }
        if withoutRules > 0 { Console.say("\(counted(withoutRules, "capture")) without rules") }
        return .first(of: findings)
    }
}
