import Foundation
import Glibc
import Testing

@Suite struct ServerPresetTests {
    private let workplace = Workplace()

    @Test(arguments: [
        (["cloudfare"], "there is no server \"cloudfare\"", "did you mean cloudflare?"),
        (["librespeed"], "librespeed needs a URL", "--server librespeed=https://…"),
        (["cloudflare=https://x.example"], "cloudflare has a URL of its own", "--server cloudflare"),
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
        #expect(ended.stderr.contains("HTTP 403 from linecheck: it refuses downloads above its --max-bytes"))
        #expect(ended.stderr.contains("HTTP 413 from linecheck: it refuses uploads above its --max-bytes"))
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
