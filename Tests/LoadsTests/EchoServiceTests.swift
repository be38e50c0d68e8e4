import Glibc
import LinecheckLoads
import LinecheckSockets
import Testing

@Suite struct EchoServiceTests {
    private func answer(to bytes: [UInt8], at address: SocketAddress, within milliseconds: Int32 = 500) throws
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

    @Test func `the server answers a timed echo on its own port, on every address, with plausible times`() throws {
        let hosts = ["127.0.0.1", "127.0.0.2", "::1"].compactMap { SocketAddress(numeric: $0) }
        let server = try LoadServer(listen: hosts)
        defer { server.stop() }
        for address in server.addresses {
            let before = KernelClock.monotonic
            let bytes = try #require(try answer(to: TimedEcho(cookie: 7, number: 9).bytes, at: address))
            let after = KernelClock.monotonic
            let echo = try TimedEcho(bytes)
            let times = try #require(echo.times)
            #expect(echo.cookie == 7 && echo.number == 9)
            // Its clock is this host's.
            #expect(before <= times.received + 1_000_000 && times.received <= times.sent && times.sent <= after)
        }
    }

    @Test func `a wildcard server answers from the address that was asked`() throws {
        let server = try LoadServer(listen: [try #require(SocketAddress(numeric: "0.0.0.0"))])
        defer { server.stop() }
        for host in ["127.0.0.1", "127.0.0.77"] {
            // A connected socket hears nobody but the address that it asked.
            let address = try #require(SocketAddress(numeric: host, port: server.port))
            #expect(try answer(to: TimedEcho(cookie: 1, number: 2).bytes, at: address) != nil)
        }
    }

    @Test func `it answers no answers, so two servers cannot be set upon each other, and nothing else`() throws {
        let server = try LoadServer(listen: [try #require(SocketAddress(numeric: "127.0.0.1"))])
        defer { server.stop() }
        var echo = TimedEcho(cookie: 1, number: 2)
        let question = echo.bytes
        echo.times = .init(received: 1, sent: 2)
        for bytes in [echo.bytes, Array(question.dropLast()), question + [0], [UInt8](repeating: 0, count: 64), []] {
            #expect(try answer(to: bytes, at: server.addresses[0], within: 60) == nil)
        }
        #expect(try answer(to: question, at: server.addresses[0]) != nil)
    }
}
