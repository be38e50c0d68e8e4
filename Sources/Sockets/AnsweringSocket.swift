internal import CSockets
internal import Glibc

/// A bound UDP socket that knows when each datagram came and with which hop limit, and that answers each from the very
/// address that was asked, also when it is bound to all.
public final class AnsweringSocket: Sendable {
    private let descriptor: Descriptor

    public var number: Int32 { descriptor.number }

    /// A datagram, and how to answer it.
    public struct Question {
        public var bytes: [UInt8]
        /// The kernel's receive stamp, ns of CLOCK_REALTIME.
        public var stamp: Int64?
        public var hopLimit: Int?
        fileprivate var asked: cs_asked
    }

    /// Errors: EADDRINUSE, EADDRNOTAVAIL, EACCES below port 1024.
    public init(boundTo address: SocketAddress) throws(SystemError) {
        descriptor = try .socket(family: address.family, type: .datagram)
        // So that 0.0.0.0 and :: can be bound side by side on one port.
        if address.family == .ipv6 { try descriptor.set(.onlyIPv6, to: 1) }
        let result = cs_answer_prepare(descriptor.number, address.family.number)
        if result < 0 { throw SystemError("setsockopt", -result, subject: "stamps and addresses") }
        try descriptor.bind(to: address)
    }

    /// nil when none waits. What is longer than `capacity` is cut off.
    public func receive(capacity: Int) throws(SystemError) -> Question? {
        var asked = cs_asked()
        var length: Int64 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            length = cs_answer_receive(descriptor.number, buffer.baseAddress, capacity, &asked)
            count = max(0, min(capacity, Int(length)))
        }
        if length == -Int64(EAGAIN) { return nil }
        if length < 0 { throw SystemError("recvmsg", Int32(-length)) }
        return Question(
            bytes: bytes, stamp: asked.stamp == 0 ? nil : asked.stamp,
            hopLimit: asked.hop_limit < 0 ? nil : Int(asked.hop_limit), asked: asked)
    }

    /// Sends what fits into the queue at once; a full queue loses it, as networks do.
    public func answer(_ question: Question, with bytes: [UInt8]) {
        var asked = question.asked
        _ = bytes.withUnsafeBytes { cs_answer_send(descriptor.number, $0.baseAddress, $0.count, &asked) }
    }
}
