internal import LinecheckSockets

/// What echo probes differ in: how a question and an answer look, and which socket they travel by.
protocol EchoWire: AnyObject {
    var descriptor: Int32 { get }
    /// Answers that this host's kernel dropped for want of room, so far.
    var drops: Int64 { get }
    /// Sends once; nil when it left, else the errno.
    func send(_ number: Int64) -> Int32?
    /// Reads the socket's pending error, and with it clears it.
    func clearPendingError()
    /// Makes the kernel count sends from 0 again.
    func restartStampCounter()
    func read(_ bytes: [UInt8], from source: SocketAddress?) -> EchoReading
    /// Which attempt an ICMP error quotes, of those in the table; nil: none of ours.
    func attempt(quotedIn bytes: [UInt8], of table: AttemptTable) -> Int64?
}

/// What a datagram turned out to be.
enum EchoReading {
    /// Not for us to speak of.
    case nothing
    /// It looks like an answer to us and is none.
    case foreign(ForeignReason)
    /// An answer to the attempt of this number.
    case answer(Int64, bytes: Int, times: StampMessage.Times? = nil)
}
