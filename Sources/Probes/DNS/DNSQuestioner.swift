internal import Glibc
internal import LinecheckCapture
internal import LinecheckLoads
internal import LinecheckPlan
internal import LinecheckQuantities
internal import LinecheckSockets

/// Asks a resolver over UDP: from a new port and with a new identifier each time, so that nobody who does not see the
/// question can answer it (RFC 5452 §4). An answer that was cut off is asked for again over TCP (RFC 7766 §5).
final class DNSQuestioner: Questioner {
    /// A question and the socket that it went out by.
    private final class Query {
        let attempt: Attempt
        let id: UInt16
        let sent: ClockPair
        var socket: UDPSocket
        var transmitted: Int64?
        var isOpen = true

        init(_ attempt: Attempt, id: UInt16, sent: ClockPair, _ socket: consuming UDPSocket) {
            self.attempt = attempt
            self.id = id
            self.sent = sent
            self.socket = socket
        }
    }

    private let probe: Probe
    private let question: DNSQuestion
    private let target: PinnedTarget
    private let clock: RunClock
    private let watch: Watch
    /// For what was cut off.
    private let stream: ConversationQuestioner
    private var reader = MessageReader(capacity: 4_096)
    private var queries: [Int32: Query] = [:]
    private var descriptors: [Int64: Int32] = [:]
    /// Timed out, oldest first; kept a while to see late answers.
    private var unanswered: [Int32] = []
    private var toldIdentity: String?
    private var dropped: Int64 = 0

    private static let keptAtMost = 16

    init(_ probe: Probe, at target: PinnedTarget, clock: RunClock, watch: Watch) {
        self.probe = probe
        self.target = target
        self.clock = clock
        self.watch = watch
        question = DNSQuestion(probe.exchange.query, probe.exchange.record)
        stream = ConversationQuestioner(probe, at: target, clock: clock, watch: watch, trust: .system)
    }

    var drops: Int64 { queries.values.reduce(dropped) { $0 + $1.socket.drops } }

    func ask(_ attempt: Attempt) -> Asked {
        var sent = ClockPair.read()
        do throws(SystemError) {
            let socket = try UDPSocket(
                connectingTo: target.address, interface: probe.interface,
                source: probe.source == nil ? nil : target.source)
            try watch.input(socket.descriptor.number)
            let id = UInt16.random(in: .min ... .max)
            sent = ClockPair.read()
            if let code = socket.send(question.message(id: id)) { throw SystemError("send", code) }
            let number = socket.descriptor.number
            queries[number] = Query(attempt, id: id, sent: sent, socket)
            descriptors[attempt.number] = number
            return Asked(sent: sent.monotonic)
        } catch {
            let finding = settle(attempt, sent, .failed(FailureWord(localErrno: error.errno))) {
                $0.code = Int(error.errno)
            }
            return Asked(findings: [finding])
        }
    }

    func ready(_ descriptor: Int32) -> [Finding] {
        queries[descriptor].map { read($0) } ?? stream.ready(descriptor)
    }

    func expire(_ number: Int64) -> [Finding] {
        guard let descriptor = descriptors[number], let query = queries[descriptor], query.isOpen else {
            return stream.expire(number)
        }
        let findings = read(query)
        guard query.isOpen, queries[descriptor] === query else { return findings + stream.expire(number) }
        query.isOpen = false
        unanswered.append(descriptor)
        if unanswered.count > Self.keptAtMost, let oldest = unanswered.first { forget(oldest) }
        return findings + [settle(query.attempt, query.sent, .lost)]
    }

    // MARK: - Reading

    private func read(_ query: Query) -> [Finding] {
        let number = query.socket.descriptor.number
        var findings = readNotices(query)
        while queries[number] === query {
            let datagram: MessageReader.Datagram?
            do { datagram = try reader.receive(from: number) } catch { continue }
            guard let datagram else { break }
            findings += read(datagram, query)
        }
        return findings
    }

    private func readNotices(_ query: Query) -> [Finding] {
        var findings: [Finding] = []
        while let notice = try? reader.receiveNotice(from: query.socket.descriptor.number) {
            switch notice {
            case .transmitted(_, let stamp): query.transmitted = stamp
            case .icmp(let error, _, _, _) where query.isOpen:
                let fault = ConversationFault(error, about: target)
                finish(query)
                findings.append(
                    settle(query.attempt, query.sent, fault.outcome) { sample in
                        sample.code = fault.code
                        sample.from = fault.from
                    })
            case .icmp, .local: break
            }
        }
        return findings
    }

    private func read(_ datagram: MessageReader.Datagram, _ query: Query) -> [Finding] {
        let read = ClockPair.read()
        let bytes = reader.bytes(datagram.length)
        do throws(DNSReply.Fault) {
            let reply = try DNSReply(bytes, to: question, id: query.id)
            return answered(query, reply, datagram, read)
        } catch {
            switch error {
            case .identifier: return [.foreign(reason: .sequence, from: datagram.source?.host)]
            case .question: return [.foreign(reason: .payload, from: datagram.source?.host)]
            // Whoever answers from the right port with the right identifier and makes no sense has answered.
            case .malformed where query.isOpen && isOurs(bytes, query):
                finish(query)
                return [settle(query.attempt, query.sent, .failed(.dnsMalformed))]
            case .malformed: return [.foreign(reason: .truncated, from: datagram.source?.host)]
            }
        }
    }

    private func isOurs(_ bytes: [UInt8], _ query: Query) -> Bool {
        bytes.count >= 2 && UInt16(bytes[0]) << 8 | UInt16(bytes[1]) == query.id
    }

    private func answered(
        _ query: Query, _ reply: DNSReply, _ datagram: MessageReader.Datagram, _ read: ClockPair
    ) -> [Finding] {
        let trip = RoundTrip.between(
            sent: query.sent, transmitted: query.transmitted, received: datagram.stamp, read: read)
        finish(query)
        guard case .measured(let rtt, let stamp) = trip else {
            return query.isOpen ? [settle(query.attempt, query.sent, .failed(.invalid))] : []
        }
        let late = StrayReply(
            at: clock.instant(monotonic: read.monotonic), probe: probe.name, sequence: query.attempt.number, rtt: rtt)
        guard query.isOpen else { return [.seen(.late(late))] }
        if rtt.nanoseconds > query.attempt.timeout {
            return [settle(query.attempt, query.sent, .lost), .seen(.late(late))]
        }
        if reply.isTruncated {
            let asked = stream.ask(query.attempt, began: query.sent.monotonic)
            return asked.findings
        }
        let fault = reply.fault
        let settled = settle(query.attempt, query.sent, fault?.outcome ?? .reply(rtt: rtt)) { sample in
            sample.code = fault?.code
            sample.answered = fault == nil ? nil : rtt
            sample.ttl = datagram.hopLimit
            sample.bytes = datagram.length
            sample.stamp = stamp == target.stamp ? nil : stamp
        }
        return tell(reply, bytes: datagram.length) + [settled]
    }

    private func tell(_ reply: DNSReply, bytes: Int) -> [Finding] {
        let facts = reply.facts(question, over: "udp", bytes: bytes)
        guard facts.identity != toldIdentity else { return [] }
        toldIdentity = facts.identity
        return [.seen(.result(ProbeResult(at: clock.now, probe: probe.name, facts: facts.members)))]
    }

    // MARK: - Ends

    private func finish(_ query: Query) { forget(query.socket.descriptor.number) }

    private func forget(_ descriptor: Int32) {
        guard let query = queries.removeValue(forKey: descriptor) else { return }
        dropped += query.socket.drops
        descriptors[query.attempt.number] = nil
        unanswered.removeAll { $0 == descriptor }
    }

    private func settle(
        _ attempt: Attempt, _ sent: ClockPair, _ outcome: Sample.Outcome, _ complete: (inout Sample) -> Void = { _ in }
    ) -> Finding {
        var sample = Sample(
            probe: probe.name, sequence: attempt.number, at: clock.instant(monotonic: sent.monotonic), outcome: outcome,
            delay: attempt.delay)
        complete(&sample)
        return .settled(sample, course: attempt.course)
    }
}
