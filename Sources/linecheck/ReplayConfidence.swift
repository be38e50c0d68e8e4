import LinecheckJSON
import LinecheckJudge
import LinecheckReplay
import LinecheckReport
import LinecheckRules
import LinecheckThreads

/// `linecheck replay --confidence CAPTURE…`: what other pings of the same line might have said.
enum ReplayConfidence {
    static func show(_ paths: [String], rules: RulesDocument?, _ recover: Bool, asJSON: Bool) -> ExitStatus {
        let results = OnAllCores.map(paths) { path in
            CaptureFiles.load(path, recover: recover).map { capture in
                let rules = rules ?? capture.rules
                return ConfidenceReport(
                    Confidence(capture.observations, rules: rules), of: capture.judge(rules: rules))
            }
        }
        var statuses: [ExitStatus] = []
        var values: [JSONValue] = []
        for (path, result) in zip(paths, results) {
            switch result {
            case .failure(let failure):
                Console.say(failure.text)
                statuses.append(failure.status)
            case .success(let report):
                if asJSON {
                    values.append(.object([JSONMember("capture", .string(path))] + (report.json.members ?? [])))
                } else {
                    Console.result("\(path)\n\(report.text)")
                }
            }
        }
        if asJSON { Console.data((paths.count == 1 ? values.first ?? .null : .array(values)).prettyText()) }
        return .first(of: statuses)
    }
}
