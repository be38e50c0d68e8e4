import LinecheckCapture
import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan

/// What advice rests on, as read from a verdict.
struct AdviceFacts {
    enum Direction: String { case download, upload }

    let verdict: Verdict
    /// As it ran; nil: not known.
    let ranPlan: Plan?

    init(_ verdict: Verdict, plan: Plan? = nil) {
        self.verdict = verdict
        ranPlan = plan
    }

    var plan: String { verdict.plan }

    /// This host is on a cable, as far as the rules know.
    var isWired: Bool { isTrue("wired") }

    /// This host is on a cellular network, as far as the rules know.
    var isCellular: Bool { isTrue("cellular") }

    private func isTrue(_ name: String) -> Bool {
        let metric = verdict.metrics.first { $0.name == name }
        guard case .condition(let finding) = metric?.value else { return false }
        return finding.truth == .yes
    }

    // MARK: Whose part it is

    /// Lists before rows: where a queue is says more than that a row is at fault.
    var culprits: [Culprit] {
        if isNothingBeyond { return [.nothingBeyond] }
        if isDarkAtTheEnd { return [.wentDark] }
        var found: [Culprit] = []
        for answer in verdict.answers {
            guard var culprit = culprit(answer) else { continue }
            if isGatewaySilent, [.weakLink, .undetermined].contains(culprit) { culprit = .silentGateway }
            if culprit == .weakLink, answer.answer == "suspect", isForwardingEvenly { culprit = .unevenGateway }
            guard !found.contains(culprit) else { continue }
            found.append(culprit)
        }
        // A row repeats what the list of the queue has said; and what cannot be told is only worth a step when nothing can.
        return found.count > 1 ? found.filter { $0 != .undetermined || isMuchUnknown } : found
    }

    /// What passes through the gateway at rest is neither lost nor uneven, by the limits that the rules have for the gateway.
    private var isForwardingEvenly: Bool {
        guard let loss = value("internet.idle.loss"), let jitter = value("internet.idle.jitter") else { return false }
        return loss == 0 && jitter < 15e6
    }

    private func value(_ name: String) -> Double? {
        guard case .quantity(let reading) = verdict.metrics.first(where: { $0.name == name })?.value else { return nil }
        return reading.value
    }

    /// Something that is missing might have given another answer.
    var isDoubtful: Bool { verdict.answers.contains { $0.answer != "undetermined" && !$0.cannotRuleOut.isEmpty } }

    private var isMuchUnknown: Bool { verdict.answers.first?.answer == "undetermined" }

    private func culprit(_ answer: Verdict.Answer) -> Culprit? {
        switch (answer.name, answer.answer) {
        case (_, "local-wifi"), (_, "local"), (_, "local-queue"): .localQueue
        case (_, "undetermined"): .undetermined
        case ("wifi", "at-fault"), ("wifi", "suspect"), ("router", "suspect"): hasQueue ? nil : .weakLink
        case ("router", "at-fault"): hasQueue ? nil : .weakLink
        case ("isp", "at-fault"): firedBy(answer, "idle_lost") ? .lossBeyond : nil
        case ("isp", "suspect"): firedBy(answer, "idle_lost") ? .fewLost : nil
        default: Culprit(rawValue: answer.answer)
        }
    }

    private var hasQueue: Bool {
        verdict.answers.contains { answer in
            ["uplink-queue", "isp-downstream", "modem-or-line", "local-wifi"].contains(answer.answer)
        }
    }

    private func firedBy(_ answer: Verdict.Answer, _ metric: String) -> Bool {
        answer.rules.contains { $0.outcome == .fired && $0.condition?.contains(metric) == true }
    }

    /// Every answer is one that asks for nothing.
    var isKnownGood: Bool {
        verdict.hasBundledRules && !verdict.answers.isEmpty
            && verdict.answers.allSatisfy { ["ok", "clean", "good", "nothing", "alike"].contains($0.answer) }
    }

    /// A grade is in the worse half of its scale, whatever is still missing.
    var isPoor: Bool { verdict.grades.contains { $0.reading.best * 2 >= $0.reading.scale.count } }

    /// A line may be free of faults and far from good: which components have less than half of their points; nil: none.
    var pointsLost: String? {
        let poor = (verdict.score?.components ?? []).filter { $0.atMost * 2 < $0.max }
        guard !poor.isEmpty else { return nil }
        let list = Headline.list(poor.map { "\($0.title) (\($0.atMost) of \($0.max))" })
        return
            "No part is at fault. Points were lost on \(list); what each was measured by stands under points."
    }

    // MARK: How far to shape

    /// A few percent under the rate that was measured; a queue belongs where it can be managed, and that is only where the
    /// line is slowest.
    func target(_ direction: Direction) -> String {
        let share = direction == .upload ? 95 : 90
        guard let rate = rate(direction) else { return "\(share) % of the \(direction.rawValue) rate of the line" }
        let words = Words.rate(Int64((rate * Double(share) / 100).rounded()))
        return "\(words), \(share) % of the \(Words.rate(Int64(rate))) measured here"
    }

    private func rate(_ direction: Direction) -> Double? {
        for load in verdict.loads where load.direction == direction.rawValue {
            for phase in load.phases {
                let name = "\(load.name).\(phase.phase).rate.mean"
                if let metric = verdict.metrics.first(where: { $0.name == name }),
                    case .quantity(let reading) = metric.value,
                    let value = reading.value
                {
                    return value
                }
            }
        }
        return nil
    }

    // MARK: Who is silent

    /// Shares of attempts that were lost, by probe and phase, in ppm.
    private var losses: [(probe: String, phase: String, share: Double)] {
        verdict.metrics.compactMap { metric in
            let words = metric.name.split(separator: ".")
            guard words.count == 3, words[2] == "loss", case .quantity(let reading) = metric.value else { return nil }
            return reading.value.map { (String(words[0]), String(words[1]), $0) }
        }
    }

    private var isGatewaySilent: Bool {
        let (gateway, others) = (losses.filter { $0.probe == "gateway" }, losses.filter { $0.probe != "gateway" })
        return !gateway.isEmpty && gateway.allSatisfy { $0.share == 1e6 } && others.contains { $0.share < 1e6 }
    }

    private var isNothingBeyond: Bool {
        let (gateway, others) = (losses.filter { $0.probe == "gateway" }, losses.filter { $0.probe != "gateway" })
        return gateway.contains { $0.share < 1e6 } && !others.isEmpty && others.allSatisfy { $0.share == 1e6 }
            && !verdict.loads.contains { $0.phases.contains { $0.reason == nil } }
            && !verdict.failures.contains { $0.word.isAnswer }
    }

    /// In the last phase in which they were asked, none of those beyond the gateway answered, and before it some did.
    private var isDarkAtTheEnd: Bool {
        let others = losses.filter { $0.probe != "gateway" }
        let asked = Dictionary(grouping: others, by: \.probe).values
        guard let longest = asked.map(\.count).max(), longest > 1 else { return false }
        // Those that are asked to the end; others may have had their turn long before.
        let last = asked.filter { $0.count == longest }.compactMap(\.last)
        return last.allSatisfy { $0.share == 1e6 } && others.contains { $0.share < 1e6 }
            && !verdict.failures.contains { $0.word.isAnswer }
    }

    var isAllLost: Bool { !losses.isEmpty && losses.allSatisfy { $0.share == 1e6 } }
}
