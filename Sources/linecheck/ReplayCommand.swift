import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckReplay
import LinecheckReport
import LinecheckRules

/// `linecheck replay CAPTURE…`.
struct ReplayCommand {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func perform() throws(UsageError) -> ExitStatus {
        var rules: RulesDocument?
        if let reference = arguments.value("--rules") {
            switch Self.rules(reference) {
            case .success(let document): rules = document
            case .failure(let text):
                Console.say(text.description)
                return .usage
            }
        }
        var findings: [ExitStatus] = []
        for operand in arguments.operands {
            for path in CaptureFiles.expand(try DataFolder.resolve(operand)) { findings.append(replay(path, rules)) }
        }
        if findings.isEmpty {
            Console.say("linecheck: there is no capture in \(arguments.operands.joined(separator: ", "))")
            return .usage
        }
        return .first(of: findings)
    }

    struct Unreadable: Error, CustomStringConvertible { let description: String }

    static func rules(_ reference: String) -> Result<RulesDocument, Unreadable> {
        switch PlanFinder.rules(reference) {
        case .failure(let reason):
            return .failure(
                Unreadable(description: "linecheck: \(reason.message)" + (reason.fix.map { "\n\($0)" } ?? "")))
        case .success(let source):
            do { return .success(try RulesReader.read(source)) } catch {
                return .failure(Unreadable(description: error.text))
            }
        }
    }

    private func replay(_ path: String, _ rules: RulesDocument?) -> ExitStatus {
        switch CaptureFiles.load(path, recover: arguments.has("--recover")) {
        case .failure(let failure):
            Console.say(failure.text)
            return failure.status
        case .success(let capture):
            for damage in capture.damages { Console.say("\(damage)") }
            if let rules { return compare(capture, path, rules) }
            return reproduce(capture, path)
        }
    }

    // MARK: With the recorded rules

    private func reproduce(_ capture: CaptureReplay, _ path: String) -> ExitStatus {
        if let recorded = capture.recordedVerdict, let version = recorded["judge"]?.integer, version > Judge.version {
            Console.say(
                "\(path): was judged by version \(version) of judging, this program knows up to \(Judge.version)")
            Console.say("update linecheck, or judge anew with --rules")
            return .usage
        }
        let verdict = capture.judge(rules: capture.rules)
        let isWhole = capture.recordedVerdict != nil && capture.damages.isEmpty
        let difference = isWhole ? capture.difference(from: verdict) : capture.transition
        if arguments.has("--json") {
            Console.result(json(path, verdict, isWhole, difference).prettyText())
        } else if !isWhole {
            Console.result(TextReport(verdict).text)
        }
        if let difference {
            Console.say("\(path): differs: \(difference.text)")
            return .replayDiffers
        }
        guard isWhole else {
            Console.say("\(path): has no recorded verdict to compare with; this one is new")
            return verdict.exitStatus
        }
        if !arguments.has("--json") { Console.result("\(path): reproduced, byte for byte: \(Summary(verdict).text)") }
        return .success
    }

    private func json(
        _ path: String, _ verdict: Verdict, _ isWhole: Bool, _ difference: ReplayDifference?
    ) -> JSONValue {
        .object([
            JSONMember("capture", .string(path)),
            JSONMember("result", .string(difference != nil ? "differs" : isWhole ? "reproduced" : "new")),
            JSONMember("difference", .orNull(difference?.text)), JSONMember("verdict", verdict.json),
        ])
    }

    // MARK: With other rules

    private func compare(_ capture: CaptureReplay, _ path: String, _ rules: RulesDocument) -> ExitStatus {
        let old = capture.judge(rules: capture.rules)
        let new = capture.judge(rules: rules)
        let changes = VerdictChanges(from: old, to: new)
        if arguments.has("--json") {
            Console.result(
                JSONValue.object([
                    JSONMember("capture", .string(path)), JSONMember("changes", changes.json),
                    JSONMember("verdict", new.json),
                ]).prettyText())
        } else {
            Console.result("\(path)\n" + changes.text)
        }
        return new.exitStatus
    }
}
