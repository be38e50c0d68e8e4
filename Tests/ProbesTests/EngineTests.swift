import Glibc
import LinecheckCapture
import LinecheckPlan
import LinecheckProbes
import LinecheckQuantities
import LinecheckSockets
import Testing

// Skipped without root, because the namespaces need it.
@Suite(.enabled(if: NetworkNamespace.isAllowed)) struct EngineTests {
    @Test func `sends keep to the plan's grid and do not drift`() async throws {
        let samples = try await NetworkNamespace.run { _ in
            try ask("127.0.0.1", count: 100, interval: .milliseconds(10)).samples
        }
        let times = samples.sorted { $0.sequence < $1.sequence }.map(\.at.nanoseconds)
        #expect(times.count == 100)
        // Drift adds up: at 10 ms it would be tens of milliseconds here. Where the machine stalled, a planned time may
        // be missing, but the grid stays.
        let offsets = times.map { ($0 - times[0]) % 10_000_000 }.map { min($0, 10_000_000 - $0) }.sorted()
        #expect(offsets[50] < 1_000_000)
        #expect(offsets[98] <= 5_000_000)
    }

    @Test func `a stopped probe sends no more, what is in flight settles, and idle comes once`() async throws {
        let (seen, stopped) = try await Responder.run { _ in
            let witness = Witness()
            let clock = RunClock()
            let engine = try witness.engine(clock: clock)
            let probe = Probe(
                name: "p", kind: .ping, target: Responder.Manner.silent.address, interval: .milliseconds(20),
                timeout: .milliseconds(200))
            let pinned = try #require(TargetResolver(clock: RunClock()).resolve(probe).pinned)
            engine.start(probe, at: pinned)
            usleep(150_000)
            engine.stop("p")
            usleep(20_000)
            let stopped = clock.now
            engine.stopAll()
            witness.wait(for: .idle)
            usleep(100_000)
            engine.shutdown()
            return (witness.now, stopped)
        }
        #expect(seen.samples.count >= 5)
        #expect(seen.samples.allSatisfy { $0.at < stopped })
        #expect(seen.samples.allSatisfy { $0.outcome == .lost })
        #expect(seen.events == [.idle], "a sequence without a count is never done")
    }

    @Test func `a probe that may not send says why and the others go on`() async throws {
        let seen = try await NetworkNamespace.run { space in
            try space.set("net.ipv4.ping_group_range", "1 0")
            let witness = Witness()
            let engine = try witness.engine(.init(socketKind: .unprivileged))
            let listener = try Descriptor.socket(family: .ipv4, type: .stream)
            let address = try #require(SocketAddress(numeric: "127.0.0.1"))
            try listener.bind(to: address)
            try checked("listen") { listen(listener.number, 8) }
            let tcp = try #require(try listener.localAddress())
            engine.start(Probe(name: "ping", kind: .ping, target: "127.0.0.1", count: 1), at: .init(address: address))
            engine.start(Probe(name: "tcp", kind: .tcp, target: "127.0.0.1", count: 1), at: .init(address: tcp))
            witness.wait(for: .done(probe: "tcp"))
            engine.shutdown()
            return witness.now
        }
        #expect(seen.samples.map(\.probe) == ["tcp"])
        guard case .failed(probe: "ping", let reason) = seen.events.first else {
            Issue.record("no failure was told: \(seen.events)")
            return
        }
        #expect(reason.contains("net.ipv4.ping_group_range"))
    }

    @Test func `lateness is told once and drops stay zero while replies are read`() async throws {
        let (first, second) = try await NetworkNamespace.run { _ in
            let witness = Witness()
            let engine = try witness.engine()
            let probe = Probe(name: "p", kind: .ping, target: "127.0.0.1", interval: .milliseconds(5), count: 20)
            let pinned = try #require(TargetResolver(clock: RunClock()).resolve(probe).pinned)
            engine.start(probe, at: pinned)
            witness.wait(for: .done(probe: "p"))
            defer { engine.shutdown() }
            return (engine.takeSelfCheck(), engine.takeSelfCheck())
        }
        #expect(try #require(first.timerLateP99) < .milliseconds(50))
        #expect(first.localDrops == 0)
        #expect(second.timerLateP99 == nil)
    }

    @Test func `replies that we do not read in time are the kernel's drops, and it tells how many`() async throws {
        let drops = try await NetworkNamespace.run { _ in
            var socket = try ICMPSocket(family: .ipv4, kind: .unprivileged)
            try socket.descriptor.set(.receiveBuffer, to: 4096)
            let target = try #require(SocketAddress(numeric: "127.0.0.1"))
            for sequence in 0..<300 {
                _ = socket.send(sequence: UInt16(sequence), payload: [UInt8](repeating: 0, count: 56), to: target)
                // The transmit stamps lie in the same buffer.
                var reader = MessageReader()
                while try reader.receiveNotice(from: socket.descriptor.number) != nil {}
            }
            return socket.drops
        }
        #expect(drops > 200)
    }

    @Test func `shutdown is safe to repeat and an engine that is let go ends by itself`() async throws {
        try await NetworkNamespace.run { _ in
            let witness = Witness()
            do {
                let engine = try witness.engine()
                engine.start(
                    Probe(name: "p", kind: .ping, target: "127.0.0.1", interval: .milliseconds(5)),
                    at: .init(address: try #require(SocketAddress(numeric: "127.0.0.1"))))
                witness.wait { $0.samples.count > 2 }
            }
            let count = witness.now.samples.count
            usleep(50_000)
            #expect(witness.now.samples.count == count)
            let engine = try witness.engine()
            engine.shutdown()
            engine.shutdown()
        }
    }
}
