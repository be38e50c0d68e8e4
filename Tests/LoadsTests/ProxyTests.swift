import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import Testing

@testable import LinecheckLoads

@Suite struct ProxyTests {
    private func proxy(_ url: String, _ environment: [String: String]) throws -> String? {
        ProxySettings(environment: environment).proxy(for: try #require(HTTPURL(url)))
    }

    @Test func `each scheme has its variable, and HTTP_PROXY in capitals is a CGI client's`() throws {
        let both = ["http_proxy": "http://a:1", "HTTPS_PROXY": "b:2"]
        #expect(try proxy("http://speed.example/", both) == "http://a:1")
        #expect(try proxy("https://speed.example/", both) == "http://b:2")
        #expect(try proxy("http://speed.example/", ["HTTP_PROXY": "http://evil:1"]) == nil)
        #expect(try proxy("http://speed.example/", ["http_proxy": ""]) == nil)
    }

    @Test(arguments: [
        ("speed.example", true), (".example", true), ("example", true), ("other.example", false), ("*", true),
        ("a, b speed.example", true), ("speed.example:8080", false), ("speed.example:80", true), ("eed.example", false),
    ])
    func `no_proxy names hosts, domains and ports`(_ exceptions: String, _ isExcepted: Bool) throws {
        let found = try proxy("http://speed.example/", ["http_proxy": "http://a:1", "no_proxy": exceptions])
        #expect((found == nil) == isExcepted)
    }

    @Test(arguments: ["http://127.0.0.2/", "http://localhost/", "http://[::1]/"])
    func `loopback is never asked of a proxy`(_ url: String) throws {
        #expect(try proxy(url, ["http_proxy": "http://a:1"]) == nil)
    }

    @Test func `a proxy is asked for the whole URL, and recorded`() throws {
        let heads = Mailbox<String>()
        let proxy = try ScriptedServer { peer in
            while let head = peer.readHead() {
                heads.put(head)
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n" + String(repeating: "x", count: 20_000))
            }
        }
        defer { proxy.stop() }
        let load = LoadUnderTest(
            Load(
                name: "load", direction: .download, url: "http://speed.invalid/down?x=1", streams: 1,
                proxy: .url("http://127.0.0.1:\(proxy.port)")))
        #expect(load.waits { $0.totalNow() >= 100_000 })
        load.stop()
        #expect(
            heads.all.first?.hasPrefix("GET http://speed.invalid/down?x=1 HTTP/1.1\r\nHost: speed.invalid\r\n") == true)
        let connect = try #require(load.steps(.connect).first)
        #expect(connect.host == "speed.invalid")
        #expect(connect.address == "127.0.0.1")
        #expect(connect.proxy == "http://127.0.0.1:\(proxy.port)/")
    }

    @Test func `a proxy that refuses the tunnel is told with its status`() throws {
        let heads = Mailbox<String>()
        let proxy = try ScriptedServer { peer in
            if let head = peer.readHead() { heads.put(head) }
            peer.send("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 3\r\n\r\nno\n")
            peer.hang()
        }
        defer { proxy.stop() }
        let load = LoadUnderTest(
            Load(
                name: "load", direction: .download, url: "https://speed.invalid/", streams: 1,
                proxy: .url("http://127.0.0.1:\(proxy.port)")))
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "proxy 127.0.0.1:\(proxy.port) refused speed.invalid:443: HTTP 407")
        #expect(heads.all.first?.hasPrefix("CONNECT speed.invalid:443 HTTP/1.1\r\nHost: speed.invalid:443\r\n") == true)
    }
}
