import Glibc
import LinecheckCapture
import LinecheckPlan
import LinecheckProbes
import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// `linecheck-bench ask TARGET COUNT STAMP`: the probe engine as a program of its own, so that it is started as the others are.
enum AskedProbe {
    static func run(_ words: [String]) -> Never {
        guard words.count == 3, let target = SocketAddress(numeric: words[0]), let count = Int(words[1]),
            let stamp = Target.Stamp(rawValue: words[2])
        else { exit(2) }
        let times = Mutex<[Int64]>([])
        let isDone = Atomic(false)
        do {
            let engine = try ProbeEngine(
                clock: RunClock(),
                sink: { record in
                    guard case .sample(let sample) = record, case .reply(let rtt) = sample.outcome else { return }
                    times.withLock { $0.append(rtt.nanoseconds) }
                }, onEvent: { if case .done = $0 { isDone.store(true, ordering: .releasing) } })
            let probe = Probe(
                name: "asked", kind: .ping, target: words[0], interval: AccuracyBenchmark.interval, count: count)
            engine.start(probe, at: PinnedTarget(address: target, stamp: stamp))
            while !isDone.load(ordering: .acquiring) { usleep(10_000) }
            engine.shutdown()
        } catch {
            print(error)
            exit(1)
        }
        print(times.withLock { $0.map(String.init).joined(separator: "\n") })
        exit(0)
    }
}
