import Glibc
import LinecheckQuantities
import LinecheckSockets

/// Why a server's connection is over.
enum ServerEnd: Error, Equatable, Sendable {
    /// The peer closed or broke it, or moved next to nothing for too long; or another has its place.
    case gone
    /// The server is stopping.
    case stopped
    /// What came is no request.
    case malformed(HTTPProblem)
    /// A head that was not whole in time.
    case tooSlow
}

/// The bytes of one accepted connection, with its time limits. It belongs to the connection's thread.
final class ServerChannel {
    private static let discardAtOnce: Int64 = 4 * 1_024 * 1_024
    private static let sendAtOnce: Int64 = 4 * 1_024 * 1_024
    /// How often acknowledgments are looked at while nothing can be sent: once a second.
    private static let look: Int64 = 1_000_000_000

    private let socket: TCPSocket
    private var tls: TLSSession?
    private let waker: Waker
    private let seat: Seat
    private var parser = HTTPRequestParser()
    private var buffer = [UInt8](repeating: 0, count: 16_384)
    private var unread = 0..<0
    /// Octets that the peer had acknowledged when they were last looked at.
    private var acknowledged: Int64 = 0

    init(_ socket: consuming TCPSocket, seat: Seat, waker: Waker) {
        self.socket = socket
        self.seat = seat
        self.waker = waker
    }

    /// TLS from here on. Blocks for the handshake.
    func begin(_ context: TLSContext) throws(ServerEnd) {
        tls = try Self.handshake(context, socket.number, waker, until: seat.deadline)
    }

    private static func handshake(
        _ context: TLSContext, _ number: Int32, _ waker: Waker, until deadline: Int64
    ) throws(ServerEnd) -> TLSSession {
        do throws(TLSProblem) {
            let session = try TLSSession(accepting: context, socket: number)
            while true {
                let transfer = try session.handshake()
                if case .moved = transfer { return session }
                guard transfer != .ended,
                    case .ready = waker.wait(
                        for: number, events: transfer == .awaitsWriting ? POLLOUT : POLLIN, until: deadline)
                else { throw TLSProblem.endedInHandshake }
            }
        } catch { throw .gone }
    }

    /// The next request's head; pipelined ones come one after another.
    ///
    /// The whole head has to come within the seat's patience: a byte now and then does not extend it.
    func nextHead() throws(ServerEnd) -> HTTPRequestHead {
        seat.awaitsHead()
        while true {
            guard case .head(let head)? = try nextEvent() else { continue }
            seat.hasSpoken()
            return head
        }
    }

    /// The next piece of the body; nil at its end. It has to come at the least pace of a seat.
    func nextContent() throws(ServerEnd) -> Int? {
        guard case .content(let count)? = try nextEvent() else { return nil }
        seat.moves(Int64(count))
        return count
    }

    private func nextEvent() throws(ServerEnd) -> HTTPRequestParser.Event? {
        while true {
            if waker.isWoken { throw .stopped }
            if let event = try parse() { return event }
            let transfer: Transfer
            if parser.knownRemaining > 0, tls == nil {
                let most = Int(min(parser.knownRemaining, Self.discardAtOnce))
                transfer = try io { () throws(SystemError) in try socket.discard(upTo: most) }
                if case .moved(let count) = transfer {
                    parser.skip(Int64(count))
                    return .content(count)
                }
            } else {
                transfer = try fill()
            }
            switch transfer {
            case .moved: continue
            case .ended: throw .gone
            case .awaitsReading: try wait(POLLIN)
            case .awaitsWriting: try wait(POLLOUT)
            }
        }
    }

    private func fill() throws(ServerEnd) -> Transfer {
        let transfer = try buffer.withUnsafeMutableBufferPointer { (bytes) throws(ServerEnd) in
            try read(into: UnsafeMutableRawBufferPointer(bytes))
        }
        if case .moved(let count) = transfer { unread = 0..<count }
        return transfer
    }

    private func read(into bytes: UnsafeMutableRawBufferPointer) throws(ServerEnd) -> Transfer {
        if let tls { return try underTLS { () throws(TLSProblem) in try tls.read(into: bytes) } }
        return try io { () throws(SystemError) in try socket.receive(into: bytes) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(ServerEnd) -> Transfer {
        if let tls { return try underTLS { () throws(TLSProblem) in try tls.write(bytes) } }
        return try io { () throws(SystemError) in try socket.send(bytes) }
    }

    private func parse() throws(ServerEnd) -> HTTPRequestParser.Event? {
        do throws(HTTPProblem) {
            var offset = 0
            // A span cannot reach into a class's property; this shares the array's storage for a moment.
            let bytes = buffer
            let event = try parser.next(bytes.span.extracting(unread), &offset)
            unread = (unread.lowerBound + offset)..<unread.upperBound
            return event
        } catch {
            throw .malformed(error)
        }
    }

    func send(_ bytes: [UInt8]) throws(ServerEnd) {
        var sent = 0
        while sent < bytes.count {
            let transfer = try bytes.span.bytes.withUnsafeBytes { (bytes) throws(ServerEnd) in
                try write(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
            }
            if case .moved(let count) = transfer { sent += count } else { try wait(after: transfer) }
        }
    }

    /// Sends the file over and over until so many bytes are out.
    func send(_ count: Int64, of file: RandomFile) throws(ServerEnd) {
        var left = count
        var offset = 0
        while left > 0 {
            if waker.isWoken { throw .stopped }
            let most = Int(min(left, Int64(file.bytes.count - offset), Self.sendAtOnce))
            let transfer =
                tls == nil
                ? try io { () throws(SystemError) in
                    try socket.send(file.number, from: Int64(offset), count: most)
                } : try write(UnsafeRawBufferPointer(rebasing: file.bytes[offset..<(offset + most)]))
            if case .moved(let sent) = transfer {
                left -= Int64(sent)
                seat.moves(Int64(sent))
                offset = (offset + sent) % file.bytes.count
            } else {
                try wait(after: transfer)
            }
        }
    }

    private func wait(after transfer: Transfer) throws(ServerEnd) {
        let events = transfer == .awaitsReading ? POLLIN : POLLOUT
        while true {
            let now = KernelClock.monotonic
            // A socket is writable again when a third of its buffer is free, which may be a megabyte: a client that takes it
            // slowly shows that by what it acknowledges.
            switch waker.wait(for: socket.number, events: events, until: min(seat.deadline, now + Self.look)) {
            case .ready: return
            case .woken: throw .stopped
            case .timedOut:
                let total = (try? TCPInfo(of: socket.number))?.acknowledged ?? acknowledged
                seat.moves(total - acknowledged)
                acknowledged = total
                if KernelClock.monotonic >= seat.deadline { throw .gone }
            }
        }
    }

    /// Ends our side and takes what still comes, for a moment: closing with unread bytes would reset the connection
    /// and could take the response away from the client before it read it (RFC 9112 §9.6).
    func finish() {
        tls?.finish()
        socket.finishSending()
        let deadline = KernelClock.monotonic + Duration.milliseconds(500).nanoseconds
        while KernelClock.monotonic < deadline, !waker.isWoken {
            switch try? socket.discard(upTo: Int(Self.discardAtOnce)) {
            case .moved: continue
            case .awaitsReading, .awaitsWriting:
                guard case .ready = waker.wait(for: socket.number, events: POLLIN, until: deadline) else { return }
            case .ended, nil: return
            }
        }
    }

    func resetOnClose() { socket.resetOnClose() }

    private func wait(_ events: Int32) throws(ServerEnd) {
        switch waker.wait(for: socket.number, events: events, until: seat.deadline) {
        case .ready: return
        case .woken: throw .stopped
        case .timedOut: throw parser.isBetweenMessages || events == POLLOUT ? .gone : .tooSlow
        }
    }

    private func io<Result>(_ body: () throws(SystemError) -> Result) throws(ServerEnd) -> Result {
        do { return try body() } catch { throw .gone }
    }

    private func underTLS<Result>(_ body: () throws(TLSProblem) -> Result) throws(ServerEnd) -> Result {
        do { return try body() } catch { throw .gone }
    }
}
