import LinecheckCapture
import LinecheckExport
import LinecheckHistory
import LinecheckJSON
import LinecheckQuantities
import LinecheckReplay
import LinecheckSockets

/// `linecheck export CAPTURE --to prometheus`.
struct ExportCommand {
    private static let formats = ["prometheus", "otlp", "influx"]

    private let arguments: Arguments
    private let format: String

    init(_ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        guard let format = arguments.value("--to"), Self.formats.contains(format) else {
            throw UsageError("export needs --to \(Self.formats.joined(separator: ", --to "))")
        }
        self.format = format
    }

    func perform() throws(UsageError) -> ExitStatus {
        if let output = arguments.value("--output") { try Files.mayWrite(output, force: arguments.has("--force")) }
        let path = try DataFolder.resolve(arguments.operands[0])
        switch CaptureFiles.load(path, recover: false) {
        case .failure(let failure):
            Console.say(failure.text)
            return failure.status
        case .success(let capture): return write(text(of: capture))
        }
    }

    private func text(of capture: CaptureReplay) -> String {
        let started = WallTime(text: capture.header.started) ?? WallTime(nanosecondsSinceEpoch: 0)
        let families = VerdictFamilies(capture.judge(rules: capture.rules), started: started)
        return switch format {
        case "prometheus": PrometheusText.text(families)
        case "influx": InfluxLines.text(families)
        default: OTLPLine.value(families, version: Header.Software.linecheck.version).canonicalText + "\n"
        }
    }

    private func write(_ text: String) -> ExitStatus {
        guard let path = arguments.value("--output"), path != "-" else {
            Console.whole(text)
            return .success
        }
        do throws(SystemError) {
            try Files.replace(path, with: text, force: arguments.has("--force"))
            return .success
        } catch {
            Console.say("linecheck: \(error)")
            return .usage
        }
    }
}
