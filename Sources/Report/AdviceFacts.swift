import LinecheckCapture
import LinecheckExpressions
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan

/// What advice rests on, as read from a verdict.
struct AdviceFacts {
    enum Direction: String { case download, upload }

    private let verdict: Verdict
    /// As it ran; nil: not known.
    private let ranPlan: Plan?

    init(_ verdict: Verdict, plan: Plan? = nil) {
        self.verdict = verdict
        ranPlan = plan
    }

    var plan: String { verdict.plan }

    /// This host is on a cable, as far as the rules know.
    var isWired: Bool {
        let metric = verdict.metrics.first { $0.name == "wired" }
        guard case .condition(let finding) = metric?.value else { return false }
        return finding.truth == .yes
    }

    // MARK: Whose part it is

    /// Lists before rows: where a queue is says more than that a row is at fault.
    var culprits: [Culprit] {
        if isNothingBeyond { return [.nothingBeyond] }
        var found: [Culprit] = []
        for answer in verdict.answers {
            guard var culprit = culprit(answer) else { continue }
            if culprit == .weakLink, isGatewaySilent { culprit = .silentGateway }
            guard !found.contains(culprit) else { continue }
            found.append(culprit)
        }
        // A row repeats what the list of the queue has said; and what cannot be told is only worth a step when nothing can.
        return found.count > 1 ? found.filter { $0 != .undetermined || isMuchUnknown } : found
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

    // MARK: What stands in the way

    /// Shares of attempts that were lost, by probe and phase, in ppm.
    private var losses: [(probe: String, share: Double)] {
        verdict.metrics.compactMap { metric in
            let words = metric.name.split(separator: ".")
            guard words.count == 3, words[2] == "loss", case .quantity(let reading) = metric.value else { return nil }
            return reading.value.map { (String(words[0]), $0) }
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

    private var isAllLost: Bool { !losses.isEmpty && losses.allSatisfy { $0.share == 1e6 } }

    /// What to mend about the measurement before anything else.
    var hindrances: [String] {
        if verdict.measuredNothing {
            return [
                "Nothing was measured. linecheck run health --loopback tells whether this host can measure at all; if it can, look for the way to the network: cable, Wi-Fi, gateway."
            ]
        }
        if isAllLost, let answer = verdict.failures.first(where: { $0.word.isAnswer }) {
            return [
                "No attempt succeeded, and yet the far end answered (\(answer.probe): \(answer.word.rawValue)). Look at what is asked before you look at the line: address, port, name, path (linecheck explain \(plan) shows them)."
            ]
        }
        if isAllLost {
            return [
                "Nothing answered at all. Look at the way to the network first: cable, Wi-Fi, gateway, the provider's modem. linecheck run health --loopback tells whether this host can measure."
            ]
        }
        var steps: [String] = []
        let selfReport = verdict.selfReport
        if !selfReport.busyBaselines.isEmpty {
            let phases = Headline.list(selfReport.busyBaselines.map(\.phase))
            steps.append(
                "Something else used the line while it should have been idle (\(phases)). Stop it, on other devices too, and run the plan again."
            )
        }
        if isMostlyBusy { steps += busyHost }
        return steps
    }

    /// What may have had a part in it, and is not the reason.
    var sideIssues: [String] { verdict.measuredNothing || isAllLost || isMostlyBusy ? [] : busyHost }

    private var isMostlyBusy: Bool { verdict.selfReport.busySeconds * 2 >= max(1, verdict.selfReport.seconds) }

    private var busyHost: [String] {
        let report = verdict.selfReport
        guard report.busySeconds > 0 else { return [] }
        return [
            "This host itself was too busy in \(report.busySeconds) of \(report.seconds) seconds. Close what keeps it busy, or run from another one."
        ]
    }

    /// For an answer that holds only if the line was full: what fills it further, by the plan's own variables where it has them.
    var fillFurther: [String] {
        guard verdict.answers.contains(where: \.hangsOnAFullerLine) else { return [] }
        let names = (ranPlan?.vars ?? []).map(\.name)
        let settings = [("load", "TIME"), ("streams", "NUMBER")].compactMap { name, value -> String? in
            guard names.contains(name) else { return nil }
            let was = ranPlan?.vars.first { $0.name == name }.map { $0.value.string ?? $0.value.canonicalText } ?? ""
            return "--set \(name)=\(value), it was \(was)"
        }
        return [
            "Run again with a longer load or more streams\(settings.isEmpty ? "" : " (\(settings.joined(separator: "; ")))"): this load may not have filled the line, and what was answered hangs on that."
        ]
    }

    /// For probes whose target did not answer: another one, by the variable that has the probe's name.
    private var betterTargets: [String] {
        let gaps = NotMeasured(verdict).gaps
        let isWithoutGateway = gaps.contains { $0.reason.contains("no default gateway") }
        let silent = gaps.filter { $0.reason.contains("attempts were lost") || $0.reason.contains("attempt was lost") }
        guard isWithoutGateway || !silent.isEmpty else { return [] }
        let choose = "Choose targets that answer (linecheck explain \(plan) shows which this plan asks)."
        guard verdict.hasBundledRules else { return [choose] }
        let probes = Set(silent.flatMap(\.probes)).union(isWithoutGateway ? ["gateway"] : [])
        var steps: [String] = []
        if probes.contains("gateway") {
            steps.append(
                "Name a first hop that answers (--set gateway=ADDRESS): without it the part of the way inside your home cannot be told from the rest."
            )
        }
        let others = probes.subtracting(["gateway"]).sorted()
        let settable = others.filter { name in ranPlan?.vars.contains { $0.name == name } ?? true }
        if !settable.isEmpty {
            let settings = settable.map { "--set \($0)=ADDRESS" }.joined(separator: " ")
            steps.append(
                "Name a target that answers (\(settings)) and run again: without it the way beyond your gateway cannot be judged."
            )
        }
        return steps.isEmpty || settable.count < others.count ? steps + [choose] : steps
    }

    /// What to do so that it can be told next time, from why it could not.
    var toDetermine: [String] {
        let reasons = NotMeasured(verdict).gaps.map(\.reason)
        var steps: [String] = []
        func add(_ step: String, when words: String...) {
            if reasons.contains(where: { reason in words.contains(where: reason.contains) }), !steps.contains(step) {
                steps.append(step)
            }
        }
        if verdict.outcome == "interrupted" { steps.append("Let the plan run to its end.") }
        add(
            verdict.hasBundledRules
                ? "The load did not fill the line. Choose another server (linecheck run \(plan) --server librespeed=URL, or linecheck serve on a host of your own) and run again."
                : "The load did not fill the line; the reason stands with it. Mend that, or choose another server, and run again.",
            when: "load not achieved")
        let limits = reasons.compactMap { reason in ranPlan.flatMap { PlanLimit(endedBy: reason, in: $0) } }
        for advice in limits.map(\.advice) where !steps.contains(advice) { steps.append(advice) }
        // Nobody's guard is to be raised for a signal.
        if limits.isEmpty, reasons.contains(where: { $0.hasPrefix("cut short") && !$0.hasSuffix(" by interrupted") }) {
            steps.append(
                "Raise what ended the phase too early (linecheck explain \(plan) shows its guards) and run again.")
        }
        for step in betterTargets where !steps.contains(step) { steps.append(step) }
        add(
            "Run from an account that may send these probes; the notes say what is missing.",
            when: "did not leave this host", "permission")
        return steps
    }
}
