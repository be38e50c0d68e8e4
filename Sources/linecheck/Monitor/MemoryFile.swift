import LinecheckJSON
import LinecheckMonitor
import LinecheckSockets

/// Where a monitor keeps what it knows over restarts.
struct MemoryFile {
    let path: String

    /// Whatever else has the name is not to be lost: a capture, a plan, or what a newer program knows.
    func refuseOthers() throws(UsageError) {
        guard Files.exists(path) else { return }
        guard Files.isSmall(path) else {
            throw UsageError("\(path) is no file that a monitor has written", hint: "name another with --state")
        }
        if Files.begins(path, with: "{\"monitor\":1,") { return }
        let isNewer = Files.begins(path, with: "{\"monitor\":")
        throw UsageError(
            isNewer
                ? "\(path) was written by a newer linecheck, which knows more of it"
                : "\(path) is something else than a monitor's memory",
            hint: "name another with --state")
    }

    /// Makes the folder.
    func prepare() throws(SystemError) {
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex { try Files.makeFolder(String(path[..<slash])) }
    }

    /// What is known; a file that cannot be understood is said to be so, and the monitor begins anew.
    func read(plan: String) -> MonitorMemory {
        let fresh = MonitorMemory(plan: plan, boot: Suspension.boot, slept: Suspension.total)
        guard Files.exists(path) else { return fresh }
        guard let source = try? Files.source(path), let json = try? JSONReader.read(source).plain,
            let memory = MonitorMemory(json), memory.plan == plan
        else {
            Console.say("linecheck: \(path) is not what a monitor of \(plan) has written, so it begins anew")
            return fresh
        }
        return memory
    }

    func write(_ memory: MonitorMemory) throws(SystemError) {
        try Files.replace(path, with: memory.json.canonicalText + "\n", force: true)
    }
}
