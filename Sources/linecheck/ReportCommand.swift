import LinecheckCapture
import LinecheckJSON
import LinecheckReplay
import LinecheckReport

/// `linecheck report CAPTURE`.
struct ReportCommand {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func perform() throws(UsageError) -> ExitStatus {
        let path = try DataFolder.resolve(arguments.operands[0])
        switch CaptureFiles.load(path, recover: arguments.has("--recover")) {
        case .failure(let failure):
            Console.say(failure.text)
            return failure.status
        case .success(let capture):
            for damage in capture.damages { Console.say("\(damage)") }
            let verdict = capture.judge(rules: capture.rules)
            Console.result(
                arguments.has("--json")
                    ? verdict.json(capture: path == "-" ? nil : path).prettyText() : TextReport(verdict).text)
            return .success
        }
    }
}
