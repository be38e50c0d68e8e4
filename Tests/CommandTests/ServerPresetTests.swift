import Foundation
import Glibc
import LinecheckJSON
import TestSupport
import Testing

@Suite struct ServerPresetTests {
    private let workplace = Workplace()

    @Test(arguments: [
        (["cloudfare"], "there is no server \"cloudfare\"", "did you mean cloudflare?"),
        (["librespeed"], "librespeed needs a URL", "--server librespeed=https://…"),
        (["cloudflare=https://x.example"], "cloudflare has a URL of its own", "--server cloudflare"),
        (["http://"], "\"http://\" is no http or https URL", "http://192.0.2.7:8080"),
        (["librespeed=http://h:99999"], "\"http://h:99999\" is no http or https URL", "for example"),
        (["https://mirror.example/big.iso"], "takes no upload", "--set upload=URL"),
        (["cloudflare", "--loopback"], "--server and --loopback each name a server", "leave one of them out"),
    ])
    func `a server that cannot be meant is refused before a packet leaves`(
        _ words: [String], _ message: String, _ fix: String
    ) throws {
        let ended = try Running([Linecheck.path, "run", "bufferbloat", "--server"] + words).wait()
        #expect(ended.status == 2)
        #expect(ended.stderr.contains(message))
        #expect(ended.stderr.contains(fix))
    }

    @Test func `one's own server is loaded by its URL, and what it refuses is explained`() throws {
        let server = try Running([Linecheck.path, "serve", "--listen", "127.0.0.1:0", "--max-bytes", "1kB"])
        #expect(server.says("GET /__ping"))
        let match = try #require(server.stderr.firstMatch(of: /http:\/\/(127\.0\.0\.1:\d+):/))
        let ended = try Linecheck.call(
            "run", "bufferbloat", "--concurrent", "--server", "http://\(match.1)", "--set", "internet=127.0.0.1",
            "--set", "gateway=127.0.0.1", "--set", "load=2s", "-o", workplace.path("a.capture.jsonl"))
        #expect(ended.stdout.contains("HTTP 403 from 127.0.0.1 (1 byte)"))
        func told(_ text: String) -> String { text.split { $0.isWhitespace }.joined(separator: " ") }
        let words = [
            "HTTP 403 means at a linecheck serve of your own: it refuses downloads above its --max-bytes.",
            "HTTP 413 means at a linecheck serve of your own: it refuses uploads above its --max-bytes.",
        ]
        let report = try Linecheck.call("report", workplace.path("a.capture.jsonl"))
        for word in words {
            #expect(told(ended.stdout).contains(word))
            #expect(told(report.stdout).contains(word), "a capture tells it as well, without --server")
        }
        server.send(SIGTERM)
        #expect(server.wait().status == 0)
    }

    /// Loads alone, as short as they may be.
    private static let loads = """
        { "plan": 1, "name": "loads", "vars": { "download": "http://192.0.2.1/", "upload": "http://192.0.2.1/" },
          "loads": {
            "download": { "type": "http", "direction": "download", "url": "${download}", "streams": 2 },
            "upload": { "type": "http", "direction": "upload", "url": "${upload}", "streams": 2, "body": "1MB" }
          },
          "phases": [
            { "name": "download", "duration": "1500ms", "loads": ["download"], "settle": "0s" },
            { "name": "upload", "duration": "1500ms", "loads": ["upload"], "settle": "0s" }
          ] }
        """

    /// Takes and gives a megabyte, and reports the request lines.
    private static func site(_ lines: Mailbox<String>) throws -> ScriptedServer {
        let answer =
            Array("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n".utf8) + [UInt8](repeating: 1, count: 1_000_000)
        return try ScriptedServer { peer in
            while let head = peer.readHead() {
                lines.put(String(head.prefix { $0 != "\r\n" }))
                if head.hasPrefix("POST") { peer.readBody(1_000_000) }
                guard peer.send(answer) else { return }
            }
        }
    }

    private func run(_ words: String..., environment: [String: String] = [:]) throws -> Ended {
        let plan = try workplace.put(Self.loads, "loads.json")
        return try Running(
            [Linecheck.path, "run", plan, "--json", "--concurrent", "-o", workplace.path("\(UUID()).capture.jsonl")]
                + words,
            environment: environment
        ).wait()
    }

    @Test func `a LibreSpeed back end is asked for its own pages`() throws {
        let lines = Mailbox<String>()
        let server = try Self.site(lines)
        defer { server.stop() }
        let ended = try run("--server", "librespeed=\(server.url)backend/")
        #expect(try ended.json()["loads"]?["download"]?["valid"]?.bool == true)
        #expect(try ended.json()["loads"]?["upload"]?["valid"]?.bool == true)
        #expect(
            Set(lines.all) == ["GET /backend/garbage.php?ckSize=100 HTTP/1.1", "POST /backend/empty.php HTTP/1.1"])
    }

    @Test func `a plain file is enough for a download, and its refusal is explained`() throws {
        let lines = Mailbox<String>()
        let server = try Self.site(lines)
        defer { server.stop() }
        let ended = try run("--server", "\(server.url)iso/big.iso", "--set", "upload=\(server.url)up")
        #expect(try ended.json()["loads"]?["download"]?["valid"]?.bool == true)
        #expect(Set(lines.all) == ["GET /iso/big.iso HTTP/1.1", "POST /up HTTP/1.1"])
        let closed = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 1\r\n\r\nx")
            peer.hang()
        }
        defer { closed.stop() }
        let refused = try run("--server", "file=\(closed.url)big.iso", "--set", "upload=\(server.url)up")
        #expect(refused.stderr.contains("HTTP 403 from file: the web server does not give this file to everybody"))
        #expect(
            try refused.json()["loads"]?["download"]?["reason"]?.string
                == "load not achieved: HTTP 403 from 127.0.0.1 (1 byte)")
    }

    @Test func `the environment's proxy is asked, and no_proxy goes past it`() throws {
        let lines = Mailbox<String>()
        let proxy = try Self.site(lines)
        defer { proxy.stop() }
        // RFC 6761 §6.4: .invalid never resolves, so only a proxy can have it.
        let words = ["--set", "download=http://speed.invalid/d", "--set", "upload=http://speed.invalid/u"]
        let way = ["http_proxy": "127.0.0.1:\(proxy.port)"]
        let through = try run(words[0], words[1], words[2], words[3], environment: way)
        #expect(try through.json()["loads"]?["download"]?["valid"]?.bool == true)
        #expect(Set(lines.all) == ["GET http://speed.invalid/d HTTP/1.1", "POST http://speed.invalid/u HTTP/1.1"])
        let past = try run(
            words[0], words[1], words[2], words[3], environment: way.merging(["no_proxy": "*"]) { $1 })
        #expect(
            try past.json()["loads"]?["download"]?["reason"]?.string?.contains("speed.invalid does not resolve: ")
                == true)
    }

    /// *Skipped, because nginx or the openssl command is missing.*
    @Test(.enabled(if: TLSSite.isAvailable))
    func `a server with a certificate of one's own is loaded over TLS`() throws {
        let files = try TLSSite(backend: 1)
        let server = try Running([
            Linecheck.path, "serve", "--listen", "127.0.0.1:0", "--tls",
            files.directory.appending(path: "good.pem").path,
            files.directory.appending(path: "good.key").path,
        ])
        #expect(server.says("GET /__ping"))
        let match = try #require(server.stderr.firstMatch(of: /listening on https:\/\/127\.0\.0\.1:(\d+):/))
        let ended = try run(
            "--server", "https://localhost:\(match.1)", environment: ["SSL_CERT_FILE": files.authority])
        for load in ["download", "upload"] {
            #expect(try ended.json()["loads"]?[load]?["valid"]?.bool == true)
        }
        server.send(SIGTERM)
        #expect(server.wait().status == 0)
    }

    @Test func `a certificate that is none is refused, and two files are wanted`() throws {
        let one = try Linecheck.call("serve", "--tls", "cert.pem")
        #expect(one.status == 2)
        #expect(one.stderr.contains("--tls needs 2 values: --tls CERT KEY"))
        let none = try Linecheck.call("serve", "--tls", "/nowhere/cert.pem", "/nowhere/key.pem")
        #expect(none.status == 2)
        #expect(none.stderr.contains("cannot serve with this certificate and key: /nowhere/cert.pem"))
    }
}
