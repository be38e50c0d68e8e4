import LinecheckJSON
import LinecheckLab
import LinecheckMonitor
import LinecheckSockets

/// One check of a monitor: a run of the plan in a process of its own, so that whatever happens to it the monitor goes on.
struct MonitorCheck {
    private let words: [String]

    init(_ plan: String, _ arguments: Arguments) {
        var words = ["run", "--json", "--quiet"]
        for flag in ["--set", "--server", "--rules", "--expect"] {
            for value in arguments.values(flag) { words += [flag, value] }
        }
        for flag in ["--loopback", "--concurrent"] where arguments.has(flag) { words.append(flag) }
        self.words = words + ["--", plan]
    }

    /// - Returns: what it found, and the object that the run printed.
    func perform(_ signals: SignalInbox, after memory: MonitorMemory) throws -> (Finding, verdict: JSONValue?) {
        let run = try Child([try Program.path()] + words, adding: [])
        let status = run.wait(passing: signals)
        let verdict = try? JSONReader.read(SourceText(name: "verdict", text: run.output)).plain
        let slept = Suspension.boot == memory.boot && Suspension.total - memory.slept > Suspension.noticeable
        return (Finding(status: status, verdict: verdict, slept: slept, said: run.reason), verdict)
    }
}

/// How long this machine has been suspended since it was started.
enum Suspension {
    /// Reading two clocks one after the other is not exact.
    static let noticeable: Int64 = 1_000_000_000

    /// ns.
    static var total: Int64 { KernelClock.boottime - KernelClock.monotonic }

    /// Another one after each start of the machine (random(4)); empty where /proc is not there.
    static var boot: String {
        let source = try? Files.source("/proc/sys/kernel/random/boot_id")
        return source.map { String(decoding: $0.bytes.filter { $0 != 0x0A }, as: UTF8.self) } ?? ""
    }
}
