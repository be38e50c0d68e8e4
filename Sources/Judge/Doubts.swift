import LinecheckCapture
import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities

/// Sentences that belong in every verdict when they are true: what this host, the plan or the line may have done to the numbers.
struct Doubts {
    let table: MetricTable
    let report: SelfReport
    let loads: [Verdict.LoadReport]
    let unfilled: UnfilledLine?

    var notes: [String] {
        outcome + capture + host + loads.flatMap(\.doubts) + (unfilled?.notes ?? []) + line + earlyAnswers + plan
    }

    private var observations: Observations { table.observations }

    private var outcome: [String] {
        guard let end = observations.end else {
            return ["The capture has no end: the run was killed, and what it recorded until then is judged."]
        }
        guard end.outcome != .complete else { return [] }
        return ["The run is not complete (\(end.outcome.rawValue))" + (end.reason.map { ": \($0)." } ?? ".")]
    }

    private var capture: [String] {
        gaps + header
            + observations.losses.map { lost in
                "What was recorded between \(Words.seconds((lost.from ?? lost.at) - .start)) and "
                    + "\(Words.seconds(lost.at - .start)) is lost from this recovered capture, so no answer is certain."
            }
            + (observations.cutOff.map { cutOff in
                [
                    "This recovered capture was cut off at \(Words.seconds(cutOff - .start)), and what came then is not known, "
                        + "so no answer is certain."
                ]
            } ?? [])
    }

    private var header: [String] {
        observations.isHeaderVerified
            ? []
            : [
                "Of what this recovered capture tells before its first record only the plan and the rules are known to be what "
                    + "was written: network and host are not known."
            ]
    }

    private var gaps: [String] {
        observations.gaps.map { gap in
            let moment = Words.seconds(gap.at - .start)
            guard gap.records > 0 else {
                return "The record until \(moment) may not be on the disk (\(gap.reason)), so no answer is certain."
            }
            let records = gap.records == 1 ? "1 record" : "\(gap.records) records"
            return "\(records) before \(moment) could not be stored (\(gap.reason)), so no answer is certain."
        }
            + (observations.furtherGaps.count > 0
                ? [
                    "\(observations.furtherGaps.records) records more could not be stored, before "
                        + "\(observations.furtherGaps.count) other moments."
                ] : [])
    }

    private var host: [String] {
        var notes: [String] = []
        if report.busySeconds > 0, let busiest = report.busiest {
            notes.append(
                "This host was busy: \(Words.share(busiest)) of its processors in the worst of \(report.busySeconds) such "
                    + "seconds; delays and rates may be its own.")
        }
        // A send that is 5 ms late has left the rhythm of its neighbours by what jitter grades are made of.
        if let late = report.timerLate, late >= .milliseconds(5) {
            notes.append(
                "Probes left up to \(Words.duration(late.nanoseconds)) late (p99 of the worst second): this host's timers "
                    + "were not on time.")
        }
        if report.localDrops > 0 {
            notes.append("This host dropped \(report.localDrops) replies that had arrived; some losses may be its own.")
        }
        if report.suspensions > 0 {
            notes.append("This host was suspended \(Words.times(report.suspensions)) during the run.")
        }
        for busy in report.busyBaselines {
            notes.append(
                "Other traffic ran during \(busy.phase) (\(Words.rate(busy.received)) in, \(Words.rate(busy.sent)) out), so "
                    + "what was compared with it, and the culprit, is uncertain.")
        }
        return notes
    }

    private var line: [String] {
        var notes: [String] = []
        for (probe, log) in zip(table.plan.probes, observations.attempts) {
            guard let slowest = log.late.map(\.rtt).max() else { continue }
            notes.append(
                (log.late.count == 1 ? "One reply from " : "\(log.late.count) replies from ")
                    + "\(probe.name) came after the timeout of \(Words.duration(probe.timeout.nanoseconds)) and "
                    + (log.late.count == 1 ? "counts" : "count")
                    + " as lost: the timeout hides up to \(Words.duration(slowest)).")
        }
        for (probe, log) in zip(table.plan.probes, observations.attempts) where !log.localErrors.isEmpty {
            notes.append("Attempts of \(probe.name) did not leave this host: \(log.localErrors.text).")
        }
        return notes
    }

    /// Answers that came too early to be about the body: the bytes acknowledged until then count all the same.
    private var earlyAnswers: [String] {
        table.plan.loads.indices.compactMap { load in
            let logs = table.plan.phases.indices.compactMap { observations.loads[.init(load: load, phase: $0)] }
            let count = logs.reduce(0) { $0 + $1.earlyAnswers }
            guard count > 0 else { return nil }
            return
                "The load \(table.plan.loads[load].name) was answered \(Words.times(count)) before its body was taken; "
                + "what was acknowledged until then counts."
        }
    }

    private var plan: [String] {
        var notes: [String] = []
        if observations.isLoopback {
            notes.append(Verdict.loopbackNote)
        }
        for load in table.plan.loads where load.insecure {
            notes.append("The load \(load.name) did not verify its server's certificate: anybody may have answered.")
        }
        return notes
    }
}
