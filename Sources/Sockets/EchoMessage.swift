/// An ICMP or ICMPv6 echo message (RFC 792 p. 14, RFC 4443 §4.1 and §4.2).
public struct EchoMessage: Equatable, Sendable {
    public var identifier: UInt16
    public var sequence: UInt16
    public var payload: [UInt8]

    public init(identifier: UInt16, sequence: UInt16, payload: [UInt8]) {
        self.identifier = identifier
        self.sequence = sequence
        self.payload = payload
    }

    public static let headerLength = 8

    static func requestType(_ family: SocketAddress.Family) -> UInt8 { family == .ipv4 ? 8 : 128 }
    static func replyType(_ family: SocketAddress.Family) -> UInt8 { family == .ipv4 ? 0 : 129 }

    /// The request's bytes. ICMPv6 sums over a pseudo-header too (RFC 4443 §2.3), which the kernel fills in.
    public func request(_ family: SocketAddress.Family) -> [UInt8] { bytes(type: Self.requestType(family), family) }

    /// The reply's bytes, for responders.
    public func reply(_ family: SocketAddress.Family) -> [UInt8] { bytes(type: Self.replyType(family), family) }

    private func bytes(type: UInt8, _ family: SocketAddress.Family) -> [UInt8] {
        var message: [UInt8] = [type, 0, 0, 0]
        message += [UInt8(identifier >> 8), UInt8(identifier & 0xFF), UInt8(sequence >> 8), UInt8(sequence & 0xFF)]
        message += payload
        if family == .ipv4 {
            let checksum = InternetChecksum.of(message)
            message[2] = UInt8(checksum >> 8)
            message[3] = UInt8(checksum & 0xFF)
        }
        return message
    }

    /// What a received packet turned out to be.
    public enum Parsed: Equatable, Sendable {
        case reply(EchoMessage)
        /// The header says it is a reply, the checksum that it was damaged.
        case badChecksum(identifier: UInt16)
        /// Shorter than its own headers, or another message.
        case other
    }

    /// Reads what a socket received.
    ///
    /// A raw IPv4 socket delivers the IP header, whose options have to be skipped by its IHL (RFC 791 §3.1), and
    /// messages whose checksum is wrong; ping sockets and ICMPv6 sockets deliver neither.
    public static func parse(reply bytes: Span<UInt8>, family: SocketAddress.Family, isRaw: Bool) -> Parsed {
        var start = 0
        if isRaw && family == .ipv4 {
            guard bytes.count >= 20, bytes[0] >> 4 == 4 else { return .other }
            start = Int(bytes[0] & 0x0F) * 4
            guard start >= 20 else { return .other }
        }
        guard bytes.count >= start + headerLength else { return .other }
        let message = bytes.extracting(start..<bytes.count)
        guard message[0] == replyType(family), message[1] == 0 else { return .other }
        let (identifier, sequence) = numbers(of: message)
        if isRaw && family == .ipv4 && InternetChecksum.of(message) != 0 { return .badChecksum(identifier: identifier) }
        var payload: [UInt8] = []
        payload.reserveCapacity(message.count - headerLength)
        for index in headerLength..<message.count { payload.append(message[index]) }
        return .reply(EchoMessage(identifier: identifier, sequence: sequence, payload: payload))
    }

    /// Reads our request as an ICMP error quotes it in the error queue; a router may quote no more than eight bytes
    /// (RFC 792), so the payload may be cut short or missing. nil: not a request's header.
    public static func parse(quoted bytes: Span<UInt8>, family: SocketAddress.Family) -> EchoMessage? {
        guard bytes.count >= headerLength, bytes[0] == requestType(family) else { return nil }
        let (identifier, sequence) = numbers(of: bytes)
        var payload: [UInt8] = []
        for index in headerLength..<bytes.count { payload.append(bytes[index]) }
        return EchoMessage(identifier: identifier, sequence: sequence, payload: payload)
    }

    private static func numbers(of message: Span<UInt8>) -> (identifier: UInt16, sequence: UInt16) {
        (
            UInt16(message[4]) << 8 | UInt16(message[5]),
            UInt16(message[6]) << 8 | UInt16(message[7])
        )
    }
}
