import LinecheckJSON
import LinecheckSockets

/// The command of `--on-change`: it gets the facts as variables and as JSON on standard input.
struct ChangeHook {
    /// A mail server that does not answer must not keep the line from being looked at.
    private static let limit = Duration.seconds(60)

    let command: String

    func call(_ change: ToldChange, _ signals: SignalInbox) throws(SystemError) {
        let ended = try Subprogram(
            ["/bin/sh", "-c", command], variables: change.variables, input: change.json.canonicalBytes + [0x0A],
            signals: signals, limit: Self.limit)
        if ended.status != 0 {
            let how = ended.status.map { "ended with status \($0)" } ?? "was killed"
            Console.say("linecheck: the command of --on-change \(how): \(ended.lastWords)")
        }
    }
}
