import Glibc
import LinecheckCapture
import LinecheckJSON
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import TestSupport
import Testing

@testable import LinecheckProbes

/// nginx, plain and over TLS, with every kind of answer.
private final class Site {
    let peers: Peers
    let port: Int
    let tlsPort: Int

    init() throws {
        peers = try Peers()
        try peers.makeAuthority()
        try peers.issue(.good)
        (port, tlsPort) = (try Peers.freePort(), try Peers.freePort())
        try peers.write(
            "nginx.conf",
            """
            daemon off;
            master_process off;
            pid nginx.pid;
            error_log e.log;
            events { worker_connections 256; }
            http {
              access_log off;
              client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
              server {
                listen 127.0.0.1:\(port);
                listen 127.0.0.1:\(tlsPort) ssl;
                server_name localhost;
                ssl_protocols TLSv1.2 TLSv1.3;
                ssl_certificate good.pem;
                ssl_certificate_key good.key;
                absolute_redirect off;
                add_header X-Host $http_host always;
                add_header X-Twice one always;
                add_header X-Twice two always;
                location = /ok { return 200 ok; }
                location = /gone { return 410 gone; }
                location = /broken { return 500 broken; }
                location = /close { keepalive_timeout 0; return 200 ok; }
                location = /hop { return 302 next; }
                location = /next { return 307 /ok; }
                location = /loop { return 302 /loop; }
                location = /down { return 302 http://localhost:\(port)/ok; }
                location = /up { return 301 https://localhost:\(tlsPort)/ok; }
                location = /nowhere { return 302 http://no-such-host.invalid/; }
                location = /elsewhere { return 302 ftp://localhost/; }
                location = /empty { return 204; }
              }
            }

            """)
        try peers.serve(Peers.nginx, ["-p", peers.path("."), "-c", "nginx.conf", "-e", "e.log"], port: port)
    }

    func ask(
        _ path: String, tls: Bool = false, reuse: ProbeExchange.Reuse = .none, redirects: Int = 0, count: Int = 2,
        interval: Duration = .milliseconds(60), timeout: Duration = .seconds(5)
    ) throws -> Witness.Seen {
        let url = tls ? "https://localhost:\(tlsPort)\(path)" : "http://localhost:\(port)\(path)"
        return try askHTTP(
            url, port: tls ? tlsPort : port, reuse: reuse, redirects: redirects, count: count, interval: interval,
            timeout: timeout, trust: .file(peers.authority))
    }
}

private func askHTTP(
    _ url: String, port: Int, reuse: ProbeExchange.Reuse = .none, redirects: Int = 0, count: Int = 2,
    interval: Duration = .milliseconds(60), timeout: Duration = .seconds(2), trust: TLSTrust = .system
) throws -> Witness.Seen {
    try ask(
        "127.0.0.1", kind: .http, port: port, count: count, interval: interval, timeout: timeout,
        exchange: .init(serverName: "localhost", url: url, reuse: reuse, redirects: redirects),
        options: .init(trust: trust))
}

// Skipped without nginx and openssl, because they are the server.
@Suite(.serialized, .enabled(if: Peers.has(Peers.nginx, Peers.openssl))) struct HTTPTests {
    @Test(arguments: [false, true])
    func `connect, TLS and first byte are told apart, and the answer's head is told once`(tls: Bool) throws {
        let site = try Site()
        let seen = try site.ask("/ok", tls: tls)
        #expect(seen.samples.count == 2)
        for sample in seen.samples {
            #expect(sample.rtt != nil && sample.connect != nil, "\(sample)")
            #expect((sample.tls != nil) == tls && sample.hops == nil && sample.resolve == nil)
        }
        #expect(seen.results.count == 1)
        let result = try #require(seen.results.first)
        #expect(result["status"] == .integer(200) && result["version"] == .string("HTTP/1.1"))
        #expect(result["length"] == .integer(2))
        #expect(result["tls_version"]?.string == (tls ? "TLSv1.3" : nil))
        #expect(result["alpn"]?.string == (tls ? "http/1.1" : nil))
        let fields = (result["fields"]?.array ?? []).compactMap { $0.array?.compactMap(\.string) }
        // In order, with what stands twice.
        #expect(fields.filter { $0[0] == "x-twice" } == [["x-twice", "one"], ["x-twice", "two"]])
        // The Host names the port, since it is not the scheme's own.
        #expect(fields.contains(["x-host", "localhost:\(tls ? site.tlsPort : site.port)"]))
    }

    @Test(arguments: [false, true])
    func `a kept connection is cold once and warm ever after`(tls: Bool) throws {
        let site = try Site()
        let seen = try site.ask("/ok", tls: tls, reuse: .connection, count: 4, interval: .milliseconds(300))
        let samples = seen.samples.sorted { $0.sequence < $1.sequence }
        #expect(samples.allSatisfy { $0.rtt != nil })
        #expect(samples.map { $0.connect != nil } == [true, false, false, false])
        #expect(samples.map { $0.tls != nil } == [tls, false, false, false])
    }

    @Test func `a server that ends each connection is asked on a new one each time`() throws {
        let site = try Site()
        let seen = try site.ask("/close", reuse: .connection, count: 3, interval: .milliseconds(100))
        #expect(seen.samples.count == 3 && seen.samples.allSatisfy { $0.rtt != nil && $0.connect != nil })
    }

    @Test(arguments: [("/gone", 410), ("/broken", 500), ("/missing", 404)])
    func `a status that says no fails the attempt, with its number and its time`(path: String, status: Int) throws {
        let site = try Site()
        let seen = try site.ask(path)
        #expect(seen.samples.map(\.failure) == [.httpStatus, .httpStatus])
        #expect(seen.samples.allSatisfy { $0.code == status && $0.answered != nil })
        #expect(seen.results.first?["status"] == .integer(Int64(status)))
    }

    @Test func `a redirect that is not to be followed is an answer`() throws {
        let site = try Site()
        let seen = try site.ask("/hop")
        #expect(seen.samples.allSatisfy { $0.rtt != nil && $0.hops == nil })
        #expect(seen.results.first?["location"] == .string("next"))
        #expect(seen.results.first?["leads_to"] == .string("http://localhost:\(site.port)/next"))
    }

    @Test func `redirects are followed, each a record, and the phases add up`() throws {
        let site = try Site()
        let seen = try site.ask("/hop", redirects: 5)
        #expect(seen.samples.allSatisfy { $0.rtt != nil && $0.hops == 2 }, "\(seen.samples)")
        #expect(seen.results.map { $0["hop"]?.integer } == [0, 1, 2])
        #expect(seen.results.map { $0["status"]?.integer } == [302, 307, 200])
        // The quickest of several: what else the machine does only adds to a time.
        let single = try (0..<4).flatMap { _ in try site.ask("/ok").samples }
        let alone = try #require(single.compactMap(\.connect).min())
        #expect(seen.samples.allSatisfy { ($0.connect ?? .zero) > alone })
    }

    @Test func `a redirect to TLS and one back are followed, and the way down is told`() throws {
        let site = try Site()
        let up = try site.ask("/up", redirects: 1)
        #expect(up.samples.allSatisfy { $0.rtt != nil && $0.hops == 1 && $0.tls != nil })
        #expect(up.results.map { $0["downgraded"]?.bool } == [false, nil])
        let down = try site.ask("/down", tls: true, redirects: 1)
        #expect(down.samples.allSatisfy { $0.rtt != nil && $0.hops == 1 })
        #expect(down.results.map { $0["downgraded"]?.bool } == [true, nil])
    }

    @Test(arguments: ["/loop", "/elsewhere"])
    func `a redirect in circles, and one that HTTP cannot follow, have their word`(path: String) throws {
        let site = try Site()
        let seen = try site.ask(path, redirects: 5)
        #expect(seen.samples.map(\.failure) == [.httpRedirect, .httpRedirect])
    }

    @Test func `a chain that is longer than was allowed has its word`() throws {
        let site = try Site()
        let seen = try site.ask("/hop", redirects: 1)
        #expect(seen.samples.map(\.failure) == [.httpRedirect, .httpRedirect])
    }

    @Test func `a redirect to a name that does not resolve says so, and the loop is not blocked meanwhile`() throws {
        let site = try Site()
        let seen = try site.ask("/nowhere", redirects: 1, count: 2, timeout: .seconds(8))
        // Where no resolver answers at all the question outlasts the timeout.
        #expect(seen.samples.allSatisfy { $0.failure == .nameUnresolved ? $0.resolve != nil : $0.outcome == .lost })
    }

    @Test func `a plain port is no TLS, and a TLS port refuses plain requests with its status`() throws {
        let site = try Site()
        let plain = try askHTTP("https://localhost:\(site.port)/ok", port: site.port)
        #expect(plain.samples.map(\.failure) == [.tlsNotTLS, .tlsNotTLS])
        let secret = try askHTTP("http://localhost:\(site.tlsPort)/ok", port: site.tlsPort)
        #expect(secret.samples.map(\.failure) == [.httpStatus, .httpStatus])
        #expect(secret.samples.allSatisfy { $0.code == 400 })
    }

    @Test func `a certificate of nobody's is not believed, and no request is sent`() throws {
        let site = try Site()
        let seen = try askHTTP("https://localhost:\(site.tlsPort)/ok", port: site.tlsPort)
        #expect(seen.samples.map(\.failure) == [.tlsUntrusted, .tlsUntrusted])
        #expect(seen.samples.allSatisfy { $0.answered == nil && $0.tls != nil })
    }
}

/// What nginx never does.
@Suite struct HTTPMisbehaviourTests {
    private func ask(
        timeout: Duration = .milliseconds(400), reuse: ProbeExchange.Reuse = .none, count: Int = 2,
        _ script: @escaping @Sendable (ScriptedStream.Connection) -> Void
    ) throws -> Witness.Seen {
        let server = try ScriptedStream { _, connection in
            guard !connection.read().isEmpty else { return }
            script(connection)
        }
        defer { server.stop() }
        return try askHTTP(
            "http://localhost:\(server.port)/", port: server.port, reuse: reuse, count: count,
            interval: .milliseconds(450), timeout: timeout)
    }

    @Test func `interim responses are no first byte`() throws {
        let seen = try ask { connection in
            connection.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            usleep(60_000)
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(seen.samples.allSatisfy { ($0.rtt ?? .zero) > .milliseconds(59) }, "\(seen.samples)")
    }

    @Test func `the first byte counts, also of a head that dawdles`() throws {
        let seen = try ask { connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n")
            usleep(100_000)
            connection.write("\r\n")
        }
        // Of the shortest: a busy machine lets any single one wait.
        let first = try #require(seen.samples.compactMap(\.rtt).min())
        #expect(first < .milliseconds(90), "\(seen.samples)")
    }

    @Test func `a hang-up, a torn head, another language and silence are four things`() throws {
        #expect(try ask { _ in }.samples.map(\.failure) == [.connectionClosed, .connectionClosed])
        let torn = try ask { $0.write("HTTP/1.1 200 OK\r\nConte") }
        #expect(torn.samples.map(\.failure) == [.httpMalformed, .httpMalformed])
        let other = try ask { $0.write("SSH-2.0-OpenSSH_9.2\r\n\r\n") }
        #expect(other.samples.map(\.failure) == [.httpMalformed, .httpMalformed])
        let silence = try ask(timeout: .milliseconds(100)) { _ in usleep(200_000) }
        #expect(silence.samples.map(\.outcome) == [.lost, .lost])
    }

    @Test func `a body without end does not hold up a kept connection`() throws {
        let seen = try ask(reuse: .connection) { connection in
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            for _ in 0..<64 { connection.write([UInt8](repeating: 0x61, count: 65_536)) }
        }
        #expect(seen.samples.count == 2 && seen.samples.allSatisfy { $0.rtt != nil && $0.connect != nil })
    }

    @Test func `DNS over HTTPS wants the media type and a status that says yes`() throws {
        for (head, word) in [
            ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi", FailureWord.dnsMalformed),
            ("HTTP/1.1 415 No\r\nContent-Length: 0\r\n\r\n", .httpStatus),
        ] {
            var speaker = HTTPSDNSSpeaker(
                DNSQuestion("srv.test", .a), path: "/dns-query", authority: "localhost", agreed: nil)
            _ = speaker.question()
            let heard = try speaker.hear(Array(head.utf8), at: 1)
            guard case .answer(let answer) = heard.first else {
                Issue.record("no answer to \(head)")
                continue
            }
            #expect(answer.fault?.word == word)
            // A server that refuses HTTP/1.1 is seen by what was agreed on.
            #expect(answer.facts.members.contains(JSONMember("transport", .string("https http/1.1"))))
        }
    }
}
