import Glibc
import LinecheckLoads
import LinecheckSockets
import Testing

@Suite struct ReflectorTests {
    private func answer(to bytes: [UInt8], at address: SocketAddress, within milliseconds: Int32 = 5_000) throws
        -> [UInt8]?
    {
        let socket = try UDPSocket(connectingTo: address)
        #expect(socket.send(bytes) == nil)
        var poller = pollfd(fd: socket.descriptor.number, events: Int16(POLLIN), revents: 0)
        var reader = MessageReader()
        let end = KernelClock.monotonic + Int64(milliseconds) * 1_000_000
        while KernelClock.monotonic < end {
            poll(&poller, 1, 10)
            while (try? reader.receiveNotice(from: socket.descriptor.number)) != nil {}
            if let datagram = try reader.receive(from: socket.descriptor.number) {
                return reader.bytes(datagram.length)
            }
        }
        return nil
    }

    /// A Session-Sender's packet (RFC 8762 §4.2.1).
    private func question(_ sequence: UInt8) -> [UInt8] {
        [0, 0, 0, sequence, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1] + [UInt8](repeating: 0, count: 30)
    }

    @Test func `the server reflects on its own port, on every address`() throws {
        let hosts = ["127.0.0.1", "127.0.0.2", "::1"].compactMap { SocketAddress(numeric: $0) }
        let server = try LoadServer(listen: hosts)
        defer { server.stop() }
        #expect(server.reflects == server.addresses)
        for address in server.addresses {
            let bytes = try #require(try answer(to: question(9), at: address))
            #expect(bytes.count == 44 && Array(bytes[24..<38]) == Array(question(9)[0..<14]))
            #expect(bytes[40] == 64, "the hop limit that it saw")
        }
    }

    @Test func `a wildcard server answers from the address that was asked`() throws {
        let server = try LoadServer(listen: [try #require(SocketAddress(numeric: "0.0.0.0"))])
        defer { server.stop() }
        for host in ["127.0.0.1", "127.0.0.77"] {
            // A connected socket hears nobody but the address that it asked.
            let address = try #require(SocketAddress(numeric: host, port: server.port))
            #expect(try answer(to: question(2), at: address) != nil)
        }
    }

    @Test func `it answers no answers, so two servers cannot be set upon each other, and no scraps`() throws {
        let server = try LoadServer(listen: [try #require(SocketAddress(numeric: "127.0.0.1"))])
        defer { server.stop() }
        let reflected = try #require(try answer(to: question(1), at: server.addresses[0]))
        for bytes in [reflected, Array(question(1).dropLast()), []] {
            #expect(try answer(to: bytes, at: server.addresses[0], within: 60) == nil)
        }
        #expect(try answer(to: question(3) + [9, 9], at: server.addresses[0])?.suffix(2) == [9, 9], "padding returns")
    }
}
