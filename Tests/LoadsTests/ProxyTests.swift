import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import TestSupport
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
        ("speed.example.", true), ("*.example", true), ("*.speed.example", false),
        ("example.:80", true), ("*.example.", true), ("*.ample", false),
    ])
    func `no_proxy names hosts, domains and ports`(_ exceptions: String, _ isExcepted: Bool) throws {
        let found = try proxy("http://speed.example/", ["http_proxy": "http://a:1", "no_proxy": exceptions])
        #expect((found == nil) == isExcepted)
    }

    @Test(arguments: [
        ("http://192.0.2.7/", "192.0.2.7", true), ("http://192.0.2.7/", "192.0.2.0/24", true),
        ("http://192.0.2.7/", "192.0.2.8/29", false), ("http://192.0.2.7/", "0.0.0.0/0", true),
        ("http://192.0.2.7/", "192.0.2.0/33", false), ("http://192.0.2.7/", "2.7", false),
        ("http://[2001:db8::1]/", "2001:db8::1", true), ("http://[2001:db8::1]/", "[2001:db8::1]", true),
        ("http://[2001:db8::1]/", "2001:DB8:0::0:1", true), ("http://[2001:db8::1]/", "2001:db8::2", false),
        ("http://[2001:db8::1]:8080/", "[2001:db8::1]:8080", true),
        ("http://[2001:db8::1]/", "[2001:db8::1]:81", false),
        ("http://[2001:db8::1]/", "2001:db8::/32", true), ("http://[2001:db9::1]/", "2001:db8::/32", false),
        ("http://[2001:db8::1]/", "0.0.0.0/0", false),
    ])
    func `no_proxy names addresses, however they are written, and networks`(
        _ url: String, _ exceptions: String, _ isExcepted: Bool
    ) throws {
        let found = try proxy(url, ["http_proxy": "http://a:1", "no_proxy": exceptions])
        #expect((found == nil) == isExcepted)
    }

    @Test(arguments: [["NO_PROXY": "*"], ["no_proxy": "*"], ["no_proxy": "*", "NO_PROXY": "x"], ["NO_PROXY": "x, *"]])
    func `a star asks every host directly, in either spelling of the variable`(_ exceptions: [String: String]) throws {
        let both = ["http_proxy": "http://a:1", "https_proxy": "http://a:1"].merging(exceptions) { $1 }
        for url in ["http://speed.example/", "https://speed.example:8443/", "http://[2001:db8::1]/"] {
            #expect(try proxy(url, both) == nil)
        }
    }

    @Test func `a network that cannot be is ignored, and named`() throws {
        let settings = ProxySettings(environment: ["no_proxy": "10.9.2.2/33, a.example,2001:db8::/129 b/c 10.0.0.0/8"])
        #expect(settings.ignored == ["10.9.2.2/33", "2001:db8::/129", "b/c"])
        #expect(settings.exceptions.count == 2)
    }

    @Test func `a name with the root's dot is the same host`() throws {
        let environment = ["http_proxy": "http://a:1", "no_proxy": "speed.example"]
        #expect(try proxy("http://speed.example./", environment) == nil)
    }

    @Test func `a name that only begins like loopback is none`() throws {
        #expect(try proxy("http://127.0.0.1.example/", ["http_proxy": "http://a:1"]) == "http://a:1")
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
        #expect(
            load.failure == "HTTP 407 from the proxy 127.0.0.1:\(proxy.port), asked for a tunnel to speed.invalid:443")
        #expect(heads.all.first?.hasPrefix("CONNECT speed.invalid:443 HTTP/1.1\r\nHost: speed.invalid:443\r\n") == true)
    }

    private func judged(_ url: String, proxy: String) -> JudgedLoad {
        JudgedLoad(
            Load(
                name: "load", direction: .download, url: url, streams: 1, startWithin: .seconds(3), proxy: .url(proxy)),
            window: .milliseconds(300))
    }

    @Test(arguments: [
        "http://joe:secret@127.0.0.1:1", "http://joe:se/cr#e?t@127.0.0.1:1", "socks5://joe:secret@127.0.0.1:1",
    ])
    func `credentials in a proxy's URL are never repeated`(_ proxy: String) {
        let judged = judged("http://speed.invalid/", proxy: proxy)
        let told = "credentials in a proxy's URL are not supported, as in that of the proxy 127.0.0.1:1"
        #expect(judged.reason?.hasSuffix(told) == true)
        let written = "\(judged.records) \(judged.report)"
        #expect(!written.contains("joe") && !written.contains("cret"))
    }

    @Test func `credentials that a server redirects with are not written`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 302 Found\r\nLocation: http://joe:secret@127.0.0.1/x\r\nContent-Length: 0\r\n\r\n")
            peer.hang()
        }
        defer { server.stop() }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "127.0.0.1 redirected to what is no http URL: http://127.0.0.1/x")
        #expect(load.steps(.response).first?.location == "http://127.0.0.1/x")
    }

    @Test(arguments: [
        (407, "HTTP 407 from the proxy 127.0.0.1:"), (502, "HTTP 502 from speed.invalid through the proxy 127.0.0.1:"),
    ])
    func `a refusal at the proxy is not blamed on the server`(_ status: Int, _ words: String) throws {
        let proxy = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 \(status) No\r\nContent-Length: 3\r\n\r\nno\n")
            peer.hang()
        }
        defer { proxy.stop() }
        let judged = judged("http://speed.invalid/", proxy: "http://127.0.0.1:\(proxy.port)")
        #expect(judged.reason == "load not achieved: \(words)\(proxy.port) (3 bytes)")
        let failures = judged.records.compactMap { if case .event(let event) = $0 { event.reason } else { nil } }
        #expect(failures == ["\(words)\(proxy.port) (3 bytes)"])
    }

    @Test(arguments: ["http://speed.invalid/", "https://speed.invalid/"])
    func `a dead proxy is named as what refuses`(_ url: String) throws {
        let port = try ClosedPort()
        let judged = judged(url, proxy: "http://127.0.0.1:\(port.number)")
        #expect(judged.reason?.hasSuffix("connection refused by the proxy 127.0.0.1:\(port.number)") == true)
    }

    @Test func `a proxy that answers nothing is named, and so is one without an address`() throws {
        let proxy = try ScriptedServer { peer in _ = peer.readHead() }
        defer { proxy.stop() }
        let silent = judged("http://speed.invalid/", proxy: "http://127.0.0.1:\(proxy.port)")
        #expect(silent.reason?.hasSuffix("no HTTP response from the proxy 127.0.0.1:\(proxy.port)") == true)
        let unknown = judged("http://speed.invalid/", proxy: "http://proxy.invalid:3128")
        #expect(unknown.reason?.contains("the proxy proxy.invalid does not resolve") == true)
    }
}
