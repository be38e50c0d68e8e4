import Glibc
import LinecheckQuantities
import LinecheckSockets

/// One connection of a stream: TCP, with TLS over it for https. It belongs to the stream's thread.
///
/// Closing, which is letting go of it, resets.
final class Connection {
    /// As the URL names it.
    let host: String
    /// Who speaks HTTP at its other end, in words: the host, or a proxy that is asked for the whole URL.
    let speaker: String
    /// `192.0.2.1:443`, or `the proxy 192.0.2.1:3128`.
    let peer: String
    /// Time of the TCP handshake.
    let connectTime: Duration
    /// Time of the TLS handshake; nil for http.
    let tlsTime: Duration?

    private let socket: TCPSocket
    private let tls: TLSSession?
    private let meter: StreamMeter
    private let waker: Waker
    private var plainBytesWritten: Int64 = 0
    private var lowMark = 1
    /// Written before TLS began.
    private let overhead: Int64

    /// Connects, at most until the deadline (CLOCK_MONOTONIC in ns).
    init(
        to address: SocketAddress, host: String, isProxy: Bool = false, tunnel: ProxyTunnel? = nil,
        tls context: TLSContext?,
        options: TCPSocket.Options,
        meter: StreamMeter, waker: Waker, within limit: Duration
    ) throws(StreamEnd) {
        let began = KernelClock.monotonic
        let deadline = began + limit.nanoseconds
        let peer = isProxy ? "the proxy \(address.text)" : address.text
        let socket: TCPSocket
        do {
            socket = try TCPSocket(connectingTo: address, options: options)
        } catch { throw .lost(FailureWording.local(error, peer: peer)) }
        switch waker.wait(for: socket.number, events: POLLOUT, until: deadline) {
        case .woken: throw .stopped
        case .timedOut: throw .lost("no answer from \(peer) within \(limit.text)")
        case .ready: break
        }
        let code = socket.connectionError()
        guard code == 0 else { throw .lost(FailureWording.connection(code, peer: peer)) }
        let connected = KernelClock.monotonic
        // A little less than the load has for its first byte, so that the phase ends with what was waited for in its reason:
        // without a handshake a connection is not told of at all.
        let patience = began + limit.nanoseconds / 10 * 9
        try tunnel?.open(over: socket, waker, until: patience)
        var session: TLSSession?
        if let context {
            let open = try Self.handshake(context, socket.number, host, peer, waker, deadline: patience)
            session = open
        }
        meter.attach(socket.number)
        connectTime = .nanoseconds(connected - began)
        tlsTime = session == nil ? nil : .nanoseconds(KernelClock.monotonic - connected)
        self.socket = socket
        self.host = host
        self.peer = peer
        speaker = isProxy && context == nil ? peer : host
        self.meter = meter
        self.waker = waker
        tls = session
        overhead = tunnel.map { Int64($0.head.count) } ?? 0
        meter.wrote(wire: overhead + (session?.wireBytesWritten ?? 0), body: 0)
    }

    /// The kernel's counters go with the socket, which is closed after this.
    deinit { meter.detach() }

    private static func handshake(
        _ context: TLSContext, _ number: Int32, _ host: String, _ peer: String, _ waker: Waker, deadline: Int64
    ) throws(StreamEnd) -> TLSSession {
        do throws(TLSProblem) {
            let session = try TLSSession(context, socket: number, host: host)
            while true {
                let events: Int32
                switch try session.handshake() {
                case .moved: return session
                case .awaitsWriting: events = POLLOUT
                case .awaitsReading: events = POLLIN
                case .ended: throw TLSProblem.endedInHandshake
                }
                switch waker.wait(for: number, events: events, until: deadline) {
                case .woken: throw TLSProblem.stopped
                case .timedOut: throw TLSProblem.tooSlow
                case .ready: break
                }
            }
        } catch {
            throw FailureWording.tls(error, host: host, peer: peer)
        }
    }

    var isPlain: Bool { tls == nil }

    /// Congestion control in force; nil when unknown.
    var congestion: String? { socket.congestion }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamEnd) -> Transfer {
        if let tls { return try underTLS { () throws(TLSProblem) in try tls.read(into: buffer) } }
        return try onSocket { () throws(SystemError) in try socket.receive(into: buffer) }
    }

    /// Takes bytes off a plain connection without looking at them.
    func discard(upTo count: Int) throws(StreamEnd) -> Transfer {
        try onSocket { () throws(SystemError) in try socket.discard(upTo: count) }
    }

    /// A wait to read then ends with so many bytes, not with the first.
    func wakeUp(for count: Int) {
        guard count != lowMark else { return }
        socket.wakeUp(for: count)
        lowMark = count
    }

    /// Sends a request head, whole.
    func write(head: [UInt8]) throws(StreamEnd) {
        var sent = 0
        while sent < head.count {
            let transfer = try head.span.bytes.withUnsafeBytes { (bytes) throws(StreamEnd) in
                try write(UnsafeRawBufferPointer(rebasing: bytes[sent...]), isBody: false)
            }
            if case .moved(let count) = transfer { sent += count } else { try wait(for: transfer) }
        }
    }

    /// Sends body bytes of the file, as many as go at once.
    func write(_ file: RandomFile, from offset: Int, count: Int) throws(StreamEnd) -> Transfer {
        if tls != nil {
            return try write(UnsafeRawBufferPointer(rebasing: file.bytes[offset..<(offset + count)]), isBody: true)
        }
        let transfer = try onSocket { () throws(SystemError) in
            try socket.send(file.number, from: Int64(offset), count: count)
        }
        note(transfer, isBody: true)
        return transfer
    }

    private func write(_ bytes: UnsafeRawBufferPointer, isBody: Bool) throws(StreamEnd) -> Transfer {
        let transfer: Transfer
        if let tls {
            transfer = try underTLS { () throws(TLSProblem) in try tls.write(bytes) }
        } else {
            transfer = try onSocket { () throws(SystemError) in try socket.send(bytes) }
        }
        note(transfer, isBody: isBody)
        return transfer
    }

    private func note(_ transfer: Transfer, isBody: Bool) {
        guard case .moved(let count) = transfer else { return }
        plainBytesWritten += Int64(count)
        meter.wrote(
            wire: tls.map { overhead + $0.wireBytesWritten } ?? plainBytesWritten, body: isBody ? Int64(count) : 0)
    }

    /// Waits for what a transfer asked for.
    func wait(for transfer: Transfer) throws(StreamEnd) {
        _ = try wait(transfer == .awaitsWriting ? POLLOUT : POLLIN)
    }

    /// False at the deadline (CLOCK_MONOTONIC in ns). Also returns when the connection broke: the next call says how.
    func wait(_ events: Int32, until deadline: Int64? = nil) throws(StreamEnd) -> Bool {
        switch waker.wait(for: socket.number, events: events, until: deadline) {
        case .woken: throw .stopped
        case .timedOut: return false
        case .ready: return true
        }
    }

    /// A connection that never has to wait must notice a stop, too.
    func checkStopped() throws(StreamEnd) {
        if waker.isWoken { throw .stopped }
    }

    private func onSocket<Result>(_ body: () throws(SystemError) -> Result) throws(StreamEnd) -> Result {
        do { return try body() } catch { throw .lost(FailureWording.connection(error.errno, peer: peer)) }
    }

    private func underTLS<Result>(_ body: () throws(TLSProblem) -> Result) throws(StreamEnd) -> Result {
        do { return try body() } catch { throw FailureWording.tls(error, host: host, peer: peer) }
    }
}
