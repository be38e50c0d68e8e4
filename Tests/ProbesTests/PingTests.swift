import LinecheckCapture
import LinecheckPlan
import LinecheckProbes
import LinecheckSockets
import Testing

// Skipped without root, because a namespace of one's own and raw sockets need it.
@Suite(.enabled(if: NetworkNamespace.isAllowed)) struct PingTests {
    @Test(arguments: ["127.0.0.1", "::1"], [ICMPSocket.Kind.unprivileged, .raw])
    func `both kinds of socket ping both families, with kernel stamps`(
        target: String, kind: ICMPSocket.Kind
    ) async throws {
        let seen = try await NetworkNamespace.run { _ in
            try ask(target, count: 5, options: .init(socketKind: kind))
        }
        #expect(seen.samples.map(\.sequence) == [0, 1, 2, 3, 4])
        for sample in seen.samples {
            let rtt = try #require(sample.rtt)
            #expect(rtt > .zero && rtt < .milliseconds(50))
            #expect(sample.stamp == nil, "a stamp is named only when it is not the kernel's")
            #expect(sample.ttl == 64)
            #expect(sample.bytes == 64)
            #expect(sample.from == nil)
        }
        #expect(seen.foreign.isEmpty && seen.late.isEmpty && seen.duplicates.isEmpty)
        #expect(seen.events == [.done(probe: "p"), .idle])
    }

    @Test func `without permission for either socket the reason names the sysctl and the capability`() async throws {
        let permission = try await NetworkNamespace.run { space in
            try space.set("net.ipv4.ping_group_range", "1 0")
            return PingPermission.check(.ipv4)
        }
        // Root may still open a raw socket.
        #expect(permission == .raw)
        let reason = PingPermission.explain(SystemError("socket", 1), family: .ipv4)
        #expect(reason.contains("net.ipv4.ping_group_range") && reason.contains("setcap cap_net_raw+ep"))
    }

    @Test func `numbers go on from one sequence to the next`() async throws {
        let samples = try await NetworkNamespace.run { _ in
            let witness = Witness()
            let engine = try witness.engine()
            let probe = Probe(name: "p", kind: .ping, target: "127.0.0.1", interval: .milliseconds(5), count: 3)
            let pinned = try #require(TargetResolver(clock: RunClock()).resolve(probe).pinned)
            for round in 1...2 {
                engine.start(probe, at: pinned)
                witness.wait { $0.samples.count == 3 * round }
            }
            // Another target, and so another socket, is no reason to count anew.
            var other = pinned
            other.address = try #require(SocketAddress(numeric: "127.0.0.2"))
            engine.start(probe, at: other)
            witness.wait { $0.samples.count == 9 }
            engine.shutdown()
            return witness.now.samples
        }
        #expect(samples.map(\.sequence) == Array(0..<9))
        #expect(samples.allSatisfy { $0.rtt != nil })
    }

    @Test(arguments: [ICMPSocket.Kind.unprivileged, .raw])
    func `the sequence number on the wire wraps and nothing is mixed up`(kind: ICMPSocket.Kind) async throws {
        let seen = try await NetworkNamespace.run { _ in
            try ask(
                "127.0.0.1", count: 8, interval: .milliseconds(2),
                options: .init(socketKind: kind, firstNumber: 65_532))
        }
        #expect(seen.samples.map(\.sequence) == Array(65_532...65_539))
        #expect(seen.samples.allSatisfy { $0.rtt != nil })
        #expect(seen.duplicates.isEmpty && seen.foreign.isEmpty)
    }

    @Test func `silence is loss, and each attempt waits its own timeout`() async throws {
        let seen = try await Responder.run { _ in
            try ask(Responder.Manner.silent.address, count: 4, timeout: .milliseconds(100))
        }
        #expect(seen.samples.map(\.outcome) == [.lost, .lost, .lost, .lost])
    }

    @Test func `an answer slower than the interval is not lost`() async throws {
        let seen = try await Responder.run { _ in try ask(Responder.Manner.slow.address, count: 6) }
        #expect(seen.samples.count == 6)
        let rtts = seen.samples.compactMap(\.rtt)
        #expect(rtts.count == 6 && rtts.allSatisfy { $0 >= .milliseconds(59) })
        // Of the shortest: whoever answers may have to wait for a processor.
        #expect(try #require(rtts.min()) < .milliseconds(200))
    }

    @Test func `a second reply is a duplicate and changes no sample`() async throws {
        let seen = try await Responder.run { _ in
            try ask(Responder.Manner.twice.address, count: 4, linger: .milliseconds(60))
        }
        #expect(seen.samples.map(\.sequence) == [0, 1, 2, 3])
        #expect(seen.samples.allSatisfy { $0.rtt != nil })
        #expect(seen.duplicates.map(\.sequence) == [0, 1, 2, 3])
        #expect(seen.duplicates.allSatisfy { $0.rtt >= .milliseconds(19) })
    }

    @Test func `a reply after the timeout is lost and also late`() async throws {
        let seen = try await Responder.run { _ in
            try ask(
                Responder.Manner.oddLate.address, count: 4, timeout: .milliseconds(100), linger: .milliseconds(300))
        }
        let lost = seen.samples.filter { $0.outcome == .lost }.map(\.sequence)
        #expect(lost == [1, 3])
        #expect(seen.late.map(\.sequence) == [1, 3])
        #expect(seen.late.allSatisfy { $0.rtt >= .milliseconds(249) })
    }

    @Test func `a late reply that comes again is late once and then a duplicate`() async throws {
        let seen = try await Responder.run { _ in
            try ask(
                Responder.Manner.lateTwice.address, count: 2, timeout: .milliseconds(100),
                linger: .milliseconds(400))
        }
        #expect(seen.late.map(\.sequence) == [1])
        #expect(seen.duplicates.map(\.sequence) == [1])
    }

    @Test(arguments: [
        (Responder.Manner.otherSource, "source"), (.wrongSequence, "sequence"), (.truncated, "truncated"),
        (.rewritten, "cookie"), (.flipped, "payload"),
    ])
    func `a reply that fails a check is foreign and the attempt is lost`(
        manner: Responder.Manner, reason: String
    ) async throws {
        for kind in [ICMPSocket.Kind.unprivileged, .raw] {
            let seen = try await Responder.run { _ in
                try ask(
                    manner.address, count: 3, timeout: .milliseconds(100), options: .init(socketKind: kind))
            }
            #expect(seen.samples.map(\.outcome) == [.lost, .lost, .lost])
            #expect(Set(seen.foreign.map(\.reason)) == [reason])
            #expect(seen.foreign.map(\.count).reduce(0, +) == 3)
        }
    }

    @Test func `a raw socket refuses a bad checksum and another identifier`() async throws {
        let raw = ProbeEngine.Options(socketKind: .raw)
        let bad = try await Responder.run { _ in
            try ask(Responder.Manner.badChecksum.address, timeout: .milliseconds(100), options: raw)
        }
        #expect(bad.samples.map(\.outcome) == [.lost, .lost, .lost])
        #expect(Set(bad.foreign.map(\.reason)) == ["checksum"])
        let other = try await Responder.run { _ in
            try ask(Responder.Manner.wrongIdentifier.address, timeout: .milliseconds(100), options: raw)
        }
        #expect(other.samples.map(\.outcome) == [.lost, .lost, .lost])
        #expect(other.foreign.isEmpty, "another program's replies are not even ours to count")
    }
}
