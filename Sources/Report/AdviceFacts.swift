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

    // MARK: What stands in the way

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

    /// In the last phase the gateway alone answered, and before it others did.
    private var isDarkAtTheEnd: Bool {
        guard let last = losses.last(where: { $0.probe == "gateway" && $0.share < 1e6 }) else { return false }
        let others = losses.filter { $0.probe != "gateway" }
        let final = others.filter { $0.phase == last.phase }
        return !final.isEmpty && final.allSatisfy { $0.share == 1e6 } && others.contains { $0.share < 1e6 }
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
        if verdict.lacksRecords {
            steps.append(
                "This record is not whole (the notes say what is missing): give it room, and run the plan again."
            )
        }
        if let failed = verdict.failedExpectations.first {
            let more = verdict.failedExpectations.count - 1
            let others = more == 0 ? "" : more == 1 ? " and one other" : " and \(more) others"
            steps.append(
                "What you expect does not hold: \(failed.condition)\(others); what was observed stands under expected.")
        }
        if hasPortal {
            steps.append(
                "This network answered for the server (HTTP 511, RFC 6585): log in to it, by opening any page in a browser, and run the plan again."
            )
        }
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

    private var hasPortal: Bool {
        verdict.loads.contains { $0.phases.contains { $0.statuses.contains { $0.status == 511 } } }
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
        // Too few bytes are no fault of the server: it was asked, and it sent what came through.
        let isSlow = reasons.contains { $0.contains("are needed") }
        if isSlow {
            steps.append(
                "The load moved too few bytes to count as one. If the line is that slow, give it more time, or lower at_least in a plan of your own (linecheck new NAME --from \(plan)); else choose another server."
            )
        }
        if !isSlow, !hasPortal {
            add(
                verdict.hasBundledRules
                    ? "The load did not fill the line. Choose another server (linecheck run \(plan) --server librespeed=URL, or linecheck serve on a host of your own) and run again."
                    : "The load did not fill the line; the reason stands with it. Mend that, or choose another server, and run again.",
                when: "load not achieved")
        }
        let limits = reasons.compactMap { reason in ranPlan.flatMap { PlanLimit(endedBy: reason, in: $0) } }
        for advice in limits.map(\.advice) where !steps.contains(advice) { steps.append(advice) }
        // Nobody's guard is to be raised for a signal.
        if limits.isEmpty, reasons.contains(where: { $0.hasPrefix("cut short") && !$0.hasSuffix(" by interrupted") }) {
            steps.append(
                "Raise what ended the phase too early (linecheck explain \(plan) shows its guards) and run again.")
        }
        for step in betterTargets where !steps.contains(step) { steps.append(step) }
        let own = Set(verdict.failures.filter { $0.word.blame == .thisHost }.map(\.word))
        if own.contains(.permissionDenied) {
            steps.append("Run from an account that may send these probes; the notes say what is missing.")
        }
        if own.contains(.noBuffer) {
            steps.append(
                "This host's own send queue was full, so its probes could not leave: lower the streams or the pace of the load, or run from a host whose card is faster than the line."
            )
        }
        if !own.subtracting([.permissionDenied, .noBuffer]).isEmpty {
            steps.append("Mend what kept this host from sending; the notes name it.")
        }
        return steps
    }
}
