internal import LinecheckCapture
internal import LinecheckJSON
internal import LinecheckPlan
internal import LinecheckSockets

// What is told of an attempt and of its answer.

extension ConversationQuestioner {
    func tell(_ facts: ProbeFacts, and tls: TLSFacts? = nil, at hop: Int) -> [Finding] {
        // A connection that took up a session saw no certificate, and that is no change.
        let identity = facts.identity + (tls.map { $0.isResumed ? "" : " " + $0.identity } ?? "")
        guard told[hop] != identity, tls?.isResumed != true || told[hop] == nil else { return [] }
        told[hop] = identity
        let place = plan.hasRedirects ? [JSONMember("hop", .integer(Int64(hop)))] : []
        let members = place + facts.members + (tls?.summary ?? [])
        return [.seen(.result(ProbeResult(at: clock.now, probe: plan.probe.name, facts: members)))]
    }

    /// - Parameter at: when an answer was there; nil: there was none.
    func settle(
        _ turn: ConversationTurn, _ fault: ConversationFault?, at moment: Int64? = nil, bytes: Int? = nil
    ) -> Finding {
        turns[turn.attempt.number] = nil
        let time = moment.map { turn.time(at: $0) }
        let isLate = (moment ?? 0) - turn.began > turn.attempt.timeout
        var sample = Sample(
            probe: plan.probe.name, sequence: turn.attempt.number, at: clock.instant(monotonic: turn.began),
            outcome: .lost, delay: turn.attempt.delay)
        if let fault {
            sample.outcome = isLate ? .lost : fault.outcome
            sample.code = isLate ? nil : fault.code
            sample.from = fault.from
            if !isLate, let time { sample.answered = .nanoseconds(time) }
        } else if let time, !isLate {
            sample.outcome = .reply(rtt: .nanoseconds(max(0, time)))
            sample.bytes = bytes
        }
        sample.connect = turn.connect.map { .nanoseconds($0) }
        sample.resolve = turn.lookUp.map { .nanoseconds($0) }
        sample.tls = turn.handshake.map { .nanoseconds($0) }
        sample.resumed = turn.isResumed ? true : nil
        sample.hops = turn.visited.count > 1 ? turn.visited.count - 1 : nil
        return .settled(sample, course: turn.attempt.course)
    }
}
