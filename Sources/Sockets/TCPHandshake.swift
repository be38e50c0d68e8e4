internal import CSockets

/// What the kernel knows of a connection's handshake (TCP_INFO).
public struct TCPHandshake: Equatable, Sendable {
    /// From SYN to SYN-ACK, to the microsecond; meaningless (1 ms) when a SYN was sent again.
    public var rttMicroseconds: Int64
    /// SYNs sent again.
    public var retransmits: Int
    /// The SYN has not been answered.
    public var isWaiting: Bool
    /// Reset, or given up.
    public var isClosed: Bool

    public init(of descriptor: borrowing Descriptor) throws(SystemError) {
        var info = cs_handshake()
        let result = cs_read_handshake(descriptor.number, &info)
        if result < 0 { throw SystemError("getsockopt", -result, subject: "TCP_INFO") }
        rttMicroseconds = Int64(info.rtt_us)
        retransmits = Int(info.retransmits)
        // TCP_SYN_SENT and TCP_CLOSE of netinet/tcp.h.
        isWaiting = info.state == 2
        isClosed = info.state == 7
    }
}
