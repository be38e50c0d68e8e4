import LinecheckCapture
import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan
import LinecheckRules
import Testing

/// What a header says of the network and the host is no evidence when it may have been changed.
@Suite struct UnverifiedHeaderTests {
    private let rules: RulesDocument

    init() throws { rules = try Scenario.health }

    private func scenario(link: String) -> (verified: Scenario, unverified: Scenario) {
        var verified = Scenario()
        verified.link = link
        var unverified = verified
        unverified.isUnverified = true
        return (verified, unverified)
    }

    @Test(arguments: [
        "network.link == 'ethernet'", "network.link != 'ethernet'", "not (network.link == 'ethernet')",
        "network.link == 'unknown'",
    ])
    func `a condition on the link is unknown`(condition: String) {
        var (verified, unverified) = scenario(link: "unknown")
        (verified.plan.expect, unverified.plan.expect) = ([condition], [condition])
        #expect(verified.verdict(rules).expectations.map(\.truth) != [.unknown])
        #expect(unverified.verdict(rules).expectations.map(\.truth) == [.unknown])
    }

    @Test(arguments: ["ethernet", "wifi", "unknown"])
    func `no other is accused for it, and the verdict says what is not known`(link: String) throws {
        // A gateway that answers badly: its cable, or its Wi-Fi?
        var (verified, unverified) = scenario(link: link)
        let answers: Scenario.Answers = { $0 % 9 == 4 ? nil : $0 % 3 == 0 ? 40_000_000 : 3_000_000 }
        (verified.answers["gateway"], unverified.answers["gateway"]) = (answers, answers)
        let (known, doubtful) = (verified.verdict(rules), unverified.verdict(rules))
        for answer in known.answers {
            let other = try #require(doubtful.answer(answer.name))
            #expect(
                other.answer == answer.answer || other.cannotRuleOut.contains(answer.answer)
                    || other.answer == "undetermined", "\(answer.name): \(other)")
        }
        #expect(doubtful.notes.contains { $0.contains("network and host are not known") })
        #expect(!known.notes.contains { $0.contains("network and host are not known") })
    }

    @Test func `how busy a host of unknown processors was is not known, and so it may have been the limit`() throws {
        let (verified, unverified) = scenario(link: "ethernet")
        let words = "no record tells whether this host was the limit"
        #expect(!verified.verdict(rules).notes.contains { $0.contains(words) })
        let doubtful = unverified.verdict(rules)
        #expect(doubtful.notes.contains { $0.contains(words) }, "\(doubtful.notes)")
        #expect(doubtful.loads.flatMap(\.phases).allSatisfy { $0.saturation.machineBusy == nil })
    }
}
