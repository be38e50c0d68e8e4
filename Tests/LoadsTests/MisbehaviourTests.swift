import Foundation
import LinecheckCapture
import LinecheckJudge
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import TestSupport
import Testing

/// Every way of not loading a line: judged invalid, with one sentence that names status and host, or judged valid because
/// it loads after all; and never longer than its window.
@Suite struct MisbehaviourTests {
    private func load(_ direction: Load.Direction, _ url: String, streams: Int = 2, body: Int64 = 2_000_000) -> Load {
        Load(
            name: "load", direction: direction, url: url, streams: streams, body: ByteCount(bytes: body),
            startWithin: .seconds(1))
    }

    @Test(arguments: Misbehaviour.all)
    func `a server that misbehaves is told from a line that is slow`(_ case: Misbehaviour) throws {
        let server = try ScriptedServer(script: `case`.serve)
        defer { server.stop() }
        let load = Load(
            name: "load", direction: `case`.direction, url: server.url, streams: `case`.streams,
            body: ByteCount(bytes: `case`.body), startWithin: `case`.startWithin)
        var judged = JudgedLoad(load)
        // On a machine that is busy with other tests a load of lowest priority, or its server, may wait for a second.
        for _ in 0..<2 where !`case`.isTold(by: judged.reason, port: server.port) { judged = JudgedLoad(load) }
        #expect(judged.stopping < .seconds(1))
        #expect(`case`.isTold(by: judged.reason, port: server.port), "\(judged.reason ?? "valid")")
        guard `case`.reason == nil else { return }
        #expect(judged.evidence.alive.allSatisfy { $0 == `case`.streams })
    }

    @Test func `a connection refused is told with its address`() throws {
        let port = try ClosedPort()
        var load = load(.download, "http://127.0.0.1:\(port.number)/", streams: 1)
        load.startWithin = .seconds(5)
        let judged = JudgedLoad(load)
        #expect(
            judged.reason == "load not achieved: stream 0 was given up: connection refused by 127.0.0.1:\(port.number)")
        #expect(judged.stopping < .seconds(1))
    }

    @Test func `a redirect to another host is followed and its refusal told with that host's name`() throws {
        let target = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 403 No\r\nContent-Length: 1\r\n\r\nx")
            peer.hang()
        }
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send(
                "HTTP/1.1 302 Elsewhere\r\nLocation: http://localhost:\(target.port)/\r\nContent-Length: 0\r\n\r\n")
            peer.hang()
        }
        defer {
            target.stop()
            server.stop()
        }
        let judged = JudgedLoad(load(.download, server.url))
        #expect(judged.reason == "load not achieved: HTTP 403 from localhost (1 byte)")
    }

    @Test func `a redirect loop is told with its last stop`() throws {
        let server = try ScriptedServer { peer in
            while peer.readHead() != nil {
                peer.send("HTTP/1.1 302 Again\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")
            }
        }
        defer { server.stop() }
        let judged = JudgedLoad(load(.download, server.url, streams: 1))
        #expect(
            judged.reason
                == "load not achieved: stream 0 was given up: more than 5 redirects, the last to \(server.url)")
    }

    @Test func `a name that does not resolve is told`() {
        // RFC 6761 §6.4: .invalid never resolves.
        var load = load(.download, "http://speed.invalid/")
        load.startWithin = .seconds(20)
        let judged = JudgedLoad(load)
        #expect(judged.reason?.hasPrefix("load not achieved: ") == true)
        #expect(judged.reason?.contains("speed.invalid does not resolve: ") == true)
    }

    /// *Skipped, because /etc/hosts has no name that means ::1 alone.*
    @Test(.enabled(if: (try? String(contentsOfFile: "/etc/hosts", encoding: .utf8))?.contains("ip6-localhost") == true))
    func `a name with IPv6 only loads over IPv6, and over IPv4 is told`() throws {
        let server = try LoadServer(listen: [
            SocketAddress(family: .ipv6, octets: Array(repeating: 0, count: 15) + [1])
        ])
        defer { server.stop() }
        var load = load(.download, "http://ip6-localhost:\(server.port)/__down?bytes=100000000")
        load.startWithin = .seconds(5)
        #expect(JudgedLoad(load).reason == nil)
        load.family = .ipv4
        #expect(JudgedLoad(load).reason?.hasPrefix("load not achieved: ") == true)
    }

    @Test func `the streams that were alive are told over time`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            // The second stream goes silent after 1.2 s, which is too short to spoil the load.
            let until = KernelClock.monotonic + (peer.index == 2 ? 1_200_000_000 : 60_000_000_000)
            while !peer.stopping(), KernelClock.monotonic < until, peer.send([UInt8](repeating: 1, count: 50_000)) {
                usleep(5_000)
            }
            peer.hang()
        }
        defer { server.stop() }
        let judged = JudgedLoad(load(.download, server.url), window: .milliseconds(2_100))
        #expect(judged.reason == nil)
        #expect(judged.evidence.alive.first == 2)
        #expect(judged.evidence.alive.last == 1)
    }
}
