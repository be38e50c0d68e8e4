internal import Glibc
public import LinecheckCapture
internal import LinecheckQuantities
public import LinecheckSockets

/// Pings many targets, each once or again and again, over a few shared sockets with batched system calls.
///
/// A probe of the engine has a socket of its own, which is right for ten targets; ten thousand share. Everything is
/// matched as there: identifier, sequence, cookie, number, pattern and source. One thread runs it.
public final class PingSweep {
    public struct Settings: Sendable {
        /// How often each target is asked.
        public var rounds: Int
        /// Between two questions to one target; the targets' turns are spread evenly over it. Zero: as fast as it goes,
        /// for one round.
        public var interval: Duration
        /// How long an answer may take; a later one is late and counts as lost.
        public var timeout: Duration
        /// Sockets for each address family; 65,536 sequence numbers and a receive buffer each.
        public var sockets: Int
        /// Only this kind of socket; nil: the first that is permitted.
        package var kind: ICMPSocket.Kind?
        /// The number of the first attempt.
        package var firstNumber: Int64 = 0

        public init(
            rounds: Int = 1, interval: Duration = .zero, timeout: Duration = .seconds(2), sockets: Int = 4
        ) {
            self.rounds = rounds
            self.interval = interval
            self.timeout = timeout
            self.sockets = sockets
        }
    }

    /// Something that became known of an attempt.
    public struct Report: Sendable {
        public enum Event: Equatable, Sendable {
            case reply(rtt: Duration, stamp: Target.Stamp)
            case lost
            /// A word of the capture, with ICMP type × 256 + code, or errno.
            case failed(FailureWord, code: Int)
            /// A reply that settles nothing.
            case late(rtt: Duration)
            case duplicate(rtt: Duration)
        }

        /// Place in the list of targets.
        public var target: Int
        public var round: Int
        /// CLOCK_MONOTONIC in ns.
        public var sent: Int64
        public var event: Event
    }

    /// Replies that belong to no attempt, by the check that they failed.
    public private(set) var foreign: [String: Int64] = [:]

    private let settings: Settings
    /// Targets in the order in which they are asked: one family after the other.
    private let order: [Int]
    private let addresses: [SocketAddress]
    private let peers: MessageBatch.Peers
    private let payload = EchoPayload(cookie: .random(in: .min ... .max))
    private var sockets: [SweepSocket] = []
    private var attempts: SweepAttempts
    private var batch = MessageBatch()
    private var turn = 0
    /// ns to pause after each batch; grows when this host drops replies.
    private var pause: Int64 = 0
    private var dropsSeen: Int64 = 0

    /// - Throws: what the kernel said when it gave no socket.
    public init(targets: [SocketAddress], settings: Settings = Settings()) throws(SystemError) {
        self.settings = settings
        order =
            targets.indices.filter { targets[$0].family == .ipv4 }
            + targets.indices.filter { targets[$0].family == .ipv6 }
        addresses = order.map { targets[$0].with(port: 0) }
        peers = MessageBatch.Peers(addresses)
        let rate = settings.interval > .zero ? Int64(targets.count) * 1_000_000_000 / settings.interval.nanoseconds : 0
        attempts = SweepAttempts(
            capacity: SweepAttempts.capacity(
                perSecond: max(rate, Int64(settings.interval > .zero ? 0 : targets.count)),
                timeout: settings.timeout.nanoseconds), first: settings.firstNumber)
        for family in [SocketAddress.Family.ipv4, .ipv6] where addresses.contains(where: { $0.family == family }) {
            for _ in 0..<max(1, settings.sockets) {
                sockets.append(SweepSocket(try ICMPSocket(family: family, kind: settings.kind)))
            }
        }
    }

    /// Replies that this host's kernel dropped because they were not read in time.
    public var drops: Int64 { sockets.reduce(0) { $0 + $1.socket.drops } }

    // MARK: - Running

    /// Asks everybody and returns when every attempt is settled and the time to linger is over.
    ///
    /// - Parameters:
    ///   - linger: how long late and duplicate replies are still waited for.
    ///   - report: takes each event at the moment it becomes known.
    public func run(linger: Duration = .zero, _ report: (Report) -> Void) {
        let total = settings.firstNumber + Int64(order.count) * Int64(settings.rounds)
        let start = KernelClock.monotonic
        var settled: Int64?
        while true {
            let now = KernelClock.monotonic
            if attempts.next < total, attempts.hasRoom, planned(attempts.next, start) <= now {
                ask(until: total, start: start, now: now, report)
            }
            let isBusy = receive(report)
            while let entry = attempts.takeExpired(at: KernelClock.monotonic, timeout: settings.timeout.nanoseconds) {
                report(self.report(entry, .lost))
            }
            let deadline = attempts.nextDeadline(timeout: settings.timeout.nanoseconds)
            if attempts.next == total, deadline == nil {
                let end = settled ?? KernelClock.monotonic
                settled = end
                if KernelClock.monotonic >= end + linger.nanoseconds { return }
            }
            if isBusy { continue }
            let next = attempts.next < total && attempts.hasRoom ? planned(attempts.next, start) : Int64.max
            wait(until: min(next, deadline ?? .max, settled.map { $0 + linger.nanoseconds } ?? .max))
        }
    }

    /// Targets' turns lie evenly in the interval.
    private func planned(_ number: Int64, _ start: Int64) -> Int64 {
        guard settings.interval > .zero else { return start }
        let count = Int64(order.count)
        let (round, place) = (number - settings.firstNumber).quotientAndRemainder(dividingBy: count)
        let interval = settings.interval.nanoseconds
        return start + round * interval + Int64(Int128(place) * Int128(interval) / Int128(count))
    }

    private func wait(until moment: Int64) {
        var descriptors = sockets.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        let left = moment == .max ? 1_000_000_000 : max(0, moment - KernelClock.monotonic)
        // Rounded up: waking a moment early would spin. Turns a millisecond apart go out together.
        poll(&descriptors, UInt(descriptors.count), Int32((left + 999_999) / 1_000_000))
    }

    // MARK: - Sending

    private func ask(until total: Int64, start: Int64, now: Int64, _ report: (Report) -> Void) {
        let first = Int((attempts.next - settings.firstNumber) % Int64(order.count))
        let family = addresses[first].family
        var numbers: [Int64] = []
        while numbers.count < MessageBatch.size, first + numbers.count < order.count,
            addresses[first + numbers.count].family == family
        {
            let number = attempts.next + Int64(numbers.count)
            guard number < total, planned(number, start) <= now else { break }
            numbers.append(number)
        }
        let own = sockets.indices.filter { sockets[$0].socket.family == family }
        turn += 1
        send(numbers, from: first, by: sockets[own[turn % own.count]], report)
        if pause > 0 { usleep(UInt32(pause / 1_000)) }
    }

    private func send(_ numbers: [Int64], from first: Int, by socket: SweepSocket, _ report: (Report) -> Void) {
        var done = 0
        var tries = 0
        while done < numbers.count {
            let rest = numbers[done...]
            let datagrams = rest.flatMap { number in
                EchoMessage(
                    identifier: socket.socket.identifier ?? 0, sequence: UInt16(truncatingIfNeeded: number),
                    payload: payload.bytes(for: number)
                ).request(socket.socket.family)
            }
            let sent = ClockPair.read()
            let (count, failure) = MessageBatch.send(
                datagrams, of: datagrams.count / rest.count, count: rest.count, to: peers, from: first + done,
                by: socket.number)
            if count > 0 { socket.socket.learnIdentifier() }
            for number in rest.prefix(count) {
                attempts.add(.init(number: number, sent: sent))
                socket.keys.sent(number)
            }
            done += count
            tries = count > 0 ? 0 : tries + 1
            guard let failure, tries > 0 else { continue }
            // An error that was pending is told by the next send, which then does not send: read it and try again.
            readNotices(socket, report)
            socket.restartStamps()
            let isFull = failure == ENOBUFS || failure == EAGAIN
            if isFull { usleep(500) }
            guard tries > (isFull ? 20 : 1) else { continue }
            let refused = SweepAttempts.Entry(number: numbers[done], sent: sent, state: .unanswered)
            attempts.add(refused)
            report(self.report(refused, .failed(FailureWord(localErrno: failure), code: Int(failure))))
            (done, tries) = (done + 1, 0)
        }
    }

    // MARK: - Receiving

    /// True when something came.
    private func receive(_ report: (Report) -> Void) -> Bool {
        var hasCome = false
        for socket in sockets {
            // Stamps first: a reply's transmit stamp was queued before the reply.
            readNotices(socket, report)
            var datagrams: [(MessageReader.Datagram, [UInt8])] = []
            let count = (try? batch.receive(from: socket.number) { datagrams.append(($0, $1)) }) ?? 0
            guard count > 0 else { continue }
            hasCome = true
            let read = ClockPair.read()
            for (datagram, bytes) in datagrams { take(datagram, bytes, socket, read, report) }
            slowDown(socket)
        }
        return hasCome
    }

    /// What this host drops is not the network's loss: asking slower costs nothing but time.
    private func slowDown(_ socket: SweepSocket) {
        socket.batches += 1
        guard socket.batches % 16 == 0 else { return }
        let total = drops
        if total > dropsSeen { pause = min(5_000_000, max(200_000, pause * 2)) }
        dropsSeen = total
    }

    private func readNotices(_ socket: SweepSocket, _ report: (Report) -> Void) {
        var notices: [(MessageReader.Notice, [UInt8])] = []
        repeat {
            notices.removeAll(keepingCapacity: true)
            guard (try? batch.receiveNotices(from: socket.number, { notices.append(($0, $1)) })) ?? 0 > 0 else {
                return
            }
            for (notice, bytes) in notices {
                switch notice {
                case .transmitted(let key, let stamp):
                    if let number = socket.keys.attempt(for: key) { attempts[number]?.transmitted = stamp }
                case .icmp(let error, let destination, let length, _):
                    take(error, destination, Array(bytes.prefix(length)), socket, report)
                case .local: break
                }
            }
        } while notices.count == MessageBatch.size
    }

    private func take(
        _ error: ICMPError, _ destination: SocketAddress?, _ quoted: [UInt8], _ socket: SweepSocket,
        _ report: (Report) -> Void
    ) {
        guard let request = EchoMessage.parse(quoted: quoted.span, family: socket.socket.family),
            request.identifier == socket.socket.identifier, payload.mayOwn(quoted: request.payload),
            let word = FailureWord(error, ownAddress: nil),
            let number = attempts.newest(wireSequence: request.sequence), var entry = attempts[number],
            entry.state == .open, destination.map({ $0.hasSameHost(as: address(of: number)) }) ?? true
        else { return }
        entry.state = .unanswered
        attempts[number] = entry
        report(self.report(entry, .failed(word, code: error.sampleCode)))
    }

    private func take(
        _ datagram: MessageReader.Datagram, _ bytes: [UInt8], _ socket: SweepSocket, _ read: ClockPair,
        _ report: (Report) -> Void
    ) {
        let message: EchoMessage
        switch EchoMessage.parse(
            reply: bytes.span, family: socket.socket.family, isRaw: socket.socket.kind == .raw)
        {
        case .other: return
        case .badChecksum(let identifier): return identifier == socket.socket.identifier ? note(.checksum) : ()
        case .reply(let reply): message = reply
        }
        guard message.identifier == socket.socket.identifier else { return }
        switch payload.attempt(of: message.payload, wireSequence: message.sequence) {
        case .failure(let reason): note(reason)
        case .success(let number):
            guard var entry = attempts[number] else { return note(.sequence) }
            guard let source = datagram.source, source.hasSameHost(as: address(of: number)) else {
                return note(.source)
            }
            guard let event = event(&entry, datagram, read) else { return }
            attempts[number] = entry
            report(self.report(entry, event))
        }
    }

    private func event(
        _ entry: inout SweepAttempts.Entry, _ datagram: MessageReader.Datagram, _ read: ClockPair
    ) -> Report.Event? {
        let trip = RoundTrip.between(
            sent: entry.sent, transmitted: entry.transmitted, received: datagram.stamp, read: read)
        let state = entry.state
        entry.state = .answered
        switch (state, trip) {
        case (.open, .invalid): return .failed(.invalid, code: 0)
        case (.open, .measured(let rtt, let stamp)):
            // This thread may have been held up past the timeout of a reply that came in time by its stamps, or not.
            return rtt <= settings.timeout ? .reply(rtt: rtt, stamp: stamp) : .lost
        case (.unanswered, .measured(let rtt, _)): return .late(rtt: rtt)
        case (.answered, .measured(let rtt, _)): return .duplicate(rtt: rtt)
        case (_, .invalid): return nil
        }
    }

    private func note(_ reason: ForeignReason) { foreign[reason.rawValue, default: 0] += 1 }

    private func address(of number: Int64) -> SocketAddress {
        addresses[Int((number - settings.firstNumber) % Int64(order.count))]
    }

    private func report(_ entry: SweepAttempts.Entry, _ event: Report.Event) -> Report {
        let (round, place) = (entry.number - settings.firstNumber).quotientAndRemainder(dividingBy: Int64(order.count))
        return Report(target: order[Int(place)], round: Int(round), sent: entry.sent.monotonic, event: event)
    }
}

/// One of the sockets that the targets share.
private final class SweepSocket {
    var socket: ICMPSocket
    var keys = TransmitKeys()
    var batches = 0

    init(_ socket: consuming ICMPSocket) { self.socket = socket }

    var number: Int32 { socket.descriptor.number }

    func restartStamps() {
        _ = socket.descriptor.takePendingError()
        socket.restartStampCounter()
        keys.restarted()
    }
}
