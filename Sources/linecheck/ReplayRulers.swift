import LinecheckBundled
import LinecheckJSON
import LinecheckReplay
import LinecheckReport
import LinecheckRules

/// `linecheck replay --rulers CAPTURE…`: the same line, several opinions.
enum ReplayRulers {
    static func show(_ paths: [String], _ recover: Bool, asJSON: Bool) -> ExitStatus {
        var statuses: [ExitStatus] = []
        var results: [JSONValue] = []
        for path in paths {
            switch CaptureFiles.load(path, recover: recover) {
            case .failure(let failure):
                Console.say(failure.text)
                statuses.append(failure.status)
            case .success(let capture):
                let table = RulersTable(opinions(on: capture))
                if asJSON {
                    results.append(.object([JSONMember("capture", .string(path))] + (table.json.members ?? [])))
                } else {
                    Console.result("\(path)\n\(table.text)")
                }
            }
        }
        if asJSON { Console.data((paths.count == 1 ? results.first ?? .null : .array(results)).prettyText()) }
        return .first(of: statuses)
    }

    /// The rules of the capture first, then the bundled rulers in their order.
    private static func opinions(on capture: CaptureReplay) -> [RulersTable.Opinion] {
        let rulers = BundledFile.rulers.compactMap { file in
            try? RulesReader.read(SourceText(name: file.name, bytes: file.bytes))
        }
        return ((capture.rules.map { [$0] } ?? []) + rulers).map { rules in
            RulersTable.Opinion(rules: rules, verdict: capture.judge(rules: rules))
        }
    }
}
