import Glibc
import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Testing

@testable import LinecheckProbes

/// A questioner without its loop: what it does when nobody reads its socket in time.
// Skipped without root, because packet filters and the responder need it.
@Suite(.enabled(if: NetworkNamespace.isAllowed)) struct QuestionerTests {
    private static func ping(_ target: String, _ kind: ICMPSocket.Kind) throws -> EchoQuestioner<PingWire> {
        let address = try #require(SocketAddress(numeric: target))
        let wire = try PingWire(to: address, kind: kind, interface: nil, source: nil)
        return try EchoQuestioner(
            "p", at: PinnedTarget(address: address), by: wire, clock: RunClock(),
            watch: Watch(epoll: try Epoll(), lane: 0))
    }

    private static func attempt(_ number: Int64, timeout: Duration = .seconds(1)) -> Attempt {
        Attempt(number: number, course: 0, timeout: timeout.nanoseconds, delay: nil)
    }

    private static func samples(_ findings: [Finding]) -> [Sample] {
        findings.compactMap { if case .settled(let sample, _) = $0 { sample } else { nil } }
    }

    @Test(arguments: [ICMPSocket.Kind.unprivileged, .raw])
    func `an error that nobody has read does not eat the next attempt`(kind: ICMPSocket.Kind) async throws {
        let (first, second) = try await NetworkNamespace.run { space in
            try space.filter(
                "ip daddr 127.0.0.9 icmp type echo-request numgen inc mod 2 == 0 reject with icmp type host-unreachable"
            )
            let ping = try Self.ping("127.0.0.9", kind)
            _ = ping.ask(Self.attempt(0))
            // The refusal of attempt 0 is pending on the socket now.
            let asked = ping.ask(Self.attempt(1))
            return (Self.samples(asked.findings), Self.samples(ping.ready(0)))
        }
        #expect(first.map(\.sequence) == [0] && first.first?.failure == .hostUnreachable)
        #expect(second.map(\.sequence) == [1] && second.first?.rtt != nil)
        #expect(second.first?.stamp == nil, "the stamps' counter still tells which send is which")
    }

    @Test func `a reply that waits unread past its timeout came in time by the kernel's stamps`() async throws {
        let samples = try await NetworkNamespace.run { _ in
            let ping = try Self.ping("127.0.0.1", .unprivileged)
            _ = ping.ask(Self.attempt(0, timeout: .milliseconds(20)))
            usleep(40_000)
            return Self.samples(ping.expire(0))
        }
        let rtt = try #require(samples.first?.rtt)
        #expect(samples.count == 1 && rtt < .milliseconds(20))
    }

    @Test func `a reply that waits unread and was too late by the kernel's stamps is lost and late`() async throws {
        let findings = try await Responder.run { _ in
            let ping = try Self.ping(Responder.Manner.slow.address, .unprivileged)
            _ = ping.ask(Self.attempt(0, timeout: .milliseconds(20)))
            usleep(200_000)
            return ping.expire(0) + ping.expire(0)
        }
        #expect(Self.samples(findings).map(\.outcome) == [.lost])
        guard findings.count == 2, case .seen(.late(let late)) = findings[1] else {
            Issue.record("no late reply: \(findings)")
            return
        }
        #expect(late.rtt >= .milliseconds(59))
    }

    @Test func `a connection that stands unnoticed past its timeout was answered in time`() throws {
        let address = try #require(SocketAddress(numeric: "127.0.0.1"))
        let listener = try Descriptor.socket(family: .ipv4, type: .stream)
        try listener.bind(to: address)
        let number = listener.number
        try checked("listen") { listen(number, 8) }
        let bound = try listener.localAddress()
        let target = PinnedTarget(address: try #require(bound))
        let probe = Probe(name: "p", kind: .tcp, target: "127.0.0.1")
        let tcp = TCPQuestioner(probe, at: target, clock: RunClock(), watch: Watch(epoll: try Epoll(), lane: 0))
        _ = tcp.ask(Self.attempt(0, timeout: .milliseconds(10)))
        usleep(30_000)
        let sample = try #require(Self.samples(tcp.expire(0)).first)
        #expect(try #require(sample.rtt) < .milliseconds(10))
        #expect(try #require(sample.connect) >= .milliseconds(30))
        #expect(tcp.expire(0).isEmpty, "an attempt settles once")
    }
}
