import Glibc
import LinecheckCapture
import LinecheckPlan
import LinecheckProbes
import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// Many hosts that this host answers for itself: what is compared is the program that asks.
struct PingBenchmarks {
    private static let runs = 9
    private static let hosts = 60_000
    private static let perSecond = 10_000
    private static let seconds = 60

    /// 10.70.0.0/16 is this host's own in the namespace.
    private static func targets(_ count: Int) -> [SocketAddress] {
        (0..<count).map { SocketAddress(family: .ipv4, octets: [10, 70, UInt8($0 >> 8), UInt8($0 & 0xFF)]) }
    }

    func run() -> Int32 {
        do {
            try BenchNamespace.enter()
        } catch {
            print(error)
            return 1
        }
        for command in [
            "ip route add local 10.70.0.0/16 dev lo", "sysctl -qw net.ipv4.ping_group_range='0 2147483647'",
        ] where system(command) != 0 { return 1 }
        return once() + (steady("sweep", sweepEverySecond) + steady("probes", probeEverySecond))
    }

    // MARK: - Sixty thousand once

    private struct Once {
        var seconds: Double
        var cpu: Double
    }

    private func once() -> Int32 {
        let path = "/tmp/linecheck-bench-hosts-\(getpid())"
        guard let file = fopen(path, "w") else { return 1 }
        for target in Self.targets(Self.hosts) { fputs(target.host + "\n", file) }
        fclose(file)
        defer { unlink(path) }
        var ours: [Once] = []
        var theirs: [Once] = []
        // Alternating, so that what else the machine does meets both.
        for _ in 0..<Self.runs {
            guard let our = sweepOnce(), let their = fpingOnce(path) else { return 1 }
            ours.append(our)
            theirs.append(their)
        }
        print("\(Self.hosts) hosts once, \(Self.runs) alternating pairs, median [least … most]")
        print("  linecheck  \(Spread(ours.map(\.seconds))) s, \(Spread(ours.map(\.cpu))) s of processor")
        print("  fping -i0  \(Spread(theirs.map(\.seconds))) s, \(Spread(theirs.map(\.cpu))) s of processor")
        return 0
    }

    private func sweepOnce() -> Once? {
        let start = KernelClock.monotonic
        let cpu = KernelClock.processCPU
        var answered = 0
        do {
            let sweep = try PingSweep(targets: Self.targets(Self.hosts))
            sweep.run { if case .reply = $0.event { answered += 1 } }
            guard answered == Self.hosts, sweep.drops == 0 else {
                print("only \(answered) of \(Self.hosts) answered, \(sweep.drops) were dropped here")
                return nil
            }
        } catch {
            print(error)
            return nil
        }
        return Once(
            seconds: Double(KernelClock.monotonic - start) / 1e9, cpu: Double(KernelClock.processCPU - cpu) / 1e9)
    }

    private func fpingOnce(_ path: String) -> Once? {
        let start = KernelClock.monotonic
        guard let child = ChildProcess(["fping", "-q", "-i0", "-r0", "-f", path]) else {
            print("fping is needed")
            return nil
        }
        let cost = child.wait()
        guard cost.status == 0 else {
            print("fping failed: status \(cost.status)")
            return nil
        }
        return Once(seconds: Double(KernelClock.monotonic - start) / 1e9, cpu: cost.cpu)
    }

    // MARK: - Ten thousand each second

    private struct Steady {
        var sent = 0
        var answered = 0
        var drops: Int64 = 0
        var times: [Int64] = []
    }

    private func steady(_ name: String, _ body: () throws -> Steady) -> Int32 {
        let start = KernelClock.monotonic
        let cpu = KernelClock.processCPU
        do {
            var seen = try body()
            let elapsed = Double(KernelClock.monotonic - start) / 1e9
            let used = Double(KernelClock.processCPU - cpu) / 1e9
            seen.times.sort()
            let middle = seen.times.isEmpty ? 0 : seen.times[seen.times.count / 2]
            let high = seen.times.isEmpty ? 0 : seen.times[seen.times.count * 99 / 100]
            print("\(Self.perSecond) hosts a second for \(Self.seconds) s by \(name):")
            print(
                "  \(seen.sent) sent, \(seen.sent - seen.answered) lost, \(seen.drops) dropped here, "
                    + "\(Spread([used / elapsed])) of a core, rtt p50 \(middle / 1_000) us, p99 \(high / 1_000) us")
            return seen.answered == seen.sent && seen.drops == 0 ? 0 : 1
        } catch {
            print("\(name): \(error)")
            return 1
        }
    }

    private func sweepEverySecond() throws -> Steady {
        let sweep = try PingSweep(
            targets: Self.targets(Self.perSecond), settings: .init(rounds: Self.seconds, interval: .seconds(1)))
        var seen = Steady()
        sweep.run { report in
            seen.sent += 1
            guard case .reply(let rtt, _) = report.event else { return }
            seen.answered += 1
            seen.times.append(rtt.nanoseconds)
        }
        seen.drops = sweep.drops
        return seen
    }

    /// The engine of plans, with a probe for each host.
    private func probeEverySecond() throws -> Steady {
        SystemLimits.raiseOpenFiles()
        let seen = Mutex(Steady())
        let isIdle = Atomic(false)
        let engine = try ProbeEngine(
            clock: RunClock(),
            sink: { record in
                guard case .sample(let sample) = record else { return }
                seen.withLock { seen in
                    seen.sent += 1
                    guard case .reply(let rtt) = sample.outcome else { return }
                    seen.answered += 1
                    seen.times.append(rtt.nanoseconds)
                }
            },
            onEvent: { event in
                switch event {
                case .idle: isIdle.store(true, ordering: .releasing)
                case .failed(let probe, let reason): print("\(probe): \(reason)")
                case .done, .suspended: break
                }
            })
        for (place, target) in Self.targets(Self.perSecond).enumerated() {
            let probe = Probe(
                name: "p\(place)", kind: .ping, target: target.host, interval: .seconds(1), count: Self.seconds)
            engine.start(probe, at: PinnedTarget(address: target))
        }
        sleep(UInt32(Self.seconds) + 1)
        engine.stopAll()
        while !isIdle.load(ordering: .acquiring) { usleep(10_000) }
        let drops = engine.takeSelfCheck().localDrops
        engine.shutdown()
        var result = seen.withLock { $0 }
        result.drops = drops
        return result
    }
}
