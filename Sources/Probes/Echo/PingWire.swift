internal import LinecheckSockets

/// ICMP and ICMPv6 echo (RFC 792, RFC 4443 §4.1).
final class PingWire: EchoWire {
    private let target: SocketAddress
    private var socket: ICMPSocket
    private let payload = EchoPayload(cookie: .random(in: .min ... .max))

    init(
        to target: SocketAddress, kind: ICMPSocket.Kind?, interface: String?, source: SocketAddress?
    ) throws(SystemError) {
        self.target = target
        socket = try ICMPSocket(family: target.family, kind: kind, interface: interface, source: source)
    }

    var descriptor: Int32 { socket.descriptor.number }
    var drops: Int64 { socket.drops }

    func send(_ number: Int64) -> Int32? {
        socket.send(
            sequence: UInt16(truncatingIfNeeded: number), payload: payload.bytes(for: number), to: target)
    }

    func clearPendingError() { _ = socket.descriptor.takePendingError() }

    func restartStampCounter() { socket.restartStampCounter() }

    func read(_ bytes: [UInt8], from source: SocketAddress?) -> EchoReading {
        let message: EchoMessage
        switch EchoMessage.parse(reply: bytes.span, family: target.family, isRaw: socket.kind == .raw) {
        case .other: return .nothing
        case .badChecksum(let identifier): return identifier == socket.identifier ? .foreign(.checksum) : .nothing
        case .reply(let reply): message = reply
        }
        guard message.identifier == socket.identifier else { return .nothing }
        // The kernel compares only the identifier (net/ipv4/ping.c, ping_lookup).
        guard let source, source.hasSameHost(as: target) else { return .foreign(.source) }
        switch payload.attempt(of: message.payload, wireSequence: message.sequence) {
        case .failure(let reason): return .foreign(reason)
        case .success(let number):
            return .answer(number, bytes: EchoMessage.headerLength + message.payload.count)
        }
    }

    func attempt(quotedIn bytes: [UInt8], of table: AttemptTable) -> Int64? {
        guard let request = EchoMessage.parse(quoted: bytes.span, family: target.family),
            request.identifier == socket.identifier, payload.mayOwn(quoted: request.payload)
        else { return nil }
        return table.newest(wireSequence: request.sequence)
    }
}
