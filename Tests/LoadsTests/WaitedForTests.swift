import LinecheckPlan
import LinecheckQuantities
import TestSupport
import Testing

@testable import LinecheckLoads

@Suite(.serialized) struct WaitedForTests {
    private func judged(_ url: String, proxy: String? = nil) -> JudgedLoad {
        JudgedLoad(
            Load(
                name: "load", direction: .download, url: url, streams: 1, startWithin: .seconds(1),
                proxy: proxy.map { .url($0) } ?? .none))
    }

    @Test func `a server that accepts and never speaks TLS is waited for in its handshake`() throws {
        let server = try ScriptedServer { $0.hang() }
        defer { server.stop() }
        let judged = judged("https://127.0.0.1:\(server.port)/")
        #expect(
            judged.reason
                == "load not achieved: no byte within 1.0 s (127.0.0.1 did not finish the TLS handshake in time)")
    }

    @Test func `a proxy that is asked for a tunnel and silent is named`() throws {
        let proxy = try ScriptedServer { $0.hang() }
        defer { proxy.stop() }
        let judged = judged("https://192.0.2.1/", proxy: "http://127.0.0.1:\(proxy.port)")
        #expect(
            judged.reason
                == "load not achieved: no byte within 1.0 s (no answer from the proxy 127.0.0.1:\(proxy.port))")
    }

    @Test(arguments: [true, false])
    func `a server that only sends interim responses is told from one that sends nothing`(_ goesOn: Bool) throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            repeat {
                guard peer.send("HTTP/1.1 102 Processing\r\n\r\n") else { return }
                pause(.milliseconds(20))
            } while goesOn && !peer.stopping()
            peer.hang()
        }
        defer { server.stop() }
        let reason = judged(server.url).reason
        #expect(
            reason?.hasSuffix("no response from 127.0.0.1 but interim ones, the last HTTP 102") == true,
            "\(reason ?? "")")
    }

    @Test func `interim responses before a final one harm nothing`() throws {
        let server = try ScriptedServer { peer in
            while peer.readHead() != nil {
                for _ in 0..<3 {
                    peer.send("HTTP/1.1 103 Early Hints\r\n\r\n")
                    pause(.milliseconds(10))
                }
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 500000\r\n\r\n" + String(repeating: "x", count: 500_000))
            }
        }
        defer { server.stop() }
        #expect(judged(server.url).reason == nil)
    }
}
