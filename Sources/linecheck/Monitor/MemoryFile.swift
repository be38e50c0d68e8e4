import Glibc
import LinecheckJSON
import LinecheckMonitor
import LinecheckSockets

/// Where a monitor keeps what it knows over restarts.
struct MemoryFile {
    let path: String

    /// Whatever else has the name is not to be lost: a capture, a plan, or what a newer program knows. A file of a monitor's own
    /// that was torn by a power cut or a full disk is none of them, and keeps no line from being looked at.
    func refuseOthers() throws(UsageError) {
        guard Files.exists(path) else { return }
        guard Files.isSmall(path) else {
            throw UsageError("\(path) is no file that a monitor has written", hint: "name another with --state")
        }
        if Files.begins(path, with: Self.beginning) || isTorn { return }
        let isNewer = Files.begins(path, with: "{\"monitor\":")
        throw UsageError(
            isNewer
                ? "\(path) was written by a newer linecheck, which knows more of it"
                : "\(path) is something else than a monitor's memory",
            hint: "name another with --state")
    }

    /// How every file of a monitor begins.
    private static let beginning = "{\"monitor\":1,"

    /// What is left of a memory: nothing, an empty object, the beginning of one that is cut off, or blocks that were never
    /// written to the disk, which read as zeros. What is not read here may be anything, and is not taken for torn.
    private var isTorn: Bool {
        guard let bytes = try? Files.source(path).bytes else { return false }
        let rest = bytes.filter { $0 != 0 && $0 != 0x0A && $0 != 0x20 }
        if rest.isEmpty || rest == Array("{}".utf8) { return true }
        guard rest.first == UInt8(ascii: "{"), (try? JSONReader.read(SourceText(name: path, bytes: rest))) == nil else {
            return false
        }
        return rest.count < Self.beginning.utf8.count || rest.starts(with: Self.beginning.utf8)
    }

    /// Makes the folder of a monitor that was not told where to keep its memory; a folder that somebody named has to be there,
    /// since its name may be mistyped.
    func prepare(isNamed: Bool) throws(SystemError) {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        if !isNamed { return try Files.makeFolder(folder) }
        guard Files.isDirectory(folder) else {
            throw SystemError("open", ENOENT, subject: folder, explanation: "the folder of --state is not there")
        }
    }

    /// What is known; a file that cannot be understood is said to be so and put aside, and the monitor begins anew.
    func read(plan: String) -> MonitorMemory {
        let fresh = MonitorMemory(plan: plan, boot: Suspension.boot, slept: Suspension.total)
        guard Files.exists(path) else { return fresh }
        guard let source = try? Files.source(path), let json = try? JSONReader.read(source).plain,
            let memory = MonitorMemory(json)
        else {
            Console.say("linecheck: \(path) cannot be read as a monitor's memory, so it begins anew\(putAside)")
            return fresh
        }
        guard memory.plan == plan else {
            Console.say(
                "linecheck: \(path) is the memory of a monitor of \(memory.plan), so that of \(plan) begins anew")
            return fresh
        }
        return memory
    }

    /// Gives the file another name that is free, and tells it.
    private var putAside: String {
        for number in 1...1_000 {
            let name = "\(path).unreadable-\(number)"
            // link(2) never replaces, where rename(2) would.
            if link(path, name) == 0 {
                unlink(path)
                return "; the file is now \(name)"
            }
            guard errno == EEXIST else { break }
        }
        return ""
    }

    func write(_ memory: MonitorMemory) throws(SystemError) {
        try Files.replace(path, with: memory.json.canonicalText + "\n", force: true)
    }
}
