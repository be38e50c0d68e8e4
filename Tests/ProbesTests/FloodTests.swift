import LinecheckCapture
import LinecheckPlan
import LinecheckProbes
import LinecheckSockets
import Testing

// One flood after another: two beside each other would only show how busy the machine is.
// Skipped without root, because a namespace of one's own and raw sockets need it.
@Suite(.serialized, .enabled(if: NetworkNamespace.isAllowed)) struct FloodTests {
    private static let count = 60
    /// Of forged replies, for each question.
    private static let forgeries = 80

    @Test(arguments: [ICMPSocket.Kind.unprivileged, .raw])
    func `two engines under a flood of forged replies take only their own`(kind: ICMPSocket.Kind) async throws {
        let flood = try await Responder.run { try Self.flood($0, kind) }
        for seen in flood.seen {
            #expect(seen.samples.map(\.sequence).sorted() == Array(0..<Int64(Self.count)))
            for sample in seen.samples {
                let rtt = try #require(sample.rtt, "sample \(sample.sequence) is \(sample.outcome)")
                #expect(sample.ttl == 64, "a forged reply has a TTL of 33")
                #expect(rtt >= .milliseconds(4))
            }
            #expect(Set(seen.foreign.map(\.reason)) == ["source", "truncated", "cookie", "sequence"])
            #expect(seen.foreign.count <= 4 * (flood.seconds + 2), "a flood makes one record a second and reason")
        }
        #expect(flood.drops == 0)
        #expect(flood.forged == Int64(2 * Self.count * Self.forgeries))
        let counted = flood.seen.flatMap(\.foreign).map(\.count).reduce(0, +)
        #expect(Int64(counted) == flood.forged)
    }

    private struct Flood: Sendable {
        /// Sent by the responder.
        let forged: Int64
        /// By one witness for each engine.
        let seen: [Witness.Seen]
        /// Packets that the kernel had no room for.
        let drops: Int64
        let seconds: Int
    }

    private static func flood(_ responder: Responder, _ kind: ICMPSocket.Kind) throws -> Flood {
        let began = ContinuousClock.now
        let witnesses = [Witness(), Witness()]
        let engines = try witnesses.map { try $0.engine(.init(socketKind: kind)) }
        // The timeout is not what this is about: on a busy machine the honest reply may wait long behind the forged ones.
        let probe = Probe(
            name: "p", kind: .ping, target: Responder.Manner.flooded.address, interval: .milliseconds(10),
            timeout: .seconds(20), count: count)
        let pinned = try #require(TargetResolver(clock: RunClock()).resolve(probe).pinned)
        for engine in engines { engine.start(probe, at: pinned) }
        var drops: Int64 = 0
        for (witness, engine) in zip(witnesses, engines) {
            witness.wait(for: .done(probe: "p"), atMost: .seconds(40))
            engine.stopAll()
            witness.wait(for: .idle)
            drops += Int64(engine.takeSelfCheck().localDrops)
            engine.shutdown()
        }
        return Flood(
            forged: responder.forged, seen: witnesses.map(\.now), drops: drops,
            seconds: Int((ContinuousClock.now - began) / .seconds(1)))
    }
}
