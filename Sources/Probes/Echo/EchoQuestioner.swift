internal import Glibc
internal import LinecheckCapture
internal import LinecheckQuantities
internal import LinecheckSockets

/// Asks by echo, over one socket for as long as the run lasts.
final class EchoQuestioner<Wire: EchoWire>: Questioner {
    private let probe: String
    private let target: PinnedTarget
    private let clock: RunClock
    private let wire: Wire
    private var reader = MessageReader()
    private var table = AttemptTable()
    private var keys = TransmitKeys()
    private var oneWay = OneWayClock()

    /// Messages read at one go, so that a flood of foreign replies cannot keep the loop from sending.
    private static var burst: Int { 256 }

    init(_ probe: String, at target: PinnedTarget, by wire: Wire, clock: RunClock, watch: Watch) throws(SystemError) {
        self.probe = probe
        self.target = target
        self.clock = clock
        self.wire = wire
        try watch.input(wire.descriptor)
    }

    var drops: Int64 { wire.drops }

    // MARK: - Sending

    /// Sends after reading all that waits in the error queue: a pending ICMP error is reported by the next send, which
    /// then does not send. One may still come in between, so a send that failed is tried once more.
    func ask(_ attempt: Attempt) -> Asked {
        var asked = Asked(findings: readNotices())
        var refusal: (at: ClockPair, errno: Int32)?
        for _ in 0..<2 {
            wire.clearPendingError()
            let sent = ClockPair.read()
            let failure = wire.send(attempt.number)
            guard let failure else {
                table.add(EchoAttempt(attempt: attempt, sent: sent))
                keys.sent(attempt.number)
                asked.sent = sent.monotonic
                return asked
            }
            refusal = (sent, failure)
            asked.findings += readNotices()
            wire.restartStampCounter()
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
        while let notice = try? reader.receiveNotice(from: wire.descriptor) {
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
            do { datagram = try reader.receive(from: wire.descriptor) } catch { continue }
            guard let datagram else { break }
            findings += read(datagram)
        }
        return findings
    }

    /// An ICMP error concerns one of our attempts if it quotes a request of ours to our target.
    private func read(_ error: ICMPError, _ destination: SocketAddress?, quoted: [UInt8]) -> Finding? {
        guard destination?.hasSameHost(as: target.address) != false,
            let word = FailureWord(error, ownAddress: target.source),
            let number = wire.attempt(quotedIn: quoted, of: table), let entry = table[number], entry.state == .open
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
        switch wire.read(reader.bytes(datagram.length), from: datagram.source) {
        case .nothing: return []
        case .foreign(let reason): return [.foreign(reason: reason, from: from)]
        case .answer(let number, let bytes, let times):
            guard let entry = table[number] else { return [.foreign(reason: .sequence, from: from)] }
            return answer(entry, datagram, bytes: bytes, times: times, read: read)
        }
    }

    private func answer(
        _ entry: EchoAttempt, _ datagram: MessageReader.Datagram, bytes: Int, times: StampMessage.Times?,
        read: ClockPair
    ) -> [Finding] {
        // Who asked for the program's own clock at the send is not given the kernel's, although it came.
        let transmitted = target.stamp == .kernel ? entry.transmitted : nil
        let trip = RoundTrip.between(sent: entry.sent, transmitted: transmitted, received: datagram.stamp, read: read)
        switch (entry.state, trip) {
        case (.open, .invalid):
            return [settle(entry, .failed(.invalid), state: .answered)]
        case (.open, .measured(let rtt, let stamp)) where rtt.nanoseconds <= entry.attempt.timeout:
            return [
                settle(entry, .reply(rtt: rtt), state: .answered) { sample in
                    sample.ttl = datagram.hopLimit
                    sample.bytes = bytes
                    sample.stamp = stamp == target.stamp ? nil : stamp
                    let delays = times.flatMap { oneWayDelays(rtt, stamp, $0, datagram.stamp, read) }
                    sample.up = delays?.up
                    sample.down = delays?.down
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

    /// The kernel's stamps on the scale of CLOCK_MONOTONIC, which nobody steps.
    private func oneWayDelays(
        _ rtt: Duration, _ stamp: Target.Stamp, _ times: StampMessage.Times, _ received: Int64?,
        _ read: ClockPair
    ) -> (up: Duration, down: Duration)? {
        var arrived = read.monotonic
        // `.user` means that the stamps were not used, because the wall clock was stepped.
        if stamp != .user, let received { arrived = received - read.realtimeOffset }
        return oneWay.delays(sent: arrived - rtt.nanoseconds, server: times, received: arrived)
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
