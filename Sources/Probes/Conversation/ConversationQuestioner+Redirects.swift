internal import LinecheckCapture
internal import LinecheckLoads
internal import LinecheckPlan
internal import LinecheckSockets

// Following redirects: each on a connection of its own, to a host that is looked up once.

extension ConversationQuestioner {
    func follow(_ location: String, _ turn: ConversationTurn, at moment: Int64) -> [Finding] {
        turn.answered += moment - (turn.asked ?? turn.began)
        turn.asked = nil
        guard let last = turn.visited.last.flatMap({ HTTPURL($0) }), let next = last.following(location),
            !turn.visited.contains(next.text), turn.visited.count <= plan.probe.exchange.redirects
        else { return [settle(turn, ConversationFault(.httpRedirect))] }
        if next.host == plan.firstURL?.host {
            var own = target
            own.address = target.address.with(port: next.port)
            return open(turn, to: own, next)
        }
        if let address = SocketAddress(numeric: next.host) ?? pins[next.host] { return open(turn, at: address, next) }
        do {
            let family: SocketAddress.Family? = plan.probe.family == .any ? nil : target.address.family
            let question = try NameQuestion(next.host, family: family)
            questions[question.done.number] = (question, turn, next, KernelClock.monotonic)
            try watch.changes(question.done.number)
            return []
        } catch {
            return [settle(turn, ConversationFault(FailureWord(localErrno: error.errno), code: Int(error.errno)))]
        }
    }

    private func open(_ turn: ConversationTurn, at address: SocketAddress, _ url: HTTPURL) -> [Finding] {
        let hop = PinnedTarget(address: address.with(port: url.port), source: nil, stamp: .user)
        return open(turn, to: hop, url)
    }

    func resolved(_ descriptor: Int32) -> [Finding] {
        guard let (question, turn, url, began) = questions[descriptor], let answer = question.answer else { return [] }
        questions[descriptor] = nil
        turn.lookUp = (turn.lookUp ?? 0) + KernelClock.monotonic - began
        guard case .success(let addresses) = answer, let address = addresses.first else {
            return [settle(turn, ConversationFault(.nameUnresolved))]
        }
        pins[url.host] = address
        return open(turn, at: address, url)
    }
}
