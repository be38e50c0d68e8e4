import Foundation
import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import TestSupport
import Testing

@Suite struct DownloadTests {
    @Test func `a download from a good server moves, counts and never fails`() throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let load = LoadUnderTest(.download, server.url("/__down?bytes=20000000"), streams: 4)
        #expect(load.waits { $0.totalNow() > 200_000_000 })
        load.stop()
        #expect(load.events == [.moving])
        #expect(Set(load.steps(.response).map(\.status)) == [200])
        #expect(load.steps(.connect).count == 4, "keep-alive: one connection a stream")
        #expect(load.steps(.end).map(\.stream) == [0, 1, 2, 3])
        let connect = try #require(load.steps(.connect).first)
        #expect(connect.address == "127.0.0.1")
        #expect(connect.connect != nil)
        #expect(connect.tls == nil)
        #expect(["cubic", "reno"].contains(connect.congestion))
        let response = try #require(load.steps(.response).first)
        #expect(response.host == "127.0.0.1")
        #expect(response.firstByte.map { $0 > .zero } == true)
    }

    @Test func `the count is exactly the body that came`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 90000000\r\n\r\n")
            peer.send([UInt8](repeating: 7, count: 5_000_000))
            peer.hang()
        }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.totalNow() >= 5_000_000 })
        pause(.milliseconds(50))
        #expect(load.stop() < .seconds(1), "a stall must not hold the stop")
        #expect(load.total == 5_000_000)
        #expect(load.failure == nil)
        server.stop()
    }

    @Test func `a small response after a fast body is read, though it is less than a batch`() throws {
        let server = try ScriptedServer { peer in
            for size in [300_000_000, 1] {
                _ = peer.readHead()
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                for _ in 0..<max(1, size / 1_000_000) {
                    peer.send([UInt8](repeating: 7, count: min(size, 1_000_000)))
                }
            }
            peer.hang()
        }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.totalNow() >= 300_000_001 })
        load.stop()
        #expect(load.steps(.response).count == 2)
        server.stop()
    }

    @Test func `chunk framing is not body`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for size in 1...1_000 {
                peer.send("\(String(size, radix: 16))\r\n" + String(repeating: "x", count: size) + "\r\n")
            }
            // 0x1e8480 is 2,000,000: longer than any buffer.
            peer.send("1e8480\r\n" + String(repeating: "y", count: 2_000_000) + "\r\n1\r\nz\r\n")
            peer.hang()
        }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.totalNow() >= 2_500_501 })
        load.stop()
        #expect(load.total == 2_500_501)
        server.stop()
    }

    @Test func `a server that closes after each response loads well`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n")
            peer.send([UInt8](repeating: 7, count: 100_000))
            _ = peer.waitForEnd()
        }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.count(.connect) >= 30 })
        load.stop()
        #expect(load.failure == nil)
        #expect(load.steps(.reopen).first?.reason == "127.0.0.1 closes after each response")
        #expect(load.total >= 2_900_000, "the total runs on over reopenings")
        server.stop()
    }

    @Test func `a body without a length ends with its connection`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.0 200 OK\r\n\r\n" + String(repeating: "x", count: 30_000))
            peer.close()
        }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.count(.connect) >= 5 })
        load.stop()
        #expect(load.failure == nil)
        #expect(load.total >= 4 * 30_000)
        server.stop()
    }

    @Test func `a reset in the middle is reopened, and its bytes stay counted`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 50_000))
            guard peer.index > 3 else {
                pause(.milliseconds(100))
                return peer.reset()
            }
            peer.hang()
        }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.totalNow() >= 200_000 })
        load.stop()
        #expect(load.total == 200_000)
        #expect(
            load.steps(.reopen).map(\.reason)
                == Array(repeating: "connection reset by 127.0.0.1:\(server.port)", count: 3))
        #expect(load.failure == nil)
        server.stop()
    }

    @Test func `records come on a grid of 100 ms and totals never fall`() throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let load = LoadUnderTest(.download, server.url("/__down?bytes=1000000000"), streams: 2)
        pause(.milliseconds(1_250))
        load.stop()
        for stream in 0..<2 {
            let totals = load.byteTotals.filter { $0.stream == stream }
            #expect((10...14).contains(totals.count))
            for (before, after) in zip(totals, totals.dropFirst()) {
                #expect(before.at <= after.at)
                #expect(before.total <= after.total)
            }
        }
        let origin = try #require(load.byteTotals.first).at
        let ticks = load.byteTotals.filter { $0.stream == 0 }.dropLast().map { ($0.at - origin).nanoseconds }
        // Late ticks of a busy machine are each late by themselves; a tick that moved the next would leave them all off.
        let off = ticks.suffix(6).map { min($0 % 100_000_000, 100_000_000 - $0 % 100_000_000) }
        #expect(try #require(off.min()) < 30_000_000, "a late tick must not move the next ones")
        #expect(load.states.count >= 18)
        #expect(load.states.allSatisfy { $0.rtt > .zero })
    }

    @Test func `a mark stamps every stream with the instant given`() throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let load = LoadUnderTest(.download, server.url("/__down?bytes=1000000000"), streams: 3)
        #expect(load.waits { $0.events == [.moving] })
        let instant = load.clock.now
        load.mark(at: instant)
        load.stop()
        #expect(load.byteTotals.filter { $0.at == instant }.map(\.stream).sorted() == [0, 1, 2])
    }

    @Test func `a mark that a tick has overtaken does not contradict it`() throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let load = LoadUnderTest(.download, server.url("/__down?bytes=1000000000"))
        #expect(load.waits { $0.byteTotals.count >= 2 })
        load.mark(at: RunInstant(nanoseconds: 1))
        let totals = load.byteTotals
        load.stop()
        #expect(totals.last?.at == RunInstant(nanoseconds: 1))
        #expect(totals.last?.total == totals.dropLast().last?.total)
    }

    @Test func `the end resets every connection and is the last word`() throws {
        let ended = Mailbox<Int32>()
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nsome")
            ended.put(peer.waitForEnd())
        }
        let load = LoadUnderTest(.download, server.url, streams: 3)
        #expect(load.waits { $0.totalNow() == 12 })
        #expect(load.stop() < .seconds(1))
        #expect(eventually { ended.all.count == 3 })
        #expect(ended.all == [ECONNRESET, ECONNRESET, ECONNRESET])
        let count = load.records.count
        pause(.milliseconds(250))
        load.stop()
        #expect(load.records.count == count, "nothing is written after the end")
        server.stop()
    }

    @Test func `the request says what it wants and who asks`() throws {
        let heads = Mailbox<String>()
        let server = try ScriptedServer { peer in
            if let head = peer.readHead() { heads.put(head) }
            peer.hang()
        }
        let load = LoadUnderTest(.download, server.url + "a?b=c#d")
        #expect(eventually { !heads.all.isEmpty })
        load.stop()
        let lines = try #require(heads.all.first).split(separator: "\r\n")
        #expect(lines.first == "GET /a?b=c HTTP/1.1")
        #expect(lines.contains("Host: 127.0.0.1:\(server.port)"))
        #expect(lines.contains("Accept-Encoding: identity"))
        #expect(lines.contains { $0.hasPrefix("User-Agent: linecheck/") })
        server.stop()
    }

    @Test func `IPv6 loads as well, and a family that does not fit is said`() throws {
        let server = try LoadServer(listen: [
            SocketAddress(family: .ipv4, octets: [127, 0, 0, 1]),
            SocketAddress(family: .ipv6, octets: Array(repeating: 0, count: 15) + [1]),
        ])
        defer { server.stop() }
        #expect(Set(server.addresses.map(\.port)).count == 1)
        let load = LoadUnderTest(.download, "http://[::1]:\(server.port)/__down?bytes=1000000")
        #expect(load.waits { $0.totalNow() > 10_000_000 })
        load.stop()
        let other = LoadUnderTest(
            Load(name: "load", direction: .download, url: "http://[::1]:\(server.port)/", streams: 1, family: .ipv4))
        #expect(other.waits { $0.failure != nil })
        other.stop()
        #expect(other.failure == "::1 is no ipv4 address")
    }

    @Test func `source and interface choose the way out`() throws {
        let peers = Mailbox<String>()
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getpeername(peer.number, $0, &length) }
            }
            peers.put(SocketAddress(storage)?.host ?? "?")
            peer.hang()
        }
        let load = LoadUnderTest(
            Load(
                name: "load", direction: .download, url: server.url, streams: 1, interface: "lo", source: "127.0.0.9"))
        #expect(eventually { !peers.all.isEmpty })
        load.stop()
        #expect(peers.all == ["127.0.0.9"])
        let nowhere = LoadUnderTest(
            Load(name: "load", direction: .download, url: server.url, streams: 1, interface: "nosuch0"))
        #expect(nowhere.waits { $0.failure != nil })
        nowhere.stop()
        #expect(nowhere.failure == "cannot use interface nosuch0: No such device")
        server.stop()
    }
}
