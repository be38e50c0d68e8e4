internal import LinecheckSockets

/// UDP echo with the server's times (``TimedEcho``).
final class UDPWire: EchoWire {
    private var socket: UDPSocket
    private let cookie = UInt64.random(in: .min ... .max)

    init(to target: SocketAddress, interface: String?, source: SocketAddress?) throws(SystemError) {
        socket = try UDPSocket(connectingTo: target, interface: interface, source: source)
    }

    var descriptor: Int32 { socket.descriptor.number }
    var drops: Int64 { socket.drops }

    func send(_ number: Int64) -> Int32? { socket.send(TimedEcho(cookie: cookie, number: number).bytes) }

    func clearPendingError() { _ = socket.descriptor.takePendingError() }

    func restartStampCounter() { socket.restartStampCounter() }

    /// A connected socket gets only what its peer sends.
    func read(_ bytes: [UInt8], from source: SocketAddress?) -> EchoReading {
        do throws(TimedEcho.Fault) {
            let echo = try TimedEcho(bytes)
            guard echo.cookie == cookie else { return .foreign(.cookie) }
            // A plain echo server returns the question: it answers, and knows no times.
            return .answer(echo.number, bytes: bytes.count, times: echo.times)
        } catch {
            return .foreign(error == .length ? .truncated : .payload)
        }
    }

    /// The quotation of a UDP datagram on the error queue is its payload (ip(7)); routers need quote only 8 bytes beyond
    /// the IP header (RFC 792), which is no payload: then it is taken to speak of the newest.
    func attempt(quotedIn bytes: [UInt8], of table: AttemptTable) -> Int64? {
        guard bytes.count >= 24 else { return table.newest }
        guard let echo = try? TimedEcho(bytes.prefix(TimedEcho.length)) else { return nil }
        return echo.cookie == cookie ? echo.number : nil
    }
}
