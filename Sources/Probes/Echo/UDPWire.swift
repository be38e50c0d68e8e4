internal import LinecheckSockets

/// UDP echo with the times of a STAMP reflector; a plain echo server (RFC 862) answers as well and tells none.
final class UDPWire: EchoWire {
    private var socket: UDPSocket
    /// The timestamps of the last questions, by their sequence numbers' low bits.
    private var asked = [(number: Int64, timestamp: UInt64)?](repeating: nil, count: 4_096)

    init(to target: SocketAddress, interface: String?, source: SocketAddress?) throws(SystemError) {
        socket = try UDPSocket(connectingTo: target, interface: interface, source: source)
    }

    var descriptor: Int32 { socket.descriptor.number }
    var drops: Int64 { socket.drops }

    func send(_ number: Int64) -> Int32? {
        let message = StampMessage(number: number, at: KernelClock.realtime)
        asked[Int(message.sequence) & (asked.count - 1)] = (number, message.timestamp)
        return socket.send(message.bytes)
    }

    func clearPendingError() { _ = socket.descriptor.takePendingError() }

    func restartStampCounter() { socket.restartStampCounter() }

    /// A connected socket gets only what its peer sends.
    func read(_ bytes: [UInt8], from source: SocketAddress?) -> EchoReading {
        do throws(StampMessage.Fault) {
            let answer = try StampMessage.Answer(bytes)
            guard let entry = asked[Int(answer.sequence) & (asked.count - 1)],
                UInt32(truncatingIfNeeded: entry.number) == answer.sequence
            else { return .foreign(.sequence) }
            guard entry.timestamp == answer.timestamp else { return .foreign(.cookie) }
            return .answer(entry.number, bytes: bytes.count, times: answer.times)
        } catch {
            return .foreign(error == .length ? .truncated : .payload)
        }
    }

    /// What the error queue holds of a UDP datagram is its payload (ip(7)); a router need quote only 8 bytes beyond the
    /// IP header (RFC 792), which is none of it: then it is taken to speak of the newest.
    func attempt(quotedIn bytes: [UInt8], of table: AttemptTable) -> Int64? {
        guard bytes.count >= 12 else { return table.newest }
        let sequence = bytes[0..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let timestamp = bytes[4..<12].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let entry = asked[Int(sequence) & (asked.count - 1)], entry.timestamp == timestamp else { return nil }
        return entry.number
    }
}
