internal import Glibc

/// How busy the processors were, to suspect ourselves with.
public enum MachineLoad {
    /// Time that all processors together spent on work since boot, in ns; nil when the kernel does not tell.
    public static func busy() -> Int64? {
        SystemText.read("/proc/stat").flatMap { parse($0, ticksPerSecond: Int64(sysconf(Int32(_SC_CLK_TCK)))) }
    }

    /// From the first line of /proc/stat (proc_stat(5)), in units of USER_HZ: user, nice, system, idle, iowait, irq,
    /// softirq, steal, and guest times that user and nice already hold. Stolen time counts: it was not ours.
    static func parse(_ text: String, ticksPerSecond: Int64) -> Int64? {
        guard let line = text.lines.first, ticksPerSecond > 0 else { return nil }
        let fields = line.fields
        guard fields.count >= 9, fields[0] == "cpu" else { return nil }
        let counts = fields[1...8].compactMap { Int64($0) }
        guard counts.count == 8 else { return nil }
        let busy = counts.reduce(0, +) - counts[3] - counts[4]
        return busy * (1_000_000_000 / ticksPerSecond)
    }
}
