import CSockets
public import LinecheckQuantities

/// The kernel's view of a connection (TCP_INFO, tcp(7)), at one moment.
public struct TCPInfo: Sendable {
    /// Smoothed round-trip time; zero before the first measurement.
    public var rtt: Duration
    /// Segments sent again since the connection began.
    public var retransmits: Int64
    /// Congestion window in segments.
    public var congestionWindow: Int64
    /// Octets acknowledged by the peer, the SYN not counted.
    public var acknowledged: Int64
    /// Bytes of the send buffer that were not yet sent at all.
    public var unsent: Int64
    public var deliveryRate: BitRate
    /// Time with something to send, and the parts of it limited by the peer's window and by our send buffer.
    public var busy: Duration
    public var windowLimited: Duration
    public var bufferLimited: Duration
    /// The receiver's estimate of the round trip, from how its window turns over; nil before the first.
    public var receiveRTT: Duration?
    /// What this host advertises, in bytes; nil before Linux 6.2.
    public var receiveWindow: Int64?
    /// Segments that came before one that was still missing: a loss, or a path that reorders; nil before Linux 5.4, which does
    /// not count them.
    public var outOfOrder: Int64?

    /// Errors: EBADF, ENOTSOCK for what is no TCP socket.
    public init(of descriptor: Int32) throws(SystemError) {
        var info = cs_tcp_info()
        try checked("getsockopt TCP_INFO") { cs_tcp_get_info(descriptor, &info) }
        self.init(info)
    }

    /// - Parameter bytes: what a kernel answered, as long as its `struct tcp_info` is.
    init(reading bytes: [UInt8]) {
        var info = cs_tcp_info()
        cs_tcp_read_info(bytes, bytes.count, &info)
        self.init(info)
    }

    private init(_ info: cs_tcp_info) {
        rtt = .microseconds(Int64(info.rtt_us))
        retransmits = Int64(info.total_retrans)
        congestionWindow = Int64(info.snd_cwnd)
        // snd_una starts at the initial sequence number, so the SYN counts as one octet acknowledged.
        acknowledged = max(0, Int64(clamping: info.bytes_acked) - 1)
        unsent = Int64(info.notsent_bytes)
        let bytesPerSecond = Int64(clamping: info.delivery_rate_bytes_per_second)
        deliveryRate = BitRate(bitsPerSecond: bytesPerSecond.multipliedReportingOverflow(by: 8).partialValue)
        busy = .microseconds(Int64(clamping: info.busy_us))
        windowLimited = .microseconds(Int64(clamping: info.rwnd_limited_us))
        bufferLimited = .microseconds(Int64(clamping: info.sndbuf_limited_us))
        receiveRTT = info.rcv_rtt_us == 0 ? nil : .microseconds(Int64(info.rcv_rtt_us))
        receiveWindow = info.rcv_wnd == 0 ? nil : Int64(info.rcv_wnd)
        outOfOrder = info.rcv_ooopack < 0 ? nil : info.rcv_ooopack
    }
}
