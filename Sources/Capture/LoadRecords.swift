public import LinecheckQuantities

/// Body bytes that a stream has moved since its load began in this phase; cumulative, so a lost line does not matter.
public struct ByteTotal: Equatable, Sendable {
    public var at: RunInstant
    public var load: String
    public var stream: Int
    public var total: Int64

    public init(at: RunInstant, load: String, stream: Int, total: Int64) {
        self.at = at
        self.load = load
        self.stream = stream
        self.total = total
    }
}

/// A step in the life of a load's stream.
public struct StreamEvent: Equatable, Sendable {
    public enum Step: String, CaseIterable, Sendable {
        /// The load opens one more stream, see `reason`.
        case add
        /// A connection stands (after TLS, if any).
        case connect
        case request
        /// A final or redirecting response's head was read.
        case response
        /// The connection ended and is opened again.
        case reopen
        /// The stream failed for the fifth time and is given up.
        case dead
        /// The window closed.
        case end
    }

    public var at: RunInstant
    public var load: String
    public var stream: Int
    public var step: Step
    /// HTTP status of a response.
    public var status: Int?
    /// A response that was a redirect, and so is not final.
    public var location: String?
    /// Host that answered, as named in the URL.
    public var host: String?
    /// Numeric peer address; the proxy's where there is one.
    public var address: String?
    /// The proxy that a connection leads through; nil: none.
    public var proxy: String?
    public var connect: Duration?
    public var tls: Duration?
    public var firstByte: Duration?
    /// Congestion control in force.
    public var congestion: String?
    /// Body bytes of the exchange that this step ends.
    public var bytes: Int64?
    public var reason: String?
    /// How many equal steps this one stands for, itself the last of them; nil: one.
    public var count: Int?

    public init(
        at: RunInstant, load: String, stream: Int, step: Step, status: Int? = nil, location: String? = nil,
        host: String? = nil, address: String? = nil, proxy: String? = nil, connect: Duration? = nil,
        tls: Duration? = nil,
        firstByte: Duration? = nil, congestion: String? = nil, bytes: Int64? = nil, reason: String? = nil,
        count: Int? = nil
    ) {
        self.at = at
        self.load = load
        self.stream = stream
        self.step = step
        self.status = status
        self.location = location
        self.host = host
        self.address = address
        self.proxy = proxy
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.congestion = congestion
        self.bytes = bytes
        self.reason = reason
        self.count = count
    }
}

/// The kernel's view of a stream (TCP_INFO), each 100 ms.
public struct TCPState: Equatable, Sendable {
    public var at: RunInstant
    public var load: String
    public var stream: Int
    /// Smoothed round-trip time.
    public var rtt: Duration
    /// Segments sent again since the connection began.
    public var retransmits: Int64
    /// Congestion window in segments.
    public var cwnd: Int64
    public var deliveryRate: BitRate
    /// Time busy sending, and the parts of it limited by the peer's window and by our send buffer.
    public var busy: Duration
    public var windowLimited: Duration
    public var bufferLimited: Duration
    /// Of the receiving direction: the round trip as the receiver sees it; nil: not known yet.
    public var receiveRTT: Duration?
    /// The window that this host advertises, in bytes; nil: the kernel does not say.
    public var receiveWindow: Int64?
    /// Segments that came before a missing one, since the connection began; nil: the kernel does not say.
    public var outOfOrder: Int64?

    public init(
        at: RunInstant, load: String, stream: Int, rtt: Duration, retransmits: Int64, cwnd: Int64,
        deliveryRate: BitRate, busy: Duration, windowLimited: Duration, bufferLimited: Duration,
        receiveRTT: Duration? = nil, receiveWindow: Int64? = nil, outOfOrder: Int64? = nil
    ) {
        self.at = at
        self.load = load
        self.stream = stream
        self.rtt = rtt
        self.retransmits = retransmits
        self.cwnd = cwnd
        self.deliveryRate = deliveryRate
        self.busy = busy
        self.windowLimited = windowLimited
        self.bufferLimited = bufferLimited
        self.receiveRTT = receiveRTT
        self.receiveWindow = receiveWindow
        self.outOfOrder = outOfOrder
    }
}
