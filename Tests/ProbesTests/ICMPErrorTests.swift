import Glibc
import LinecheckCapture
import LinecheckPlan
import LinecheckProbes
import LinecheckSockets
import Testing

// Skipped without root, because routes and packet filters of a namespace need it.
@Suite(.enabled(if: NetworkNamespace.isAllowed)) struct ICMPErrorTests {
    @Test(arguments: [ICMPSocket.Kind.unprivileged, .raw])
    func `a refusal by ICMP is a failure with its type and code`(kind: ICMPSocket.Kind) async throws {
        let seen = try await NetworkNamespace.run { space in
            try space.filter("ip daddr 127.0.0.9 icmp type echo-request reject with icmp type admin-prohibited")
            return try ask("127.0.0.9", options: .init(socketKind: kind))
        }
        #expect(seen.samples.map(\.failure) == [.adminProhibited, .adminProhibited, .adminProhibited])
        #expect(seen.samples.allSatisfy { $0.code == 3 * 256 + 13 })
        #expect(seen.samples.map(\.sequence) == [0, 1, 2])
    }

    @Test(arguments: [ICMPSocket.Kind.unprivileged, .raw])
    func `a refusal by ICMPv6 is a failure with its type and code`(kind: ICMPSocket.Kind) async throws {
        let seen = try await NetworkNamespace.run { space in
            try space.filter("ip6 daddr ::1 icmpv6 type echo-request reject with icmpv6 type admin-prohibited")
            return try ask("::1", options: .init(socketKind: kind))
        }
        #expect(seen.samples.map(\.failure) == [.adminProhibited, .adminProhibited, .adminProhibited])
        #expect(seen.samples.allSatisfy { $0.code == 1 * 256 + 1 })
    }

    @Test func `an error that waits on the socket does not eat the next attempt`() async throws {
        let seen = try await NetworkNamespace.run { space in
            try space.filter(
                "ip daddr 127.0.0.9 icmp type echo-request numgen inc mod 2 == 0 reject with icmp type host-unreachable"
            )
            // Sends faster than errors are read would leave one pending at the next send; every second one is refused.
            return try ask("127.0.0.9", count: 10, interval: .milliseconds(1))
        }
        #expect(seen.samples.count == 10)
        #expect(seen.samples.count { $0.failure == .hostUnreachable } == 5)
        #expect(seen.samples.count { $0.rtt != nil } == 5)
    }

    @Test func `a poisoned socket fails the first send without sending, and the second one leaves`() async throws {
        let (first, second, answered) = try await NetworkNamespace.run { space in
            try space.filter("ip daddr 127.0.0.9 icmp type echo-request reject with icmp type host-unreachable")
            let bad = try #require(SocketAddress(numeric: "127.0.0.9"))
            let good = try #require(SocketAddress(numeric: "127.0.0.1"))
            var socket = try ICMPSocket(family: .ipv4)
            _ = socket.send(sequence: 1, payload: [], to: bad)
            // The error is pending now, as it is on loopback before sendto returns.
            let first = socket.send(sequence: 2, payload: [], to: good)
            let second = socket.send(sequence: 3, payload: [], to: good)
            var reader = MessageReader()
            var answered: [UInt16] = []
            while let datagram = try reader.receive(from: socket.descriptor.number) {
                let reply = EchoMessage.parse(
                    reply: reader.bytes(datagram.length).span, family: .ipv4, isRaw: socket.kind == .raw)
                if case .reply(let message) = reply { answered.append(message.sequence) }
            }
            return (first, second, answered)
        }
        #expect(first == EHOSTUNREACH)
        #expect(second == nil)
        #expect(answered == [3], "so a failed send was not sent, and a retry is no second question")
    }

    @Test func `routes that refuse are this host's failure and not the network's`() async throws {
        let words = try await NetworkNamespace.run { space in
            let target = PinnedTarget(address: try #require(SocketAddress(numeric: "10.8.0.1")))
            return try ["unreachable", "prohibit", "blackhole"].map { type -> FailureWord? in
                try space.sh("ip route replace \(type) 10.8.0.0/24")
                let witness = Witness()
                let engine = try witness.engine()
                engine.start(Probe(name: "p", kind: .ping, target: "10.8.0.1", count: 1), at: target)
                witness.wait(for: .done(probe: "p"))
                engine.shutdown()
                return witness.now.samples.first?.failure
            }
        }
        #expect(words == [.noRoute, .permissionDenied, .localError])
        #expect(words.allSatisfy { $0?.blame == .thisHost })
    }

    @Test func `a neighbour that does not answer ARP is told from a host that a router cannot reach`() async throws {
        let seen = try await NetworkNamespace.run { space in
            try space.sh("ip link add v0 type veth peer name v1 && ip link set v0 up && ip link set v1 up")
            try space.sh("ip addr add 10.9.0.1/24 dev v0")
            return try ask("10.9.0.2", count: 2, timeout: .seconds(5))
        }
        #expect(seen.samples.map(\.failure) == [.neighbourUnresolved, .neighbourUnresolved])
        #expect(seen.samples.allSatisfy { $0.from == "10.9.0.1" && $0.code == 3 * 256 + 1 })
    }

    @Test func `address resolution is not part of the round trip`() async throws {
        let rtt = try await NetworkNamespace.run { space in
            let peer = "linecheck-\(getpid())"
            try space.sh("ip link add v0 type veth peer name v1 && ip link set v0 up && ip addr add 10.9.0.1/24 dev v0")
            try space.sh("ip netns add \(peer) && ip link set v1 netns \(peer)")
            defer { try? space.sh("ip netns del \(peer)") }
            try space.sh("ip -n \(peer) addr add 10.9.0.2/24 dev v1")
            let witness = Witness()
            let engine = try witness.engine()
            let target = PinnedTarget(address: try #require(SocketAddress(numeric: "10.9.0.2")))
            engine.start(
                Probe(name: "p", kind: .ping, target: "10.9.0.2", timeout: .seconds(4), count: 1), at: target)
            // The neighbour wakes up only after the question was asked; ARP asks again after a second.
            usleep(300_000)
            try space.sh("ip -n \(peer) link set v1 up")
            witness.wait(for: .done(probe: "p"))
            engine.shutdown()
            return witness.now.samples.first?.rtt
        }
        #expect(try #require(rtt) < .milliseconds(100))
    }
}
