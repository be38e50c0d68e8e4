internal import Glibc
internal import LinecheckCapture
internal import LinecheckPlan
internal import LinecheckQuantities
internal import LinecheckSockets

/// Asks by ICMP or ICMPv6 echo, over one socket for as long as the run lasts.
final class PingQuestioner: Questioner {
    private let probe: String
    private let target: PinnedTarget
    private let clock: RunClock
    private var socket: ICMPSocket
    private var reader = MessageReader()
    private let payload = EchoPayload(cookie: .random(in: .min ... .max))
    private var table = AttemptTable()
    private var keys = TransmitKeys()

    /// Messages read at one go, so that a flood of foreign replies cannot keep the loop from sending.
    private static let burst = 256

    /// - Throws: what the kernel said when it gave no socket.
    init(
        _ probe: Probe, at target: PinnedTarget, kind: ICMPSocket.Kind?, clock: RunClock, watch: Watch
    ) throws(SystemError) {
        self.probe = probe.name
        self.target = target
        self.clock = clock
        let source = probe.source == nil ? nil : target.source
        socket = try ICMPSocket(
            family: target.address.family, kind: kind, interface: probe.interface, source: source)
        try watch.input(socket.descriptor.number)
    }

    var drops: Int64 { socket.drops }

    // MARK: - Sending

    /// Sends after reading all that waits in the error queue: a pending ICMP error is reported by the next send, which
    /// then does not send. One may still come in between, so a send that failed is tried once more.
    func ask(_ attempt: Attempt) -> Asked {
        var asked = Asked(findings: readNotices())
        var refusal: (at: ClockPair, errno: Int32)?
        for _ in 0..<2 {
            _ = socket.descriptor.takePendingError()
            let sent = ClockPair.read()
            let failure = socket.send(
                sequence: UInt16(truncatingIfNeeded: attempt.number), payload: payload.bytes(for: attempt.number),
                to: target.address)
            guard let failure else {
                table.add(EchoAttempt(attempt: attempt, sent: sent))
                keys.sent(attempt.number)
                asked.sent = sent.monotonic
                return asked
            }
            refusal = (sent, failure)
            asked.findings += readNotices()
            socket.restartStampCounter()
            keys.restarted()
        }
        if let refusal {
            let sample = Sample(
                probe: probe, sequence: attempt.number, at: clock.instant(monotonic: refusal.at.monotonic),
                outcome: .failed(FailureWord(localErrno: refusal.errno)), code: Int(refusal.errno),
                delay: attempt.delay)
            asked.findings.append(.settled(sample, course: attempt.course))
        }
        return asked
    }

    // MARK: - Receiving

    /// Stamps and errors come first: a reply's transmit stamp was queued before the reply.
    func ready(_ descriptor: Int32) -> [Finding] { readNotices() + readReplies(atMost: Self.burst) }

    func expire(_ number: Int64) -> [Finding] {
        guard table[number]?.state == .open else { return [] }
        // A reply that came in time may still wait here when this thread was held up.
        var findings = readNotices() + readReplies(atMost: 16 * Self.burst)
        guard let entry = table[number], entry.state == .open else { return findings }
        findings.append(settle(entry, .lost))
        return findings
    }

    /// Empties the error queue: transmit stamps and ICMP errors.
    private func readNotices() -> [Finding] {
        var findings: [Finding] = []
        while let notice = try? reader.receiveNotice(from: socket.descriptor.number) {
            switch notice {
            case .transmitted(let key, let stamp):
                if let number = keys.attempt(for: key) { table[number]?.transmitted = stamp }
            case .icmp(let error, let destination, let length, _):
                if let finding = read(error, destination, quoted: reader.bytes(length)) { findings.append(finding) }
            case .local:
                // The send that it is about has failed and said so.
                break
            }
        }
        return findings
    }

    private func readReplies(atMost limit: Int) -> [Finding] {
        var findings: [Finding] = []
        for _ in 0..<limit {
            let datagram: MessageReader.Datagram?
            do { datagram = try reader.receive(from: socket.descriptor.number) } catch { continue }
            guard let datagram else { break }
            findings += read(datagram)
        }
        return findings
    }

    /// An ICMP error concerns one of our attempts if it quotes a request of ours to our target.
    private func read(_ error: ICMPError, _ destination: SocketAddress?, quoted: [UInt8]) -> Finding? {
        guard let request = EchoMessage.parse(quoted: quoted.span, family: target.address.family),
            request.identifier == socket.identifier, payload.mayOwn(quoted: request.payload),
            destination?.hasSameHost(as: target.address) != false,
            let word = FailureWord(error, ownAddress: target.source),
            let number = table.newest(wireSequence: request.sequence), let entry = table[number], entry.state == .open
        else { return nil }
        let offender = error.offender.flatMap { $0.hasSameHost(as: target.address) ? nil : $0.host }
        return settle(entry, .failed(word)) { sample in
            sample.from = offender
            sample.code = error.sampleCode
        }
    }

    private func read(_ datagram: MessageReader.Datagram) -> [Finding] {
        let read = ClockPair.read()
        let from = datagram.source?.host
        let message: EchoMessage
        switch EchoMessage.parse(
            reply: reader.bytes(datagram.length).span, family: target.address.family, isRaw: socket.kind == .raw)
        {
        case .other: return []
        case .badChecksum(let identifier):
            return identifier == socket.identifier ? [.foreign(reason: .checksum, from: from)] : []
        case .reply(let reply): message = reply
        }
        guard message.identifier == socket.identifier else { return [] }
        guard let source = datagram.source, source.hasSameHost(as: target.address) else {
            return [.foreign(reason: .source, from: from)]
        }
        switch payload.attempt(of: message.payload, wireSequence: message.sequence) {
        case .failure(let reason): return [.foreign(reason: reason, from: from)]
        case .success(let number):
            guard let entry = table[number] else { return [.foreign(reason: .sequence, from: from)] }
            return answer(entry, datagram, bytes: EchoMessage.headerLength + message.payload.count, read: read)
        }
    }

    private func answer(
        _ entry: EchoAttempt, _ datagram: MessageReader.Datagram, bytes: Int, read: ClockPair
    ) -> [Finding] {
        let trip = RoundTrip.between(
            sent: entry.sent, transmitted: entry.transmitted, received: datagram.stamp, read: read)
        switch (entry.state, trip) {
        case (.open, .invalid):
            return [settle(entry, .failed(.invalid), state: .answered)]
        case (.open, .measured(let rtt, let stamp)) where rtt.nanoseconds <= entry.attempt.timeout:
            return [
                settle(entry, .reply(rtt: rtt), state: .answered) { sample in
                    sample.ttl = datagram.hopLimit
                    sample.bytes = bytes
                    sample.stamp = stamp == target.stamp ? nil : stamp
                }
            ]
        case (.open, .measured(let rtt, _)):
            // This thread was held up past the timeout and the reply was too late by its own stamps.
            return [settle(entry, .lost, state: .answered), late(entry, rtt, read)]
        case (.unanswered, .measured(let rtt, _)):
            table[entry.attempt.number]?.state = .answered
            return [late(entry, rtt, read)]
        case (.answered, .measured(let rtt, _)):
            return [.seen(.duplicate(stray(entry, rtt, read)))]
        case (.unanswered, .invalid), (.answered, .invalid):
            return []
        }
    }

    // MARK: - Records

    private func settle(
        _ entry: EchoAttempt, _ outcome: Sample.Outcome, state: EchoAttempt.State = .unanswered,
        _ complete: (inout Sample) -> Void = { _ in }
    ) -> Finding {
        table[entry.attempt.number]?.state = state
        var sample = Sample(
            probe: probe, sequence: entry.attempt.number, at: clock.instant(monotonic: entry.sent.monotonic),
            outcome: outcome, delay: entry.attempt.delay)
        complete(&sample)
        return .settled(sample, course: entry.attempt.course)
    }

    private func late(_ entry: EchoAttempt, _ rtt: Duration, _ read: ClockPair) -> Finding {
        .seen(.late(stray(entry, rtt, read)))
    }

    private func stray(_ entry: EchoAttempt, _ rtt: Duration, _ read: ClockPair) -> StrayReply {
        StrayReply(
            at: clock.instant(monotonic: read.monotonic), probe: probe, sequence: entry.attempt.number, rtt: rtt)
    }
}
