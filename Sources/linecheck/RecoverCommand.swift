import Glibc
import LinecheckCapture

/// `linecheck recover CAPTURE`.
struct RecoverCommand {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func perform() throws(UsageError) -> ExitStatus {
        let path = try DataFolder.resolve(arguments.operands[0])
        try CaptureFiles.refuseStream(path, for: "recover")
        let output = arguments.value("--output") ?? CaptureFiles.sibling(of: path, "recovered")
        do {
            let salvage = try Salvage(surveying: path)
            let losses = try output == "-" ? salvage.write(to: STDOUT_FILENO) : salvage.write(to: output)
            tell(losses, isWhole: salvage.isWhole, output)
            return .success
        } catch let damage as Damage {
            Console.say("\(damage)\nnothing was written")
            return damage.kind.status
        } catch {
            Console.say("linecheck: \(error)")
            return .usage
        }
    }

    /// Where the capture itself is the result, the words about it are not.
    private func tell(_ losses: [LostStretch], isWhole: Bool, _ output: String) {
        var words = losses.map { "missing: \($0)" }
        if isWhole { words.append("nothing is missing: this is the same capture") }
        if output != "-" { words.append("wrote \(output)") }
        let text = words.joined(separator: "\n")
        if output == "-" { Console.say(text) } else { Console.result(text) }
    }
}
