import Foundation
import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import LinecheckSockets
import TestSupport
import Testing

@Suite struct UploadTests {
    @Test func `an upload to a good server moves, counts and never fails`() throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let body: Int64 = 3_000_001
        let load = LoadUnderTest(.upload, server.url("/__up"), streams: 2, body: body)
        #expect(load.waits { $0.totalNow() > 300_000_000 })
        load.stop()
        #expect(load.events == [.moving])
        #expect(load.steps(.connect).count == 2)
        let answered = load.steps(.response)
        #expect(answered.allSatisfy { $0.status == 200 && $0.bytes == body * Int64($0.count ?? 1) })
        // What was answered was taken whole; beyond it at most one body a stream is on its way.
        let taken = Int64(load.count(.response)) * body
        #expect(load.total >= taken)
        #expect(load.total - taken <= 2 * body)
        #expect(taken > 290_000_000)
    }

    @Test func `bytes in a send buffer are not uploaded`() throws {
        let told = Mailbox<(read: Int, queued: Int)>()
        let server = try ScriptedServer(receiveBuffer: 16_384) { peer in
            _ = peer.readHead()
            var read = 0
            for _ in 0..<15 {
                read += peer.read(4_000).count
                pause(.milliseconds(20))
            }
            // From here on nothing is read; the window closes and stays so.
            pause(.milliseconds(700))
            told.put((read, peer.queued))
            peer.hang()
        }
        let load = LoadUnderTest(.upload, server.url, body: 8_000_000)
        #expect(eventually { !told.all.isEmpty })
        let arrived = try #require(told.all.first)
        let total = load.totalNow()
        #expect(total == Int64(arrived.read + arrived.queued), "acknowledged is what the peer's kernel has")
        #expect(total < 200_000, "the send buffer alone took more than that")
        #expect(load.events == [.moving])
        #expect(load.stop() < .seconds(1))
        server.stop()
    }

    @Test func `a refusal in the middle of the body is seen while uploading`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.readBody(100_000)
            peer.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 9\r\n\r\ntoo large")
            pause(.milliseconds(300))
            peer.reset()
        }
        let load = LoadUnderTest(.upload, server.url, body: 1_000_000_000)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "HTTP 413 from 127.0.0.1 (9 bytes)")
        #expect(server.connections == 1, "who is refused does not ask again")
        server.stop()
    }

    @Test func `a refusal that a reset follows at once is still read`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 1\r\n\r\nx")
            // Unread body bytes make this close a reset.
            peer.close()
        }
        let load = LoadUnderTest(.upload, server.url, streams: 1, body: 100_000_000)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "HTTP 403 from 127.0.0.1 (1 byte)")
        server.stop()
    }

    @Test func `a 2xx before the body was taken is noted and the stream goes on`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.readBody(200_000)
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            peer.readBody(.max)
        }
        let load = LoadUnderTest(.upload, server.url, body: 500_000_000)
        #expect(load.waits { $0.steps(.connect).count >= 3 })
        load.stop()
        #expect(load.failure == nil)
        let response = try #require(load.steps(.response).first)
        #expect(response.status == 200)
        #expect(response.reason?.hasPrefix("answered before the body was taken") == true)
        #expect(load.total >= 400_000)
        server.stop()
    }

    @Test func `a server that never answers is no failure of the upload`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.readBody(.max)
        }
        let load = LoadUnderTest(.upload, server.url, body: 50_000)
        #expect(load.waits { $0.totalNow() == 50_000 })
        pause(.milliseconds(100))
        #expect(load.stop() < .seconds(1))
        #expect(load.events == [.moving])
        #expect(load.total == 50_000)
        server.stop()
    }

    @Test func `the body cannot be compressed`() throws {
        let bodies = Mailbox<[UInt8]>()
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            var body: [UInt8] = []
            while body.count < 1_000_000, !peer.stopping() { body += peer.read() }
            bodies.put(body)
            peer.hang()
        }
        let load = LoadUnderTest(.upload, server.url, body: 1_000_000)
        #expect(eventually { !bodies.all.isEmpty })
        load.stop()
        let body = try #require(bodies.all.first)
        var counts = [Int](repeating: 0, count: 256)
        for byte in body { counts[Int(byte)] += 1 }
        // 3,906 of each expected; 6 standard deviations are 375.
        #expect(counts.allSatisfy { (3_530...4_280).contains($0) })
        server.stop()
    }

    @Test func `uploads are summed over reopened connections`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.readBody(70_000)
            guard peer.index <= 3 else { return peer.hang() }
            peer.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            _ = peer.waitForEnd()
        }
        let load = LoadUnderTest(.upload, server.url, body: 70_000)
        #expect(load.waits { $0.totalNow() == 280_000 })
        load.stop()
        #expect(load.total == 280_000)
        #expect(load.steps(.reopen).count == 3)
        server.stop()
    }
}
