import Foundation
import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import TestSupport
import Testing

@testable import LinecheckLoads

@Suite(.serialized) struct ServerCrowdTests {
    @Test func `a thousand clients that say nothing keep nobody out`() throws {
        #expect(SystemLimits.raiseOpenFiles() >= 4_096)
        let server = try LoadServer.onLoopback(.init(maximumConnections: 16))
        defer { server.stop() }
        let before = threads()
        let silent = try (0..<1_000).map { _ in try RawClient(port: server.port) }
        #expect(threads() - before < 16, "a silent client costs no thread")
        let load = LoadUnderTest(.download, server.url("/__down?bytes=10000000"), streams: 4)
        #expect(load.waits { $0.totalNow() > 100_000_000 })
        load.stop()
        #expect(load.failure == nil)
        withExtendedLifetime(silent) {}
    }

    @Test func `beyond the capacity the longest silent one has to go`() throws {
        let server = try LoadServer.onLoopback(.init(maximumSilent: 3))
        defer { server.stop() }
        let first = try RawClient(port: server.port)
        let later = try (0..<3).map { _ in try RawClient(port: server.port) }
        #expect(first.readAll().isEmpty, "closed without a word")
        later[0].send("GET /__ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: later[0].readAll(), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
    }

    private func ping(_ server: LoadServer) throws -> String {
        let client = try RawClient(port: server.port)
        client.send("GET /__ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return String(decoding: client.readAll(), as: UTF8.self)
    }

    @Test func `heads of one byte keep nobody out`() throws {
        let server = try LoadServer.onLoopback(.init(maximumConnections: 8))
        defer { server.stop() }
        let slow = try (0..<8).map { _ in try RawClient(port: server.port) }
        for client in slow { client.send("G") }
        usleep(50_000)
        for _ in 0..<20 { #expect(try ping(server).hasPrefix("HTTP/1.1 200 ")) }
        #expect(slow[0].readAll().isEmpty, "the longest waiting one had to go")
        withExtendedLifetime(slow) {}
    }

    @Test func `an upload of a byte now and then has to go`() throws {
        let server = try LoadServer.onLoopback(.init(idleTimeout: .milliseconds(500)))
        defer { server.stop() }
        let head = "POST /__up HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
        let (slow, steady) = (try RawClient(port: server.port), try RawClient(port: server.port))
        slow.send(head)
        steady.send(head)
        var isHeld = true
        for _ in 0..<20 {
            isHeld = slow.send("x") && isHeld
            #expect(steady.send(String(repeating: "x", count: 1_000)))
            usleep(100_000)
        }
        #expect(!isHeld)
        #expect(slow.readHead().hasPrefix("HTTP/1.1 408 "))
    }

    /// Its acknowledgments show that it reads, long before a third of the send buffer is free again.
    @Test func `a download that is taken slowly goes on`() throws {
        let server = try LoadServer.onLoopback(.init(idleTimeout: .milliseconds(1_500)))
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send("GET /__down?bytes=100000000 HTTP/1.1\r\nHost: x\r\n\r\n")
        var total = 0
        for _ in 0..<40 {
            usleep(100_000)
            total += client.read(40_000).count
        }
        #expect(total == 1_600_000)
        #expect(client.read(20_000_000).count == 20_000_000)
    }

    private func threads() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count ?? 0
    }

    @Test(arguments: [44, 60, 1_400])
    func `a test packet comes back with both times, the sender's own and nothing more`(_ length: Int) throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let target = try #require(server.reflects.first)
        let socket = try UDPSocket(connectingTo: target)
        var packet = [UInt8](repeating: 0x77, count: length)
        packet.replaceSubrange(0..<14, with: [0, 0, 0, 9, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1])
        // Must be zero (§4.2.1); the rest is padding.
        packet.replaceSubrange(14..<44, with: repeatElement(0, count: 30))
        var reader = MessageReader(capacity: 2_000)
        let before = KernelClock.realtime
        #expect(socket.send(packet) == nil)
        var answer: [UInt8] = []
        #expect(
            eventually {
                guard let datagram = try? reader.receive(from: socket.descriptor.number) else { return false }
                answer = reader.bytes(datagram.length)
                return true
            })
        let after = KernelClock.realtime
        #expect(answer.count == length, "never more than was sent")
        #expect(Array(answer[0..<4]) == [0, 0, 0, 9])
        #expect(Array(answer[24..<38]) == Array(packet[0..<14]), "the sender's number, time and estimate")
        #expect(answer[40] == 64, "the hop limit that packets begin with")
        let received = nanoseconds(answer[16..<24])
        let sent = nanoseconds(answer[4..<12])
        #expect(before <= received + 1 && received <= sent + 1 && sent <= after + 1)
    }

    /// Of an NTP timestamp.
    private func nanoseconds(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (Int64(value >> 32) - 2_208_988_800) * 1_000_000_000
            + Int64(((value & 0xFFFF_FFFF) * 1_000_000_000) >> 32)
    }

    @Test func `what is no test packet is not answered`() throws {
        var packet = [UInt8](repeating: 0, count: 43)
        #expect(!StampPacket.reflect(&packet, received: 0, sent: 0, hopLimit: nil))
    }

    /// *Skipped, because the openssl command is missing.*
    @Test(.enabled(if: TLSSite.isAvailable))
    func `handshakes of one byte keep no load out`() throws {
        let files = try TLSSite(backend: 1)
        let server = try LoadServer.onLoopback(
            .init(
                maximumConnections: 8,
                identity: ServerIdentity(
                    certificate: files.directory.appending(path: "good.pem").path,
                    key: files.directory.appending(path: "good.key").path)))
        defer { server.stop() }
        let slow = try (0..<8).map { _ in try RawClient(port: server.port) }
        for client in slow { client.send([0x16]) }
        usleep(50_000)
        let load = LoadUnderTest(
            Load(
                name: "load", direction: .download, url: "https://127.0.0.1:\(server.port)/__down?bytes=1000000",
                streams: 2),
            trust: .file(files.authority))
        #expect(load.waits { $0.totalNow() > 10_000_000 })
        load.stop()
        #expect(load.failure == nil)
        withExtendedLifetime(slow) {}
    }

    /// *Skipped, because the openssl command is missing.*
    @Test(.enabled(if: TLSSite.isAvailable), arguments: Load.Direction.allCases)
    func `the server speaks TLS to loads that know its authority`(_ direction: Load.Direction) throws {
        let files = try TLSSite(backend: 1)
        let server = try LoadServer.onLoopback(
            .init(
                identity: ServerIdentity(
                    certificate: files.directory.appending(path: "good.pem").path,
                    key: files.directory.appending(path: "good.key").path)))
        defer { server.stop() }
        let path = direction == .download ? "/__down?bytes=1000000" : "/__up"
        let load = LoadUnderTest(
            Load(
                name: "load", direction: direction, url: "https://127.0.0.1:\(server.port)\(path)", streams: 2,
                body: ByteCount(bytes: 1_000_000)), trust: .file(files.authority))
        #expect(load.waits { $0.totalNow() > 30_000_000 })
        load.stop()
        #expect(load.failure == nil)
        #expect(load.steps(.connect).count == 2, "keep-alive holds over TLS")
        let plain = LoadUnderTest(.download, server.url(path))
        #expect(plain.waits { $0.failure != nil })
        plain.stop()
    }

    @Test func `a certificate that is not there is refused before anything listens, and why is said`() {
        let expected = ServerIdentity.Unusable(description: "/nonexistent/cert.pem: No such file or directory")
        #expect(throws: expected) {
            try ServerIdentity(certificate: "/nonexistent/cert.pem", key: "/nonexistent/key.pem")
        }
    }
}
