import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan

/// What to mend about the measurement, so that it tells more the next time.
extension AdviceFacts {
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
            "Run again with a longer load or more streams\(settings.isEmpty ? "" : " (\(settings.joined(separator: "; ")))"): this load may not have filled the line, and what was answered hangs on that. If the rates are those that the line is known for, it was full."
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
            .subtracting(culprits.contains(.silentGateway) ? ["gateway"] : [])
        guard !probes.isEmpty else { return [] }
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
