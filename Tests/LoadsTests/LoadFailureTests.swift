import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import LinecheckSockets
import TestSupport
import Testing

@Suite struct LoadFailureTests {
    @Test func `403 with one byte is a failure, not a tiny load`() throws {
        let server = try LoadServer.onLoopback(.init(maximumBytes: 99_999_999))
        defer { server.stop() }
        let load = LoadUnderTest(.download, server.url("/__down?bytes=100000000"), streams: 4)
        #expect(load.waits { $0.failure != nil && $0.steps(.response).count == 4 })
        pause(.milliseconds(100))
        load.stop()
        #expect(load.events == [.failed(reason: "HTTP 403 from 127.0.0.1 (1 byte)")], "told once, and nothing moved")
        #expect(load.steps(.response).allSatisfy { $0.status == 403 && $0.bytes == 1 })
    }

    @Test func `403 after a while is seen when it comes`() throws {
        let server = try ScriptedServer { peer in
            for _ in 0..<5 {
                guard peer.readHead() != nil else { return }
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + String(repeating: "x", count: 100_000))
            }
            _ = peer.readHead()
            peer.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 5\r\n\r\nquota")
            peer.hang()
        }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.events == [.moving, .failed(reason: "HTTP 403 from 127.0.0.1 (5 bytes)")])
        server.stop()
    }

    @Test func `a refusal without end is read for 200 ms or 64 kB`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 500 Oops\r\n\r\nhalf")
            peer.hang()
        }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "HTTP 500 from 127.0.0.1 (4 bytes)")
        server.stop()
    }

    @Test func `a refused connection is dead after the fifth try`() throws {
        // Bound and not listening: nobody else can take the port meanwhile.
        let port = try ClosedPort()
        let load = LoadUnderTest(.download, "http://127.0.0.1:\(port.number)/")
        let began = KernelClock.monotonic
        #expect(load.waits { $0.failure != nil })
        let took = Duration.nanoseconds(KernelClock.monotonic - began)
        load.stop()
        #expect(load.failure == "connection refused by 127.0.0.1:\(port.number)")
        #expect(load.steps(.reopen).count == 4)
        #expect(load.steps(.dead).map(\.reason) == [load.failure])
        #expect(took >= .milliseconds(1_450), "100 + 200 + 400 + 800 ms lie between the tries")
    }

    @Test(arguments: [
        ("SSH-2.0-OpenSSH_9.2\r\n\r\n", "no valid HTTP response from 127.0.0.1: it does not begin like HTTP"),
        ("", "no HTTP response from 127.0.0.1"),
        (
            "HTTP/1.1 200 OK\r\nContent-Len",
            "no HTTP response from 127.0.0.1: the connection ended in the middle of the head"
        ),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "HTTP 200 from 127.0.0.1 without a body"),
    ])
    func `what is no useful answer makes the stream dead, in words`(_ answer: String, _ reason: String) throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send(answer)
            peer.close()
        }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == reason)
        #expect(server.connections == 5)
        server.stop()
    }

    @Test func `a name that does not exist is said at once`() {
        // RFC 6761 §6.4: .invalid never resolves.
        let load = LoadUnderTest(.download, "http://speed.invalid/")
        #expect(load.waits(.seconds(30)) { $0.failure != nil })
        load.stop()
        #expect(load.failure?.hasPrefix("speed.invalid does not resolve: ") == true)
    }

    @Test func `a peer that never answers does not hold the stop`() throws {
        let server = try ScriptedServer { peer in peer.hang() }
        let load = LoadUnderTest(.download, server.url, streams: 4)
        pause(.milliseconds(200))
        #expect(load.stop() < .seconds(1))
        #expect(load.total == 0)
        #expect(load.events.isEmpty)
        server.stop()
    }

    @Test func `a connect without answer ends within start_within and does not hold the stop`() throws {
        // A listener whose queue is full drops further SYNs.
        let full = try FullListener()
        let load = LoadUnderTest(
            Load(
                name: "load", direction: .download, url: "http://127.0.0.1:\(full.port)/", streams: 1,
                startWithin: .milliseconds(300)))
        #expect(load.waits { !$0.steps(.reopen).isEmpty })
        #expect(load.steps(.reopen).first?.reason == "no answer from 127.0.0.1:\(full.port) within 300ms")
        #expect(load.stop() < .seconds(1))
    }

    @Test func `what is no web address is said`() {
        let load = LoadUnderTest(.download, "ftp://127.0.0.1/")
        load.stop()
        #expect(load.failure == "ftp://127.0.0.1/ is no http or https URL")
    }

    @Test func `a stop during the pause before a reopening is at once`() throws {
        let server = try ScriptedServer { peer in peer.close() }
        let load = LoadUnderTest(.download, server.url, streams: 4)
        #expect(load.waits { $0.steps(.reopen).count >= 12 })
        #expect(load.stop() < .milliseconds(500))
        server.stop()
    }
}
