import Glibc
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets

/// Reads the responses of one connection as events.
final class ResponseReader {
    /// Most of one recv(2) that discards; the receive buffer is seldom larger.
    private static let discardAtOnce: Int64 = 4 * 1_024 * 1_024

    private let connection: Connection
    private var parser = HTTPResponseParser()
    private var buffer: [UInt8]
    private var unread = 0..<0

    /// What the download in hand asked for of the load's budget and has not read; 0 without a budget.
    var promise: Int64 = 0

    /// When the response that is being read began to arrive, CLOCK_MONOTONIC in ns.
    private(set) var began: Int64 = 0

    private let limits: LoadLimits
    private let grant: (Int) throws(StreamEnd) -> Int

    init(_ connection: Connection, context: LoadContext) {
        self.connection = connection
        // A TLS record has 16 kB. Bodies of plain connections are not copied at all, only heads and chunk lengths are.
        buffer = [UInt8](repeating: 0, count: connection.isPlain ? 4_096 : 16_384)
        limits = context.limits
        waker = context.waker
        isDownload = context.load.direction == .download
        grant = { (wanted) throws(StreamEnd) in try context.grant(wanted) }
    }

    private let waker: Waker
    /// Whether what is read counts: an upload's responses do not.
    private let isDownload: Bool

    /// The next event; nil at the deadline (CLOCK_MONOTONIC in ns).
    func next(until deadline: Int64? = nil) throws(StreamEnd) -> HTTPResponseParser.Event? {
        while true {
            try connection.checkStopped()
            let event = try poll()
            if event != nil { return event }
            guard try wait(until: deadline) else { return nil }
        }
    }

    /// False at the deadline.
    private func wait(until deadline: Int64?) throws(StreamEnd) -> Bool {
        connection.wakeUp(for: worthWaking)
        guard worthWaking > 1 else { return try connection.wait(wanted, until: deadline) }
        let patience = KernelClock.monotonic + ArrivalBatch.patience.nanoseconds
        if try connection.wait(wanted, until: min(deadline ?? .max, patience)) { return true }
        return deadline.map { KernelClock.monotonic < $0 } ?? true
    }

    /// The next event; nil when there is none without waiting for ``wanted``.
    func poll() throws(StreamEnd) -> HTTPResponseParser.Event? {
        while true {
            if let event = try parse() { return event }
            if connection.isPlain, parser.knownRemaining > 0 { return try discard() }
            switch try fill() {
            case .moved(let count):
                if parser.isBetweenMessages { began = KernelClock.monotonic }
                unread = 0..<count
            case .ended: return try endOfInput()
            case let waits:
                wanted = waits == .awaitsWriting ? POLLOUT : POLLIN
                worthWaking = 1
                return nil
            }
        }
    }

    /// What poll(2) event the connection waits for to go on reading: TLS may have to write first.
    private(set) var wanted = POLLIN
    /// How many bytes of a body that is not looked at end a wait.
    private var worthWaking = 1
    private var batch = ArrivalBatch()

    private func fill() throws(StreamEnd) -> Transfer {
        let granted = isDownload ? try grant(buffer.count) : buffer.count
        return try settled(granted) { () throws(StreamEnd) in
            try buffer.withUnsafeMutableBufferPointer { (bytes) throws(StreamEnd) in
                try connection.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[..<granted]))
            }
        }
    }

    /// A connection that breaks moved nothing of what was granted.
    private func settled(
        _ granted: Int, _ body: () throws(StreamEnd) -> Transfer
    ) throws(StreamEnd) -> Transfer {
        guard isDownload else { return try body() }
        let transfer: Transfer
        do throws(StreamEnd) {
            transfer = try body()
        } catch {
            try limits.settle(.ended, of: granted, promise: &promise, waker: waker)
            throw error
        }
        try limits.settle(transfer, of: granted, promise: &promise, waker: waker)
        return transfer
    }

    private func parse() throws(StreamEnd) -> HTTPResponseParser.Event? {
        do throws(HTTPProblem) {
            var offset = 0
            // A span cannot reach into a class's property; this shares the array's storage for a moment.
            let bytes = buffer
            let event = try parser.next(bytes.span.extracting(unread), &offset)
            unread = (unread.lowerBound + offset)..<unread.upperBound
            if isDownload {
                let content = if case .content(let count)? = event { count } else { 0 }
                limits.giveBack(heads: Int64(offset - content))
            }
            return event
        } catch {
            throw .lost(FailureWording.http(error, host: connection.speaker))
        }
    }

    private func discard() throws(StreamEnd) -> HTTPResponseParser.Event? {
        let wanted = Int(min(parser.knownRemaining, Self.discardAtOnce))
        let granted = isDownload ? try grant(wanted) : wanted
        switch try settled(granted, { () throws(StreamEnd) in try connection.discard(upTo: granted) }) {
        case .moved(let count):
            parser.skip(Int64(count))
            batch.took(count)
            return .content(count)
        case .ended: return try endOfInput()
        case .awaitsReading, .awaitsWriting:
            self.wanted = POLLIN
            worthWaking = isDownload ? batch.next(at: KernelClock.monotonic, remaining: parser.knownRemaining) : 1
            return nil
        }
    }

    private func endOfInput() throws(StreamEnd) -> HTTPResponseParser.Event {
        if parser.isBetweenMessages { throw .lost("no HTTP response from \(connection.speaker)") }
        do {
            return try parser.endOfInput()
        } catch {
            throw .lost(FailureWording.http(error, host: connection.speaker))
        }
    }
}
