import Glibc
import LinecheckJSON
import LinecheckLab
import LinecheckQuantities
import LinecheckSockets

/// The command of `--on-change`: it gets the facts as variables and as JSON on standard input.
struct ChangeHook {
    /// A mail server that does not answer must not keep the line from being looked at.
    private static let limit = Duration.seconds(60)

    let command: String

    func call(_ change: ToldChange, _ signals: SignalInbox) throws {
        let input = try Self.file(change.json.canonicalBytes + [0x0A])
        let child = try Child(["/bin/sh", "-c", command], input: input.number, adding: change.variables)
        let began = KernelClock.monotonic
        let status = child.wait(passing: signals, within: Self.limit)
        if status != 0 {
            let seconds = Self.limit.nanoseconds / 1_000_000_000
            let how =
                status.map { "ended with status \($0)" }
                ?? (KernelClock.monotonic - began < Self.limit.nanoseconds
                    ? "was ended by a signal" : "took longer than \(seconds) s and was ended")
            let words = child.lastWords
            Console.say("linecheck: the command of --on-change \(how)" + (words.isEmpty ? "" : ": \(words)"))
        }
    }

    /// A file: a command that reads nothing never lets this program wait, as it would at a full pipe.
    private static func file(_ bytes: [UInt8]) throws -> Descriptor {
        let file = Descriptor(owning: try Child.namelessFile())
        // pwrite leaves the offset, which the command shares, at the beginning.
        try checked("write to a file in memory") { pwrite(file.number, bytes, bytes.count, 0) }
        return file
    }
}
