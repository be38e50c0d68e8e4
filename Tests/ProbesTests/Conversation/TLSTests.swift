import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckLoads
import LinecheckPlan
import LinecheckProbes
import LinecheckQuantities
import LinecheckSockets
import TestSupport
import Testing

/// `openssl s_server` with a certificate and further arguments.
private final class TLSServer {
    let peers: Peers
    let port: Int

    init(_ certificate: Peers.Certificate = .good, _ arguments: String = "") throws {
        peers = try Peers()
        try peers.makeAuthority()
        try peers.issue(certificate)
        port = try Peers.freePort()
        let name = certificate.rawValue
        try peers.serve(
            Peers.openssl,
            [
                "s_server", "-accept", "127.0.0.1:\(port)", "-cert", "\(name).pem", "-key", "\(name).key", "-quiet",
                "-www",
            ]
                + arguments.split(separator: " ").map(String.init), port: port)
    }

    func ask(
        _ exchange: ProbeExchange = .init(serverName: "localhost"), count: Int = 3,
        interval: Duration = .milliseconds(40)
    ) throws -> Witness.Seen {
        try ProbesTests.ask(
            "127.0.0.1", kind: .tls, port: port, count: count, interval: interval, timeout: .seconds(3),
            exchange: exchange, options: .init(trust: .file(peers.authority)))
    }
}

// Skipped without the openssl command, because it is the server.
@Suite(.serialized, .enabled(if: Peers.has(Peers.openssl))) struct TLSTests {
    @Test func `a handshake is timed apart from the connect before it, and tells what it came to`() throws {
        let server = try TLSServer(.good, "-alpn http/1.1")
        let seen = try server.ask()
        #expect(seen.samples.count == 3)
        for sample in seen.samples {
            let rtt = try #require(sample.rtt)
            let connect = try #require(sample.connect)
            #expect(sample.tls == rtt && connect > .zero)
            #expect(sample.resumed == nil)
        }
        // Of the shortest: a busy machine lets any single one wait.
        let (connect, handshake) = (seen.samples.compactMap(\.connect).min(), seen.samples.compactMap(\.rtt).min())
        #expect(try #require(connect) < #require(handshake), "a handshake costs more than loopback's connect")
        let result = try #require(seen.results.first)
        #expect(seen.results.count == 1, "what does not change is told once")
        #expect(result["tls_version"] == .string("TLSv1.3"))
        #expect(result["alpn"] == .string("http/1.1"))
        #expect(result["cipher"]?.string?.hasPrefix("TLS_") == true)
        #expect(result["distrust"] == .array([]))
        let leaf = try #require(result["certificates"]?.array?.first)
        #expect(leaf["subject"] == .string("CN=good") && leaf["issuer"] == .string("CN=TestCA"))
        #expect(leaf["names"] == .array([.string("localhost"), .string("127.0.0.1")]))
        #expect(leaf["key"] == .string("EC 256") && leaf["sha256"]?.string?.count == 64)
        let expiry = try #require(leaf["not_after"]?.string)
        #expect(result["expires"] == .string(expiry), "of the chain the leaf expires first")
    }

    @Test(arguments: [
        (Peers.Certificate.expired, FailureWord.tlsExpired), (.otherName, .tlsWrongName), (.selfSigned, .tlsUntrusted),
    ])
    func `a certificate that is not believed fails the attempt, with its word`(
        certificate: Peers.Certificate, word: FailureWord
    ) throws {
        let server = try TLSServer(certificate)
        let seen = try server.ask()
        #expect(seen.samples.map(\.failure) == [word, word, word])
        #expect(seen.samples.allSatisfy { ($0.code ?? 0) > 0 && $0.tls != nil && $0.answered == $0.tls })
        let distrust = try #require(seen.results.first?["distrust"]?.array)
        #expect(!distrust.isEmpty)
        let careless = try server.ask(.init(serverName: "localhost", insecure: true))
        #expect(careless.samples.allSatisfy { $0.rtt != nil })
        #expect(careless.results.first?["distrust"] == .array(distrust), "who does not mind is told all the same")
    }

    @Test func `every reason not to believe a certificate is told, not only the first`() throws {
        let server = try TLSServer(.expired)
        let seen = try server.ask(.init(serverName: "somebody.example"))
        let distrust = try #require(seen.results.first?["distrust"]?.array)
        #expect(Set(distrust.compactMap(\.string)) == ["certificate has expired", "hostname mismatch"])
    }

    @Test(arguments: [
        (ProbeExchange.TLSVersion.tls10, "tls1"), (.tls11, "tls1_1"), (.tls12, "tls1_2"), (.tls13, "tls1_3"),
    ])
    func `each version is told for what it is, also those that this system would not use itself`(
        version: ProbeExchange.TLSVersion, argument: String
    ) throws {
        let server = try TLSServer(.good, "-\(argument) -cipher ALL:@SECLEVEL=0")
        let seen = try server.ask(.init(serverName: "localhost", version: version))
        #expect(seen.samples.allSatisfy { $0.rtt != nil }, "\(seen.samples.map(\.outcome))")
        let name = version == .tls10 ? "TLSv1" : "TLSv\(version.rawValue)"
        // The cipher of a TLS 1.1 session is one of TLS 1.0: the version is not the cipher's.
        #expect(seen.results.first?["tls_version"] == .string(name))
    }

    @Test func `a version that the server does not have is an alert, quoted`() throws {
        let server = try TLSServer(.good, "-tls1_3")
        let seen = try server.ask(.init(serverName: "localhost", version: .tls12))
        #expect(seen.samples.map(\.failure) == [.tlsAlert, .tlsAlert, .tlsAlert])
        // 70 is protocol_version (RFC 8446 §6).
        #expect(seen.samples.allSatisfy { $0.code == 70 && $0.connect != nil })
    }

    @Test(arguments: ["tls1_2", "tls1_3"])
    func `a session that is taken up again is told from a cold handshake`(version: String) throws {
        let server = try TLSServer(.good, "-\(version)")
        let seen = try server.ask(
            .init(serverName: "localhost", reuse: .session), count: 4, interval: .milliseconds(300))
        let resumed = seen.samples.sorted { $0.sequence < $1.sequence }.map { $0.resumed == true }
        #expect(resumed == [false, true, true, true])
        #expect(seen.samples.allSatisfy { $0.rtt != nil })
        #expect(seen.results.count == 1)
    }

    @Test func `a server that answers HTTP is not taken for one that speaks TLS`() throws {
        let server = try ScriptedStream { _, connection in
            _ = connection.read()
            connection.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let seen = try ask("127.0.0.1", kind: .tls, port: server.port, exchange: .init(serverName: "localhost"))
        #expect(seen.samples.map(\.failure) == [.tlsNotTLS, .tlsNotTLS, .tlsNotTLS])
        #expect(seen.results.isEmpty)
    }

    @Test func `a server that hangs up, and one that says nothing, are told apart, and the connect is kept`() throws {
        let server = try ScriptedStream { number, connection in
            _ = connection.read()
            if number == 1 { usleep(400_000) }
        }
        defer { server.stop() }
        let seen = try ask(
            "127.0.0.1", kind: .tls, port: server.port, count: 2, interval: .milliseconds(60),
            timeout: .milliseconds(250), exchange: .init(serverName: "localhost"))
        let samples = seen.samples.sorted { $0.sequence < $1.sequence }
        #expect(samples.map(\.outcome) == [.failed(.connectionClosed), .lost])
        #expect(samples.allSatisfy { $0.connect != nil && $0.tls == nil })
    }

    @Test func `a closed port refuses before any handshake`() throws {
        let port = try Peers.freePort()
        let seen = try ask("127.0.0.1", kind: .tls, port: port, exchange: .init(serverName: "localhost"))
        #expect(seen.samples.map(\.failure) == [.connectionRefused, .connectionRefused, .connectionRefused])
    }

    @Test func `handshakes do not make pings late`() throws {
        let server = try TLSServer()
        let witness = Witness()
        let engine = try witness.engine(.init(trust: .file(server.peers.authority)))
        let resolver = TargetResolver(clock: RunClock())
        let tls = Probe(
            name: "tls", kind: .tls, target: "127.0.0.1", port: server.port, interval: .milliseconds(10), count: 50,
            exchange: .init(serverName: "localhost"))
        let tcp = Probe(
            name: "tcp", kind: .tcp, target: "127.0.0.1", port: server.port, interval: .milliseconds(10), count: 50)
        for probe in [tls, tcp] { engine.start(probe, at: try #require(resolver.resolve(probe).pinned)) }
        witness.wait { $0.samples.count == 100 }
        engine.stopAll()
        #expect(witness.wait(for: .idle))
        engine.shutdown()
        #expect(witness.now.samples.filter { $0.probe == "tls" && $0.rtt != nil }.count == 50)
        let late = witness.now.samples.filter { $0.probe == "tcp" && ($0.delay ?? .zero) > .milliseconds(3) }.count
        #expect(late <= 10, "\(late) of 50 were more than 3 ms late")
    }
}
