import LinecheckCapture
import LinecheckJSON
import LinecheckPage
import LinecheckReplay
import LinecheckReport
import LinecheckSockets
import LinecheckText

/// `linecheck report CAPTURE`.
struct ReportCommand {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func perform() throws(UsageError) -> ExitStatus {
        let output = arguments.value("--output")
        let format = try format(output)
        // Before the work: an hour's capture is read only to be refused otherwise.
        if let output { try Files.mayWrite(output, force: arguments.has("--force")) }
        let path = try DataFolder.resolve(arguments.operands[0])
        var trace = Trace()
        switch CaptureFiles.load(path, recover: arguments.has("--recover"), seen: { trace.add($0) }) {
        case .failure(let failure):
            Console.say(failure.text)
            return failure.status
        case .success(let capture):
            for damage in capture.damages { Console.say("\(damage)") }
            let text = Self.laidOut(for: output) { format.text(capture, trace, path: path == "-" ? nil : path) }
            return Self.deliver(
                text, to: output, force: arguments.has("--force"), isForPeople: format == .text)
        }
    }

    /// `--format`, else what the name of the output says, else text.
    private func format(_ output: String?) throws(UsageError) -> ReportFormat {
        if let word = arguments.value("--format") {
            guard !arguments.has("--json") || word == "json" else {
                throw UsageError("--json and --format \(word) contradict each other")
            }
            guard let format = ReportFormat(rawValue: word) else {
                let near = nearestName(to: word, among: ReportFormat.allCases.map(\.rawValue))
                throw UsageError(
                    "\(word) is not a format; there are \(ReportFormat.names)",
                    hint: near.map { "did you mean --format \($0)?" })
            }
            return format
        }
        if arguments.has("--json") { return .json }
        guard let output, output != "-" else { return .text }
        guard let format = ReportFormat(path: output) else {
            throw UsageError(
                "the name \(output) does not tell which format it shall have",
                hint: "name it with --format: \(ReportFormat.names)")
        }
        return format
    }

    /// A file is as wide as ever, whoever looks on.
    static func laidOut(for output: String?, _ text: () -> String) -> String {
        guard let output, output != "-" else { return text() }
        return TextLayout.$medium.withValue(Console.fileMedium, operation: text)
    }

    /// - Parameters:
    ///   - output: nil and `-`: standard output.
    ///   - force: over a file that has the name.
    ///   - isForPeople: lines are folded where they do not fit the terminal, and signs are those of the locale's charset.
    static func deliver(
        _ text: String, to output: String?, force: Bool, isForPeople: Bool = false
    ) -> ExitStatus {
        guard let output, output != "-" else {
            if isForPeople { Console.result(String(text.dropLast())) } else { Console.whole(text) }
            return .success
        }
        do throws(SystemError) {
            try Files.write(isForPeople ? Console.plain(text) : text, to: output, force: force)
        } catch {
            Console.say("linecheck: \(output) cannot be written: \(error.reason)")
            return .incomplete
        }
        Console.say(output)
        return .success
    }
}
