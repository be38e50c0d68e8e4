import LinecheckExpressions
public import LinecheckJudge
public import LinecheckPlan

/// What to do next, from what the rules answered: honest about what each step can and cannot do.
public struct Advice: Equatable, Sendable {
    /// Sentences, the most useful first; never empty.
    public let steps: [String]

    /// - Parameter plan: as it ran, whose variables are named where one of them would help; nil: not known.
    public init(_ verdict: Verdict, plan: Plan? = nil) {
        let facts = AdviceFacts(verdict, plan: plan)
        var steps = facts.hindrances
        if verdict.isLoopback {
            self.steps = steps + [Self.leaveThisHost]
            return
        }
        for culprit in facts.culprits {
            for step in facts.isCellular ? culprit.cellularSteps(facts) : culprit.steps(facts)
            where !steps.contains(step) { steps.append(step) }
        }
        // What is missing might have given another answer.
        if facts.isDoubtful { for step in facts.toDetermine where !steps.contains(step) { steps.append(step) } }
        steps += facts.fillFurther
        if facts.isKnownGood, let lost = facts.pointsLost { steps.append(lost) }
        if steps.isEmpty { steps = [facts.isKnownGood ? Self.keep : Self.reading(verdict)] }
        steps += facts.sideIssues
        self.steps = steps
    }

    private static let keep =
        "Nothing needs mending. Keep this capture: after a change, linecheck compare BEFORE AFTER tells whether it helped."
    private static let leaveThisHost =
        "Run the plan without --loopback: only what leaves this host tells about a line."

    /// Where nothing is known that could be done: what was asked of the rules.
    private static func reading(_ verdict: Verdict) -> String {
        guard verdict.rules != nil else {
            return
                "Nothing was judged, since the plan names no rules. linecheck replay last --rules RULES judges it all the same; linecheck plans lists those there are."
        }
        return verdict.answers.isEmpty
            ? "These rules grade, and say nothing of where a fault lies; linecheck run health does."
            : "No advice is known for these answers; what the rules saw stands with each of them."
    }
}

extension Culprit {
    /// The steps for it, the first one first.
    func steps(_ facts: AdviceFacts) -> [String] {
        switch self {
        case .uplinkQueue:
            [
                "On your own router, turn on smart queue management (fq_codel or CAKE) for uploads, at \(facts.target(.upload)). Then run this plan again.",
                "A router that has no such setting: until there is one that has, limit what uploads by itself (backups, cloud storage, cameras) to below that rate.",
            ]
        case .downstream:
            [
                "Send this report to the provider: the queue is in front of your line, on the provider's side, where only the provider can remove it.",
                "Meanwhile, shape what comes in on your own router (CAKE or fq_codel for ingress) at \(facts.target(.download)): the queue then stays short, at the price of that part of the rate.",
            ]
        case .modemOrLine:
            [
                "Shape both directions on your own router (CAKE or fq_codel): uploads at \(facts.target(.upload)), downloads at \(facts.target(.download)). Then run this plan again.",
                "If the lag stays although both are shaped, nothing of yours fills the queue: repeat the run at another time of day, and send both reports to the provider.",
            ]
        case .localQueue, .weakLink: facts.isWired ? Self.cable : Self.wireless(facts)
        case .unevenGateway:
            [
                "Nothing need be done about the gateway: many answer pings when they have nothing else to do, and what this one forwarded came evenly."
            ]
        case .lossBeyond:
            [
                "Send this report to the provider: packets were lost beyond your gateway, which itself answered every time.",
                "Repeat the run at other times of day as well: loss that stays is a fault of the line, loss in the evening alone is a full network.",
            ]
        case .fewLost:
            [
                "Run the plan again, at several times of day: one lost packet convicts nobody, and only loss that comes back is worth a report to the provider."
            ]
        case .silentGateway:
            [
                "Many gateways answer no pings on purpose, and packets do pass through this one. Name a first hop that answers (--set gateway=ADDRESS) and run again: without it the part of the way inside your home cannot be told from the rest."
            ]
        case .nothingBeyond:
            [
                "Look at the modem and its lights and restart it, then ask the provider whether there is an outage. Run the plan again when pages load.",
                "If pages do load: this network lets no probes through. Choose targets that answer (linecheck explain \(facts.plan) shows which are asked).",
            ]
        case .wentDark:
            [
                "Ask the provider whether there was an outage at that time, and look at the modem's lights; run the plan again when pages load. If it happens again, send the provider these reports with their times."
            ]
        case .beyondGateway:
            ["linecheck run bufferbloat loads each direction by itself, and so tells which of them has the queue."]
        case .undetermined:
            facts.toDetermine.isEmpty && facts.hindrances.isEmpty ? [Self.again] : facts.toDetermine
        }
    }

    /// The same where the queue is in a telephone and its cell, and nobody's to shape: its rate changes by the second.
    func cellularSteps(_ facts: AdviceFacts) -> [String] {
        switch self {
        case .uplinkQueue, .downstream, .modemOrLine, .beyondGateway, .localQueue, .weakLink:
            [
                "Try another place (a window, another side of the house) and another time of day: on a cellular network the queue is in the modem and the cell, whose rate changes by the second, so no setting of your own shortens it.",
                "If it stays, send this report to the provider, with the place and the time.",
            ]
        default: steps(facts)
        }
    }

    private static let again = "Run the whole plan again; what was missing stands below, with its reason."

    private static let cable = [
        "Run the plan again with another cable and another port of the router, and with no switch in between: the slow part is within these.",
        "If it stays, restart the router and look for a newer version of its software.",
    ]

    private static func wireless(_ facts: AdviceFacts) -> [String] {
        [
            "Run the plan once over a cable: if the lag is gone, it is the Wi-Fi.",
            "For the Wi-Fi try in this order: nearer to the access point, the 5 or 6 GHz band, another channel, fewer devices at once; then an access point with airtime fairness (fq_codel for Wi-Fi).",
        ] + (facts.plan == "wifi" ? [] : ["linecheck run wifi looks at the first hop alone."])
    }
}
