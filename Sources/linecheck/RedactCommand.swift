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
        do {
            let redaction = try Redaction(surveying: path)
            let map = try arguments.value("--map").map { try NameTable(creating: $0, beside: output) }
            let pairs: [(pseudonym: String, original: String)]
            do {
                pairs = try output == "-" ? redaction.write(to: STDOUT_FILENO) : redaction.write(to: output)
                try map?.write(pairs)
            } catch {
                map?.remove()
                throw error
            }
            tell(redaction.ambiguous, pairs.count, output)
            return .success
        } catch let damage as Damage {
            let advice =
                damage.kind == .notACapture ? "" : "; linecheck recover makes a whole capture of what can be read"
            Console.say("\(damage)\nnothing was written\(advice)")
            return damage.kind.status
        } catch let problem as UsageError {
            throw problem
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
}

/// Which pseudonym stands for what: for nobody but the owner of the capture.
///
/// It is created before the capture is written, so that two names of one file are noticed while nothing is lost.
private struct NameTable {
    private let path: String

    init(creating path: String, beside output: String) throws {
        self.path = path
        if Files.exists(path) { throw UsageError("\(path) exists already, and nothing is written over") }
        let number = try checked("open", subject: path) {
            open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        _ = Descriptor(owning: number)
        guard Files.isSame(path, output) || Files.isSame(path, output + ".partial") else { return }
        remove()
        throw UsageError("--map and -o name the same file, \(path)", hint: "give the table another name")
    }

    func write(_ pairs: [(pseudonym: String, original: String)]) throws(SystemError) {
        let number = try checked("open", subject: path) { open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) }
        let file = Descriptor(owning: number)
        let map = JSONValue.object(pairs.map { JSONMember($0.pseudonym, .string($0.original)) })
        try Files.write(map.prettyText() + "\n", to: file.number, path)
    }

    func remove() { _ = unlink(path) }
}
