import Glibc
import LinecheckCapture
import LinecheckJSON
import LinecheckSockets

/// `linecheck redact CAPTURE`.
struct RedactCommand {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func perform() throws(UsageError) -> ExitStatus {
        let path = try DataFolder.resolve(arguments.operands[0])
        try CaptureFiles.refuseStream(path, for: "redact")
        let output = arguments.value("--output") ?? CaptureFiles.sibling(of: path, "redacted")
        if let map = arguments.value("--map"), Files.exists(map) {
            throw UsageError("\(map) exists already, and nothing is written over")
        }
        do {
            let redaction = try Redaction(surveying: path)
            let pairs = try output == "-" ? redaction.write(to: STDOUT_FILENO) : redaction.write(to: output)
            if let map = arguments.value("--map") { try write(pairs, to: map) }
            tell(redaction.ambiguous, pairs.count, output)
            return .success
        } catch let damage as Damage {
            let advice =
                damage.kind == .notACapture ? "" : "; linecheck recover makes a whole capture of what can be read"
            Console.say("\(damage)\nnothing was written\(advice)")
            return damage.kind.status
        } catch {
            Console.say("linecheck: \(error)")
            return .usage
        }
    }

    private func tell(_ ambiguous: [String], _ count: Int, _ output: String) {
        for name in ambiguous {
            Console.say("\(name) names a host and is a word of linecheck's as well: in sentences it stays")
        }
        if output != "-" { Console.result("wrote \(output), with \(counted(count, "pseudonym"))") }
    }

    /// For nobody but the owner of the capture.
    private func write(_ pairs: [(pseudonym: String, original: String)], to path: String) throws(SystemError) {
        let number = try checked("open", subject: path) {
            open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        let file = Descriptor(owning: number)
        let map = JSONValue.object(pairs.map { JSONMember($0.pseudonym, .string($0.original)) })
        try Files.write(map.prettyText() + "\n", to: file.number, path)
    }
}
