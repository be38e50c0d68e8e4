import Foundation
import Glibc
import LinecheckCapture
import LinecheckPlan
import LinecheckProbes
import LinecheckSockets
import Testing

/// A listening socket on a port of the kernel's choice.
private final class Listener {
    let descriptor: Descriptor
    let port: Int

    init(_ host: String, backlog: Int32 = 64) throws {
        let address = try #require(SocketAddress(numeric: host))
        let socket = try Descriptor.socket(family: address.family, type: .stream)
        try socket.bind(to: address)
        let number = socket.number
        try checked("listen") { listen(number, backlog) }
        let bound = try socket.localAddress()
        port = Int(try #require(bound).port)
        descriptor = socket
    }
}

private final class Holder: Sendable {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}

@Suite struct TCPTests {
    @Test(arguments: ["127.0.0.1", "::1"])
    func `an open port answers with the kernel's round trip and the program's connect time`(host: String) throws {
        let listener = try Listener(host)
        let seen = try ask(host, kind: .tcp, port: listener.port, count: 5)
        #expect(seen.samples.map(\.sequence) == [0, 1, 2, 3, 4])
        for sample in seen.samples {
            let rtt = try #require(sample.rtt)
            let connect = try #require(sample.connect)
            #expect(rtt > .zero && rtt <= connect)
            #expect(sample.stamp == nil)
        }
        #expect(seen.events == [.done(probe: "p"), .idle])
    }

    @Test(arguments: ["127.0.0.1", "::1"])
    func `a closed port refuses`(host: String) throws {
        // Bound and not listening: nobody else can listen there meanwhile.
        let address = try #require(SocketAddress(numeric: host))
        let holder = try Descriptor.socket(family: address.family, type: .stream)
        try holder.bind(to: address)
        let port = Int(try #require(try holder.localAddress()).port)
        let seen = try ask(host, kind: .tcp, port: port)
        #expect(seen.samples.map(\.failure) == [.connectionRefused, .connectionRefused, .connectionRefused])
        #expect(seen.samples.allSatisfy { $0.code == Int(ECONNREFUSED) })
    }

    // Skipped without root, because packet filters need it (here and below).
    @Test(
        .enabled(if: NetworkNamespace.isAllowed),
        arguments: [
            ("icmp type port-unreachable", FailureWord.portUnreachable, 3),
            ("icmp type admin-prohibited", .adminProhibited, 13), ("icmp type host-unreachable", .hostUnreachable, 1),
            ("icmp type net-unreachable", .networkUnreachable, 0),
        ])
    func `an ICMP refusal is told from a RST`(reject: String, word: FailureWord, code: Int) async throws {
        let seen = try await NetworkNamespace.run { space in
            try space.filter("ip daddr 127.0.0.9 tcp dport 80 reject with \(reject)")
            return try ask("127.0.0.9", kind: .tcp, port: 80)
        }
        #expect(seen.samples.map(\.failure) == [word, word, word])
        #expect(seen.samples.allSatisfy { $0.code == 3 * 256 + code })
    }

    @Test(.enabled(if: NetworkNamespace.isAllowed))
    func `a black hole is loss`() async throws {
        let seen = try await NetworkNamespace.run { space in
            try space.filter("ip daddr 127.0.0.9 tcp dport 80 drop")
            return try ask("127.0.0.9", kind: .tcp, port: 80, timeout: .milliseconds(200))
        }
        #expect(seen.samples.map(\.outcome) == [.lost, .lost, .lost])
    }

    @Test(.enabled(if: NetworkNamespace.isAllowed))
    func `a lost SYN is not latency`() async throws {
        let seen = try await NetworkNamespace.run { space in
            try space.filter("ip daddr 127.0.0.9 tcp flags & (syn | ack) == syn numgen inc mod 2 == 0 drop")
            let listener = try Listener("127.0.0.9")
            return try ask("127.0.0.9", kind: .tcp, port: listener.port, count: 1, timeout: .seconds(3))
        }
        let sample = try #require(seen.samples.first)
        #expect(sample.failure == .synRetransmitted)
        let connect = try #require(sample.connect)
        #expect(connect > .milliseconds(900) && connect < .seconds(2))
    }

    @Test(.enabled(if: NetworkNamespace.isAllowed))
    func `a target without a route is unavailable before the first packet`() async throws {
        let record = try await NetworkNamespace.run { _ in
            TargetResolver(clock: RunClock()).resolve(Probe(name: "p", kind: .tcp, target: "192.0.2.1", port: 80))
                .record
        }
        #expect(record.unavailable == "no route to 192.0.2.1: Network is unreachable")
        #expect(record.address == nil)
    }

    @Test(.enabled(if: NetworkNamespace.isAllowed))
    func `a server that does not accept in time looks like lost SYNs, and no time is made of them`() async throws {
        let seen = try await NetworkNamespace.run { _ in
            let listener = try Listener("127.0.0.1", backlog: 0)
            // The queue of accepted connections holds one more than its length.
            let holders = try (0..<2).map { _ in
                let holder = Holder(try Descriptor.socket(family: .ipv4, type: .stream))
                let port = UInt16(listener.port)
                _ = holder.descriptor.connect(to: SocketAddress(family: .ipv4, octets: [127, 0, 0, 1], port: port))
                return holder
            }
            usleep(20_000)
            defer { withExtendedLifetime(holders) {} }
            return try ask("127.0.0.1", kind: .tcp, port: listener.port, timeout: .milliseconds(300))
        }
        #expect(seen.samples.map(\.outcome) == [.lost, .lost, .lost])
    }

    @Test(.enabled(if: NetworkNamespace.isAllowed))
    func `a thousand connects leave no port waiting`() async throws {
        let waiting = try await NetworkNamespace.run { _ in
            // Nobody accepts, so all of them have to fit into the queue.
            let listener = try Listener("127.0.0.1", backlog: 2_000)
            let seen = try ask("127.0.0.1", kind: .tcp, port: listener.port, count: 1_000, interval: .milliseconds(1))
            #expect(seen.samples.count { $0.rtt != nil } == 1_000)
            // State 06 is TIME_WAIT; the list is of the namespace of the thread that reads it.
            let table = try String(contentsOfFile: "/proc/thread-self/net/tcp", encoding: .utf8)
            return table.split(separator: "\n").count { $0.split(separator: " ").dropFirst(3).first == "06" }
        }
        #expect(waiting == 0)
    }

    @Test(.enabled(if: NetworkNamespace.isAllowed))
    func `a neighbour that is not there is told from a host beyond that is unreachable`() async throws {
        let seen = try await NetworkNamespace.run { space in
            // A link with nobody at its other end.
            try space.sh("ip link add v0 type veth peer name v1")
            try space.sh("ip addr add 192.0.2.1/24 dev v0")
            try space.sh("ip link set v0 up")
            try space.sh("ip link set v1 up")
            return try ask("192.0.2.9", kind: .tcp, port: 80, count: 1, timeout: .seconds(5))
        }
        #expect(seen.samples.map(\.failure) == [.neighbourUnresolved])
    }

    @Test func `connections leave no descriptors behind`() throws {
        let listener = try Listener("127.0.0.1")
        func open() -> Int { (0..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 } }
        _ = try ask("127.0.0.1", kind: .tcp, port: listener.port, count: 2, interval: .milliseconds(2))
        // Other tests open sockets at the same time: far fewer than these 200 attempts.
        let before = open()
        let seen = try ask("127.0.0.1", kind: .tcp, port: listener.port, count: 200, interval: .milliseconds(2))
        #expect(seen.samples.count == 200)
        #expect(open() < before + 150)
    }
}
