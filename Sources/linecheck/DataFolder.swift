import Glibc
import LinecheckQuantities
import LinecheckSockets

/// Where captures go unless `-o` says otherwise.
enum DataFolder {
    /// `$XDG_DATA_HOME/linecheck`, else `~/.local/share/linecheck`; without a home (cron, container) `/var/tmp/linecheck-UID`.
    static var path: String {
        if let folder = variable("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder + "/linecheck" }
        if let home = variable("HOME"), home.hasPrefix("/") { return home + "/.local/share/linecheck" }
        return "/var/tmp/linecheck-\(getuid())"
    }

    /// The same in words for help, two lines.
    static let explanation = """
        Captures are kept in $XDG_DATA_HOME/linecheck, else ~/.local/share/linecheck,
        and without a home (cron, container) in /var/tmp/linecheck-UID.
        """

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// A new name that sorts by time: `2026-11-30T03-18-15.042Z-health.capture.jsonl`.
    static func capturePath(plan: String, started: WallTime) -> String {
        let time = String(started.text.map { $0 == ":" ? "-" : $0 })
        return "\(path)/\(time)-\(plan).capture.jsonl"
    }

    /// The newest run's capture, unfinished ones included; nil when there is none. What was made of a capture is no run.
    static var last: String? {
        let made = [".verdict.json", ".redacted.capture.jsonl", ".recovered.capture.jsonl"]
        return (try? Files.names(in: path))?.last { name in
            name.contains(".capture.jsonl") && !made.contains { name.hasSuffix($0) }
        }.map { "\(path)/\($0)" }
    }

    /// A capture as named on the command line: a path, `last`, or `last~2` for the one two runs before.
    static func resolve(_ operand: String) throws(UsageError) -> String {
        if let (folder, newer) = RunFolder.named(operand) { return try folder.capture(newer: newer) }
        guard operand == "last" else { return operand }
        guard let newest = last else {
            throw UsageError("there is no capture in \(path) yet", hint: "make one: linecheck run health")
        }
        return newest
    }
}
