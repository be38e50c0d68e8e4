public import LinecheckJudge

/// The culprit in one sentence.
public struct Conclusion: Equatable, Sendable {
    /// With a full stop; empty when the rules give no answer that this program has a sentence for.
    public let sentence: String

    public init(_ verdict: Verdict) {
        guard !verdict.isLoopback else {
            sentence =
                verdict.measuredNothing
                ? "Nothing left this host, and nothing was measured."
                : "This host can measure; nothing left it, so this says nothing about a line."
            return
        }
        let facts = AdviceFacts(verdict)
        guard let culprit = facts.culprits.first else {
            sentence = facts.isKnownGood ? Self.good(verdict) : ""
            return
        }
        let words = Self.words(culprit, facts)
        // That nothing answered was seen, whatever else was not.
        let isSeen = [.undetermined, .wentDark, .nothingBeyond, .silentGateway].contains(culprit)
        let isCertain = isSeen || verdict.answers.allSatisfy { $0.certain || $0.answer == "ok" }
        sentence = words + (isCertain ? "." : ", as far as can be told.")
    }

    private static func words(_ culprit: Culprit, _ facts: AdviceFacts) -> String {
        switch culprit {
        case .uplinkQueue:
            facts.isCellular
                ? "Uploads wait in a queue in the modem, for the cell"
                : "Uploads wait in a queue in your router or modem"
        case .downstream: "Downloads wait in a queue on the provider's side of the line"
        case .modemOrLine: "Both directions wait in a queue beyond your gateway"
        case .localQueue:
            facts.isCellular
                ? "Packets wait between this device and the cellular network's first router"
                : facts.isWired
                    ? "Packets wait in your own network, before they reach the gateway"
                    : "Packets wait between this device and the gateway: in the air, where that is Wi-Fi"
        case .weakLink: "The first hop, between this device and the gateway, is the weak one"
        case .unevenGateway:
            "The gateway answers its own pings unevenly, and forwards evenly what is beyond it"
        case .lossBeyond: "Packets are lost beyond your gateway"
        case .fewLost: "A packet was lost beyond your gateway, too few to blame anybody"
        case .silentGateway: "The gateway answers no pings, so the way to it cannot be judged"
        case .nothingBeyond: "Nothing beyond your gateway answers"
        case .wentDark: "The line went dark while it was measured: at the end nothing on the internet answered"
        case .beyondGateway: "Packets wait in a queue beyond your gateway"
        case .undetermined:
            (facts.isPoor ? "Where the fault lies" : "Whether there is a fault, and where,")
                + " cannot be told from what was measured"
        }
    }

    private static func good(_ verdict: Verdict) -> String {
        guard verdict.loads.contains(where: \.isValid) else { return "Nothing is wrong with what was measured." }
        if verdict.answers.contains(where: \.hangsOnAFullerLine) {
            return "No queue worth a repair built up under this load, which may not have filled the line."
        }
        let isCertain = verdict.answers.allSatisfy { $0.certain || $0.answer == "ok" }
        return "No queue worth a repair builds up when the line is full"
            + (isCertain ? "." : ", as far as can be told.")
    }
}
