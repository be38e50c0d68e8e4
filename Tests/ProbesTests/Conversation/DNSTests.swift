import Glibc
import LinecheckCapture
import LinecheckJSON
import LinecheckLoads
import LinecheckPlan
import LinecheckProbes
import LinecheckQuantities
import LinecheckSockets
import TestSupport
import Testing

/// unbound with a zone of its own, over all four transports.
private final class Resolver {
    let peers: Peers
    let port: Int
    let tlsPort: Int
    let httpsPort: Int

    init() throws {
        peers = try Peers()
        try peers.makeAuthority()
        try peers.issue(.good)
        (port, tlsPort, httpsPort) = (try Peers.freePort(), try Peers.freePort(), try Peers.freePort())
        let texts = (0..<12).map {
            #"local-data: 'long.test. 60 IN TXT "\#($0) \#(String(repeating: "x", count: 200))"'"#
        }
        try peers.write(
            "unbound.conf",
            """
            server:
              chroot: ""
              username: ""
              directory: "\(peers.path("."))"
              pidfile: "\(peers.path("unbound.pid"))"
              use-syslog: no
              logfile: "\(peers.path("unbound.log"))"
              do-daemonize: no
              num-threads: 1
              interface: 127.0.0.1@\(port)
              interface: 127.0.0.1@\(tlsPort)
              interface: 127.0.0.1@\(httpsPort)
              tls-port: \(tlsPort)
              https-port: \(httpsPort)
              tls-service-key: "\(peers.path("good.key"))"
              tls-service-pem: "\(peers.path("good.pem"))"
              access-control: 127.0.0.0/8 allow
              module-config: "iterator"
              local-zone: "test." static
              local-data: "srv.test. 300 IN A 192.0.2.7"
              local-data: "srv.test. 300 IN AAAA 2001:db8::7"
              local-data: "alias.test. 60 IN CNAME srv.test."
              local-zone: "silent.test." deny
              local-zone: "refused.test." refuse
              \(texts.joined(separator: "\n  "))

            """)
        try peers.serve(Peers.unbound, ["-d", "-c", peers.path("unbound.conf")], port: port)
    }

    func ask(
        _ query: String, _ record: ProbeExchange.RecordType = .a, over transport: ProbeExchange.Transport = .udp,
        reuse: ProbeExchange.Reuse = .none, count: Int = 3, interval: Duration = .milliseconds(30),
        timeout: Duration = .seconds(2)
    ) throws -> Witness.Seen {
        let ports: [ProbeExchange.Transport: Int] = [.tls: tlsPort, .https: httpsPort]
        return try ProbesTests.ask(
            "127.0.0.1", kind: .dns, port: ports[transport] ?? port, count: count, interval: interval, timeout: timeout,
            exchange: ProbeExchange(
                query: query, record: record, transport: transport, serverName: "localhost", reuse: reuse),
            options: .init(trust: .file(peers.authority)))
    }
}

// Skipped without unbound, because it is the server.
@Suite(.serialized, .enabled(if: Peers.has(Peers.unbound, Peers.openssl))) struct DNSTests {
    @Test(arguments: ProbeExchange.Transport.allCases)
    func `each transport brings the same answer, with its phases told apart`(transport: ProbeExchange.Transport) throws
    {
        let resolver = try Resolver()
        let seen = try resolver.ask("srv.test", over: transport)
        #expect(seen.samples.count == 3)
        for sample in seen.samples {
            #expect(sample.rtt != nil, "\(sample)")
            #expect((sample.connect != nil) == (transport != .udp))
            #expect((sample.tls != nil) == transport.isEncrypted)
        }
        #expect(seen.results.count == 1)
        let result = try #require(seen.results.first)
        #expect(result["answers"] == .array([.string("A 192.0.2.7")]) && result["rcode"] == .integer(0))
        let names: [ProbeExchange.Transport: String] = [.udp: "udp", .tcp: "tcp", .tls: "tls", .https: "https h2"]
        #expect(result["transport"]?.string == names[transport])
        #expect(result["tls_version"]?.string == (transport.isEncrypted ? "TLSv1.3" : nil))
    }

    @Test(arguments: [ProbeExchange.Transport.tcp, .tls, .https])
    func `a kept connection is cold once and warm ever after`(transport: ProbeExchange.Transport) throws {
        let resolver = try Resolver()
        let seen = try resolver.ask(
            "srv.test", over: transport, reuse: .connection, count: 4, interval: .milliseconds(400))
        let samples = seen.samples.sorted { $0.sequence < $1.sequence }
        #expect(samples.allSatisfy { $0.rtt != nil }, "\(samples.map(\.outcome))")
        #expect(samples.map { $0.connect != nil } == [true, false, false, false])
    }

    @Test func `tickets that nobody acknowledges do not hold up the first question over TLS`() throws {
        let resolver = try Resolver()
        let seen = try resolver.ask("srv.test", over: .tls, count: 9)
        let times = seen.samples.compactMap(\.rtt).sorted()
        #expect(times.count == 9)
        // The kernel's delayed acknowledgment takes 40 ms.
        #expect(times[4] < .milliseconds(20), "\(times)")
    }

    @Test func `a session is taken up again over TLS`() throws {
        let resolver = try Resolver()
        let seen = try resolver.ask("srv.test", over: .tls, reuse: .session, count: 4, interval: .milliseconds(400))
        let samples = seen.samples.sorted { $0.sequence < $1.sequence }
        #expect(samples.map { $0.resumed == true } == [false, true, true, true])
        #expect(samples.allSatisfy { $0.rtt != nil && $0.connect != nil })
    }

    @Test(arguments: [
        ("nobody.test", FailureWord.dnsNxdomain, 3), ("refused.test", .dnsRefused, 5),
    ])
    func `an answer that is none of the wanted has its word and its time`(
        name: String, word: FailureWord, code: Int
    ) throws {
        let resolver = try Resolver()
        for transport in ProbeExchange.Transport.allCases {
            let seen = try resolver.ask(name, over: transport)
            #expect(seen.samples.map(\.failure) == [word, word, word], "\(transport)")
            #expect(seen.samples.allSatisfy { $0.code == code && $0.answered != nil })
            #expect(seen.results.first?["rcode"] == .integer(Int64(code)))
        }
    }

    @Test func `a name without such a record is no missing name, and an alias leads on`() throws {
        let resolver = try Resolver()
        let missing = try resolver.ask("srv.test", .mx)
        #expect(missing.samples.map(\.failure) == [.dnsNodata, .dnsNodata, .dnsNodata])
        let alias = try resolver.ask("alias.test", .aaaa, count: 1)
        // Of local data unbound gives the alias alone, and that is no address.
        #expect(alias.samples.first?.failure == .dnsNodata || alias.samples.first?.rtt != nil)
    }

    @Test func `an answer that was cut off is asked for again over TCP`() throws {
        let resolver = try Resolver()
        let seen = try resolver.ask("long.test", .txt)
        for sample in seen.samples {
            #expect(sample.rtt != nil && sample.connect != nil, "\(sample)")
            #expect(try #require(sample.rtt) > (try #require(sample.connect)))
        }
        #expect(seen.results.first?["transport"] == .string("tcp"))
        #expect(seen.results.first?["answers"]?.array?.count == 12)
    }

    @Test(arguments: [ProbeExchange.Transport.udp, .tcp, .tls, .https])
    func `a question that is dropped is loss, and where there is a connection its end is told`(
        transport: ProbeExchange.Transport
    ) throws {
        let resolver = try Resolver()
        let seen = try resolver.ask("silent.test", over: transport, timeout: .milliseconds(300))
        // unbound ends a connection whose question it denies.
        let outcome: Sample.Outcome = transport == .udp ? .lost : .failed(.connectionClosed)
        #expect(seen.samples.map(\.outcome) == [outcome, outcome, outcome])
        #expect(seen.samples.allSatisfy { ($0.connect != nil) == (transport != .udp) }, "the connect was made")
    }

    @Test func `DNS over TLS at a port without TLS is no answer`() throws {
        let resolver = try Resolver()
        let plain = try ask(
            "127.0.0.1", kind: .dns, port: resolver.port, timeout: .milliseconds(400),
            exchange: .init(query: "srv.test", transport: .tls, serverName: "localhost"))
        // To unbound a ClientHello is a length and part of a question.
        #expect(plain.samples.allSatisfy { $0.rtt == nil && $0.tls == nil && $0.connect != nil })
    }
}

/// What a real server never does.
@Suite struct DNSMisbehaviourTests {
    private static func reply(to query: [UInt8], flags: UInt8 = 0x80, _ change: (inout [UInt8]) -> Void = { _ in })
        -> [UInt8]
    {
        // The question without its EDNS record, and an address.
        var bytes = Array(query.dropLast(11))
        guard bytes.count > 12 else { return [] }
        bytes[2] |= 0x80
        bytes[3] = flags
        bytes[7] = 1
        bytes[11] = 0
        bytes += [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1]
        change(&bytes)
        return bytes
    }

    private func ask(
        _ server: DatagramServer, count: Int = 2, interval: Duration = .milliseconds(30),
        timeout: Duration = .milliseconds(300), linger: Duration = .zero
    ) throws -> Witness.Seen {
        try ProbesTests.ask(
            "127.0.0.1", kind: .dns, port: server.port, count: count, interval: interval, timeout: timeout,
            linger: linger, exchange: .init(query: "srv.test"))
    }

    @Test func `forged answers are counted and the honest one is waited for`() throws {
        let server = try DatagramServer { _, query in
            [
                Self.reply(to: query) { $0[0] ^= 1 }, Self.reply(to: query) { $0[13] ^= 1 }, [], Self.reply(to: query),
            ]
        }
        defer { server.stop() }
        let seen = try ask(server)
        #expect(seen.samples.allSatisfy { ($0.rtt ?? .zero) > .milliseconds(4) }, "not the forged one's time")
        #expect(Set(seen.foreign.map(\.reason)) == ["sequence", "payload"])
    }

    @Test func `a late answer is lost, and told as late`() throws {
        let server = try DatagramServer { _, query in
            usleep(150_000)
            return [Self.reply(to: query)]
        }
        defer { server.stop() }
        let seen = try ask(server, count: 1, timeout: .milliseconds(60), linger: .milliseconds(300))
        #expect(seen.samples.map(\.outcome) == [.lost])
        #expect(seen.late.count == 1 && (seen.late.first?.rtt ?? .zero) >= .milliseconds(149))
    }

    @Test func `an answer that is cut without saying so is malformed`() throws {
        let server = try DatagramServer { _, query in [Self.reply(to: query) { $0.removeLast(3) }] }
        defer { server.stop() }
        let seen = try ask(server)
        #expect(seen.samples.map(\.failure) == [.dnsMalformed, .dnsMalformed])
    }

    @Test func `no question goes out by the port or with the identifier of the one before`() throws {
        let server = try DatagramServer { _, query in [Self.reply(to: query) + query.prefix(2)] }
        defer { server.stop() }
        // What is appended is no part of the message: the answer stands.
        let seen = try ask(server, count: 20, interval: .milliseconds(4))
        #expect(seen.samples.count == 20 && seen.samples.allSatisfy { $0.rtt != nil })
    }

    @Test func `nobody at the port is told by ICMP`() throws {
        let port = try Peers.freePort()
        let seen = try ProbesTests.ask(
            "127.0.0.1", kind: .dns, port: port, count: 2, exchange: .init(query: "srv.test"))
        #expect(seen.samples.map(\.failure) == [.portUnreachable, .portUnreachable])
    }

    @Test func `a kept connection that the server ended is opened again, and no attempt is lost by it`() throws {
        let server = try ScriptedStream { _, connection in
            // One answer a connection, as a server does that counts.
            let query = connection.read()
            guard query.count > 2 else { return }
            let reply = Self.reply(to: Array(query.dropFirst(2)))
            connection.write([0, UInt8(reply.count)] + reply)
        }
        defer { server.stop() }
        let seen = try ProbesTests.ask(
            "127.0.0.1", kind: .dns, port: server.port, count: 4, interval: .milliseconds(40),
            exchange: .init(query: "srv.test", transport: .tcp, reuse: .connection))
        #expect(seen.samples.count == 4 && seen.samples.allSatisfy { $0.rtt != nil && $0.connect != nil })
        #expect(server.count == 4)
    }

    @Test func `a kept connection that ends just when it is asked is not an answer`() throws {
        let server = try ScriptedStream { number, connection in
            for question in 0..<2 {
                let query = connection.read()
                // The second question of the first connection is met by a hang-up.
                guard query.count > 2, number > 0 || question == 0 else { return }
                let reply = Self.reply(to: Array(query.dropFirst(2)))
                connection.write([0, UInt8(reply.count)] + reply)
            }
        }
        defer { server.stop() }
        let seen = try ProbesTests.ask(
            "127.0.0.1", kind: .dns, port: server.port, count: 2, interval: .milliseconds(60),
            exchange: .init(query: "srv.test", transport: .tcp, reuse: .connection))
        #expect(seen.samples.count == 2 && seen.samples.allSatisfy { $0.rtt != nil }, "\(seen.samples)")
        #expect(server.count == 2)
    }
}
