import Glibc
import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// A load of this process, timed from a moment after its first byte.
enum OurLoad {
    private static let window = Duration.milliseconds(2_000)

    private final class Totals: Sendable {
        let sums = Mutex<[Int: Int64]>([:])
        var sum: Int64 { sums.withLock { $0.values.reduce(0, +) } }
    }

    /// nil when it failed.
    static func run(_ direction: Load.Direction, _ url: String, streams: Int) -> Figure? {
        let totals = Totals()
        let failures = Mutex<[String]>([])
        let clock = RunClock()
        let load = HTTPLoad(
            Load(
                name: "bench", direction: direction, url: url, streams: streams,
                body: ByteCount(bytes: Int64(BenchSite.fileSize)), insecure: true),
            clock: clock,
            sink: { record in
                if case .bytes(let total) = record { totals.sums.withLock { $0[total.stream] = total.total } }
            }, onEvent: { event in if case .failed(let reason) = event { failures.withLock { $0.append(reason) } } })
        load.start()
        defer { load.stop() }
        usleep(300_000)
        load.mark(at: clock.now)
        let (began, before, cpu) = (KernelClock.monotonic, totals.sum, rusage.own.seconds)
        usleep(UInt32(window.nanoseconds / 1_000))
        load.mark(at: clock.now)
        let (ended, after, cpuAfter) = (KernelClock.monotonic, totals.sum, rusage.own.seconds)
        if let reason = failures.withLock({ $0.first }) {
            print("  our load failed: \(reason)")
            return nil
        }
        return Figure(
            bytes: Double(after - before), seconds: Double(ended - began) / 1e9, cpu: cpuAfter - cpu)
    }

    /// How much this process grows for each of so many streams, in bytes.
    static func growth(_ url: String, streams: Int) -> Double {
        let before = residentBytes()
        let load = HTTPLoad(
            Load(name: "bench", direction: .download, url: url, streams: streams, insecure: true), clock: RunClock(),
            sink: { _ in }, onEvent: { _ in })
        load.start()
        sleep(2)
        let during = residentBytes()
        load.stop()
        return Double(during - before) / Double(streams)
    }

    /// The second number of /proc/self/statm is in pages (proc_pid_statm(5)).
    private static func residentBytes() -> Int {
        guard let stream = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(stream) }
        var text = [CChar](repeating: 0, count: 200)
        guard fgets(&text, 200, stream) != nil else { return 0 }
        let words = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
