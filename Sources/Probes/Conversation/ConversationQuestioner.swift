internal import Glibc
internal import LinecheckCapture
internal import LinecheckJSON
internal import LinecheckLoads
internal import LinecheckPlan
internal import LinecheckSockets

/// Asks by conversation over TCP or TLS: a connection for each attempt, or one that is kept.
final class ConversationQuestioner: Questioner {
    let plan: ConversationPlan
    let target: PinnedTarget
    let clock: RunClock
    let watch: Watch
    private let trust: TLSTrust
    /// By host: a session belongs to a name.
    private var clients: [String: TLSClient] = [:]
    private var conversations: [Int32: Conversation] = [:]
    var turns: [Int64: ConversationTurn] = [:]
    /// Look-ups of hosts that redirects led to, and what goes on after them.
    var questions: [Int32: (question: NameQuestion, turn: ConversationTurn, url: HTTPURL, began: Int64)] = [:]
    /// A name is asked for once, and every later attempt goes to the same address.
    var pins: [String: SocketAddress] = [:]
    /// What was told last, by place in the chain of redirects.
    var told: [Int: String] = [:]

    /// Connections that are kept at once: attempts that overlap would each leave one.
    private static let keptAtMost = 4

    init(_ probe: Probe, at target: PinnedTarget, clock: RunClock, watch: Watch, trust: TLSTrust) {
        plan = ConversationPlan(probe)
        self.target = target
        self.clock = clock
        self.watch = watch
        self.trust = trust
    }

    var drops: Int64 { 0 }

    // MARK: - Asking

    func ask(_ attempt: Attempt) -> Asked { ask(attempt, began: nil) }

    /// - Parameter began: when the question was first put, if that was by other means; the answer's time counts from it.
    func ask(_ attempt: Attempt, began: Int64?) -> Asked {
        let turn = ConversationTurn(attempt, began: began ?? KernelClock.monotonic, countsFrom: began)
        turns[attempt.number] = turn
        if let kept = conversations.values.filter({ $0.isQuiet }).min(by: { $0.channel.began < $1.channel.began }) {
            turn.isWarm = true
            kept.turn = turn
            kept.isQuiet = false
            return Asked(sent: turn.began, findings: put(kept) + advance(kept))
        }
        return Asked(sent: turn.began, findings: open(turn, to: target, plan.firstURL))
    }

    func open(_ turn: ConversationTurn, to target: PinnedTarget, _ url: HTTPURL?) -> [Finding] {
        do throws(ConversationFault) {
            if let url { turn.visited.append(url.text) }
            let probe = plan.probe
            let channel = try ConversationChannel(
                to: target, tls: plan.usesTLS(url) ? try client(for: url) : nil, interface: probe.interface,
                source: probe.source == nil ? nil : target.source)
            let conversation = Conversation(channel, for: turn, url: url?.text)
            do { try watch.changes(channel.number) } catch {
                throw ConversationFault(FailureWord(localErrno: error.errno), code: Int(error.errno))
            }
            conversations[channel.number] = conversation
            return advance(conversation)
        } catch {
            return [settle(turn, error)]
        }
    }

    private func client(for url: HTTPURL?) throws(ConversationFault) -> TLSClient {
        let isOwn = url == nil || url?.host == plan.firstURL?.host
        let host = isOwn ? plan.serverName : url?.host ?? plan.serverName
        if let client = clients[host] { return client }
        let client = try TLSClient(
            host: host, isAddress: SocketAddress(numeric: host) != nil, protocols: plan.protocols,
            only: plan.probe.exchange.version, trust: trust)
        clients[host] = client
        return client
    }

    // MARK: - Going on

    func ready(_ descriptor: Int32) -> [Finding] {
        if questions[descriptor] != nil { return resolved(descriptor) }
        return conversations[descriptor].map { advance($0) } ?? []
    }

    func expire(_ number: Int64) -> [Finding] {
        guard let turn = turns[number] else { return [] }
        let conversation = conversations.values.first { $0.turn === turn }
        // The answer may have come in time and this thread been held up.
        let findings = conversation.map { advance($0) } ?? []
        guard turns[number] != nil else { return findings }
        if let conversation = conversations.values.first(where: { $0.turn === turn }) { drop(conversation) }
        for (descriptor, waiting) in questions where waiting.turn === turn { questions[descriptor] = nil }
        return findings + [settle(turn, ConversationFault(nil))]
    }

    /// Goes on until nothing moves any more: the loop tells of changes only.
    private func advance(_ conversation: Conversation) -> [Finding] {
        var findings: [Finding] = []
        do throws(ConversationFault) {
            if !conversation.channel.isOpen {
                guard try open(conversation) else { return [] }
                findings += opened(conversation)
            }
            try conversation.channel.flush()
            while conversations[conversation.channel.number] === conversation,
                let bytes = try conversation.channel.read()
            {
                findings += try hear(bytes, conversation)
            }
        } catch {
            findings += broken(conversation, error)
        }
        if conversation.turn == nil, conversation.speaker == nil { leave(conversation) }
        return findings
    }

    private func open(_ conversation: Conversation) throws(ConversationFault) -> Bool {
        // Told also of an attempt that ends in the handshake after it.
        defer { countConnect(conversation) }
        return try conversation.channel.open()
    }

    private func countConnect(_ conversation: Conversation) {
        guard let turn = conversation.turn, let connected = conversation.channel.connected, !conversation.isCounted
        else {
            return
        }
        turn.connect = (turn.connect ?? 0) + connected - conversation.channel.began
        conversation.isCounted = true
    }

    /// The connection stands: TLS is looked at, and the question put.
    private func opened(_ conversation: Conversation) -> [Finding] {
        let channel = conversation.channel
        guard let turn = conversation.turn, let opened = channel.opened, let connected = channel.connected else {
            return []
        }
        var findings: [Finding] = []
        if let tls = channel.tls {
            turn.handshake = (turn.handshake ?? 0) + opened - connected
            let facts = TLSFacts(tls)
            turn.isResumed = facts.isResumed
            conversation.tls = facts
            if plan.probe.kind == .tls, !facts.isResumed { findings += tell(facts.facts, at: 0) }
            // Of a tls probe the handshake itself is the answer.
            let isAnswer = plan.probe.kind == .tls
            if isAnswer { turn.asked = connected }
            if let fault = facts.fault, !plan.probe.exchange.insecure {
                drop(conversation)
                return findings + [settle(turn, fault, at: isAnswer ? opened : nil)]
            }
        }
        let url = conversation.url.flatMap { HTTPURL($0) }
        conversation.speaker = plan.speaker(url, agreed: conversation.tls?.agreed)
        guard conversation.speaker != nil else {
            conversation.turn = nil
            return findings + [settle(turn, nil, at: opened)]
        }
        return findings + put(conversation)
    }

    private func put(_ conversation: Conversation) -> [Finding] {
        guard let turn = conversation.turn, let bytes = conversation.speaker?.question() else { return [] }
        turn.asked = KernelClock.monotonic
        do {
            try conversation.channel.write(bytes)
            return []
        } catch {
            return broken(conversation, error)
        }
    }

    private func hear(_ bytes: [UInt8], _ conversation: Conversation) throws(ConversationFault) -> [Finding] {
        let now = KernelClock.monotonic
        guard conversation.speaker != nil else {
            // A tls probe: what comes now are tickets of its session, which the library has read by now, or an end.
            if bytes.isEmpty { drop(conversation) }
            return []
        }
        // What a kept connection says unasked is only that it ends, or chatter of its language.
        if bytes.isEmpty, conversation.isQuiet {
            drop(conversation)
            return []
        }
        if !bytes.isEmpty { conversation.turn?.hasHeard = true }
        let utterances =
            bytes.isEmpty
            ? try conversation.speaker?.hearEnd(at: now) : try conversation.speaker?.hear(bytes, at: now)
        var findings: [Finding] = []
        for utterance in utterances ?? [] {
            switch utterance {
            case .write(let bytes): try conversation.channel.write(bytes)
            case .answer(let answer): findings += answered(conversation, answer)
            case .finished(let isReusable): finished(conversation, isReusable: isReusable)
            }
        }
        if bytes.isEmpty { drop(conversation) }
        return findings
    }

    private func answered(_ conversation: Conversation, _ answer: SpokenAnswer) -> [Finding] {
        guard let turn = conversation.turn else { return [] }
        conversation.turn = nil
        let findings = tell(answer.facts, and: conversation.tls, at: max(0, turn.visited.count - 1))
        if let location = answer.location, plan.probe.exchange.redirects > 0 {
            drop(conversation)
            return findings + follow(location, turn, at: answer.at)
        }
        if plan.probe.exchange.reuse != .connection { leave(conversation) }
        return findings + [settle(turn, answer.fault, at: answer.at, bytes: answer.bytes)]
    }

    private func finished(_ conversation: Conversation, isReusable: Bool) {
        let kept = conversations.values.count { $0.isQuiet }
        if isReusable, plan.probe.exchange.reuse == .connection, kept < Self.keptAtMost, !plan.hasRedirects {
            conversation.isQuiet = true
        } else {
            leave(conversation)
        }
    }

    /// A connection that is done with; where its session is wanted, only once that has come.
    private func leave(_ conversation: Conversation) {
        if plan.probe.exchange.reuse == .session, let tls = conversation.channel.tls, !tls.keepSession() {
            // TLS 1.3 brings it a moment later; a server that never does ends the connection, or the next attempt does.
            conversation.speaker = nil
            for other in conversations.values where other !== conversation && other.turn == nil { drop(other) }
            return
        }
        drop(conversation)
    }

    private func broken(_ conversation: Conversation, _ fault: ConversationFault) -> [Finding] {
        drop(conversation)
        guard let turn = conversation.turn else { return [] }
        conversation.turn = nil
        // A server may have ended a kept connection just when it was asked: that says nothing about the question, which
        // is put once more on a new one (RFC 9110 §9.2.2, RFC 7766 §6.2.4).
        if turn.isWarm, !turn.hasHeard, [.connectionReset, .connectionClosed].contains(fault.word) {
            turn.isWarm = false
            turn.asked = nil
            return open(turn, to: target, plan.firstURL)
        }
        return [settle(turn, fault)]
    }

    private func drop(_ conversation: Conversation) {
        let number = conversation.channel.number
        if conversations[number] === conversation { conversations[number] = nil }
    }
}
