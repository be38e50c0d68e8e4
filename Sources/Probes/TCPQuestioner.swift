internal import Glibc
internal import LinecheckCapture
internal import LinecheckPlan
internal import LinecheckQuantities
internal import LinecheckSockets

/// Asks by TCP connect: a socket for each attempt, reset as soon as the outcome is known.
///
/// The answer's time is the kernel's own from SYN to SYN-ACK; the program's, which the thread's wake-up lengthens
/// (25–33 µs beside 9 µs on loopback), is recorded next to it.
final class TCPQuestioner: Questioner {
    private final class Connection {
        let descriptor: Descriptor
        let attempt: Attempt
        let sent: Int64

        init(_ descriptor: consuming Descriptor, _ attempt: Attempt, sent: Int64) {
            self.descriptor = descriptor
            self.attempt = attempt
            self.sent = sent
        }
    }

    private let probe: Probe
    private let target: PinnedTarget
    private let clock: RunClock
    private let watch: Watch
    private var reader = MessageReader()
    private var connections: [Int32: Connection] = [:]
    private var descriptors: [Int64: Int32] = [:]

    init(_ probe: Probe, at target: PinnedTarget, clock: RunClock, watch: Watch) {
        self.probe = probe
        self.target = target
        self.clock = clock
        self.watch = watch
    }

    var drops: Int64 { 0 }

    func ask(_ attempt: Attempt) -> Asked {
        var sent = KernelClock.monotonic
        do {
            let descriptor = try open()
            sent = KernelClock.monotonic
            let failure = descriptor.connect(to: target.address)
            let connection = Connection(descriptor, attempt, sent: sent)
            if let failure {
                // On loopback a RST or an ICMP error may come before connect returns.
                return Asked(findings: [refused(connection, failure, isImmediate: true)])
            }
            try watch.output(connection.descriptor.number)
            connections[connection.descriptor.number] = connection
            descriptors[attempt.number] = connection.descriptor.number
            return Asked(sent: sent)
        } catch {
            let finding = settle(attempt, sent: sent, .failed(FailureWord(localErrno: error.errno))) {
                $0.code = Int(error.errno)
            }
            return Asked(findings: [finding])
        }
    }

    private func open() throws(SystemError) -> Descriptor {
        let family = target.address.family
        let descriptor = try Descriptor.socket(family: family, type: .stream)
        try descriptor.resetOnClose()
        // The error queue says who refused and how; SO_ERROR only that somebody did.
        try descriptor.set(.receiveErrors(family), to: 1)
        if let interface = probe.interface { try descriptor.bind(toInterface: interface) }
        if probe.source != nil, let source = target.source {
            try descriptor.set(.bindAddressNoPort, to: 1)
            try descriptor.bind(to: source.with(port: 0))
        }
        return descriptor
    }

    func ready(_ descriptor: Int32) -> [Finding] {
        guard let connection = connections[descriptor] else { return [] }
        return finish(connection).map { [$0] } ?? []
    }

    func expire(_ number: Int64) -> [Finding] {
        guard let descriptor = descriptors[number], let connection = connections[descriptor] else { return [] }
        // The answer may have come in time and this thread been held up.
        if let finding = finish(connection) { return [finding] }
        forget(connection)
        return [settle(connection.attempt, sent: connection.sent, .lost)]
    }

    /// The outcome of a connection; nil while it is still being made.
    private func finish(_ connection: Connection) -> Finding? {
        let connect = KernelClock.monotonic - connection.sent
        let handshake = try? TCPHandshake(of: connection.descriptor)
        if let failure = connection.descriptor.takePendingError() {
            forget(connection)
            // ECONNRESET comes only after a handshake, whose time stands.
            if failure == ECONNRESET, let handshake, handshake.rttMicroseconds > 0 {
                return answered(connection, handshake, connect)
            }
            return refused(connection, failure, isImmediate: false)
        }
        guard let handshake, !handshake.isWaiting else {
            // During connect() itself an ICMP error reaches only the queue.
            guard let error = reader.takeICMPError(from: connection.descriptor.number) else { return nil }
            forget(connection)
            return failed(connection, ConversationFault(error, about: target))
        }
        forget(connection)
        // Closed without an error to tell, and no handshake was timed: nothing that could pass for an answer.
        if handshake.isClosed && handshake.rttMicroseconds == 0 {
            return refused(connection, ECONNRESET, isImmediate: false)
        }
        return answered(connection, handshake, connect)
    }

    private func answered(_ connection: Connection, _ handshake: TCPHandshake, _ connect: Int64) -> Finding {
        if isConnectedToItself(connection) {
            return settle(connection.attempt, sent: connection.sent, .failed(.invalid))
        }
        let rtt = handshake.rttMicroseconds * 1_000
        // The kernel says 0 when it took no sample of the handshake.
        let time = rtt > 0 ? rtt : connect
        let outcome: Sample.Outcome =
            if handshake.retransmits > 0 {
                .failed(.synRetransmitted)
            } else if time > connection.attempt.timeout {
                .lost
            } else {
                .reply(rtt: .nanoseconds(time))
            }
        return settle(connection.attempt, sent: connection.sent, outcome) { sample in
            sample.connect = .nanoseconds(connect)
            if rtt == 0, case .reply = outcome, target.stamp != .user { sample.stamp = .user }
        }
    }

    /// On loopback the kernel may pick the very port that is asked as the port to ask from, and a connection to
    /// oneself succeeds (simultaneous open, RFC 9293 §3.5): nobody answered.
    private func isConnectedToItself(_ connection: Connection) -> Bool {
        guard let own = try? connection.descriptor.localAddress() else { return false }
        return own.port == target.address.port && own.hasSameHost(as: target.address)
    }

    /// - Parameter isImmediate: connect() itself failed, so without an ICMP error it was this host that refused.
    private func refused(_ connection: Connection, _ code: Int32, isImmediate: Bool) -> Finding {
        if let error = reader.takeICMPError(from: connection.descriptor.number) {
            return failed(connection, ConversationFault(error, about: target))
        }
        return failed(connection, ConversationFault(errno: code, isImmediate: isImmediate))
    }

    private func failed(_ connection: Connection, _ fault: ConversationFault) -> Finding {
        settle(connection.attempt, sent: connection.sent, fault.outcome) { sample in
            sample.from = fault.from
            sample.code = fault.code
        }
    }

    private func forget(_ connection: Connection) {
        connections[connection.descriptor.number] = nil
        descriptors[connection.attempt.number] = nil
    }

    private func settle(
        _ attempt: Attempt, sent: Int64, _ outcome: Sample.Outcome, _ complete: (inout Sample) -> Void = { _ in }
    ) -> Finding {
        var sample = Sample(
            probe: probe.name, sequence: attempt.number, at: clock.instant(monotonic: sent), outcome: outcome,
            delay: attempt.delay)
        complete(&sample)
        return .settled(sample, course: attempt.course)
    }
}
