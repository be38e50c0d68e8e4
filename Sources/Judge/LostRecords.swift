import LinecheckCapture
import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities
import LinecheckStatistics

/// What may have stood where a recovered capture lacks something: it could have been the worst of the run, so nothing is
/// claimed that the whole capture might not bear out.
extension MetricTable {
    /// Why a phase cannot be judged at all: what is lost may have said when it began or ended, or what became of its loads.
    func lostRecords(_ phase: Int) -> String? {
        guard let window = windows[phase], let running = observations.phases[phase].running else { return nil }
        let log = observations.phases[phase]
        let lost = observations.losses.first { lost in
            guard let from = lost.from, let until = lost.until else { return false }
            // An end of its own that was recorded before is not in doubt.
            let isBefore = until < running || from > window.end || from == window.end && log.hasOwnEnd
            if isBefore { return false }
            if !plan.phases[phase].loads.isEmpty { return true }
            return from <= running && running <= until || from <= window.end && window.end <= until
        }
        return lost.map { lost in
            "what was recorded between \(Words.seconds((lost.from ?? lost.at) - .start)) and "
                + "\(Words.seconds(lost.at - .start)) is lost"
        }
    }

    /// How many attempts of a probe at most may be missing from what is scored of a phase of a recovered capture.
    ///
    /// O(attempts); ``missing`` keeps it.
    func missingAttempts(_ probe: Int, _ phase: Int) -> Int {
        let lost = skippedAttempts(probe, phase, isCutOff: false) + unseenAttempts(probe, phase)
        // In a phase that was still going on, those that were never sent are among the unseen.
        return observations.cutOff == nil ? lost : max(lost, skippedAttempts(probe, phase, isCutOff: true))
    }

    /// The numbers that are skipped where something is lost, and those that would have followed the last one.
    ///
    /// - Parameter isCutOff: with what is lost where the capture was cut off.
    private func skippedAttempts(_ probe: Int, _ phase: Int, isCutOff: Bool) -> Int {
        guard let window = windows[phase] else { return 0 }
        let settings = plan.probe(plan.probes[probe].name, in: phase)
        // An attempt is recorded when it is over, so what was sent a timeout earlier may be among what is lost.
        let reach = (settings.timeout + settings.interval).nanoseconds
        var spans = observations.losses.compactMap { lost in
            lost.until.map { (from: lost.from ?? $0, until: max(lost.from ?? $0, $0).nanoseconds + 1) }
        }
        if isCutOff, let cutOff = observations.cutOff { spans.append((cutOff, .max)) }
        let stretches = spans.compactMap { span -> Range<Int64>? in
            let span = (span.from.nanoseconds - reach..<span.until).clamped(to: window.scored)
            return span.isEmpty ? nil : span
        }
        guard let end = stretches.map(\.upperBound).max() else { return 0 }
        let log = observations.attempts[probe]
        // A number may be as large as 64 bits allow, which no sum of attempts does.
        var missing: Int128 = 0
        var last: (sequence: Int64, sent: Int64) = (-1, .min)
        for place in log.sequences.ordered.joined() {
            let next = (sequence: log.sequences[place], sent: log.sent[place])
            let skipped = Int128(next.sequence) - Int128(last.sequence) - 1
            if skipped > 0, stretches.contains(where: { last.sent < $0.upperBound && next.sent >= $0.lowerBound }) {
                missing += skipped
            }
            last = (max(last.sequence, next.sequence), max(last.sent, next.sent))
        }
        return Int(min(missing, 1 << 40)) + unsentTail(after: last.sent, until: end, settings, probe, phase)
    }

    /// Attempts of a probe that a phase was to make, and that are not in a capture which stops in it.
    private func unseenAttempts(_ probe: Int, _ phase: Int) -> Int {
        guard let window = windows[phase], window.isOpen, plan.runs(plan.probes[probe].name, in: phase) else {
            return 0
        }
        let settings = plan.probe(plan.probes[probe].name, in: phase)
        let meant = window.planned.nanoseconds / max(1, settings.interval.nanoseconds)
        return max(0, Int(min(meant, 1 << 40)) - (attempts(probe, in: phase)?.settled.count ?? 0))
    }

    /// - Parameters:
    ///   - sent: when the last known attempt of the probe was sent.
    ///   - end: of the lost stretch, or of the window.
    private func unsentTail(after sent: Int64, until end: Int64, _ probe: Probe, _ index: Int, _ phase: Int) -> Int {
        guard plan.runs(probe.name, in: phase), let window = windows[phase] else { return 0 }
        let start = max(sent, window.scored.lowerBound)
        let steps = end > start ? Int((end - start) / max(1, probe.interval.nanoseconds)) : 0
        guard let count = probe.count, plan.phases[phase].probes.contains(where: { $0.name == probe.name }) else {
            return steps
        }
        let log = observations.attempts[index]
        let running = observations.phases[phase].running?.nanoseconds ?? window.scored.lowerBound
        let known = log.sent.places(log.sequences.ordered, sentIn: running..<max(running, window.scored.upperBound))
        return min(steps, max(0, count - known.reduce(0) { $0 + $1.count }))
    }
}

extension PhaseLog {
    /// A record of its own says when it ended.
    fileprivate var hasOwnEnd: Bool { [.completed, .cutShort, .cancelled].contains(state) }
}

extension ScoredAttempts {
    /// A metric when some attempts may be missing, between what it would be had they been answered at once and had they been lost.
    ///
    /// - Parameter metric: as it is without them.
    func metric(_ metric: Metric, _ quantity: MetricQuantity, _ statistic: Statistic?, missing: Int) -> Metric {
        guard missing > 0 else { return metric }
        let reason = "up to \(missing) attempts are lost from this recovered capture"
        return .unmeasured(reason, bounds(quantity, statistic, missing))
    }

    private func bounds(_ quantity: MetricQuantity, _ statistic: Statistic?, _ missing: Int) -> Interval {
        let (count, most) = (settled.count, settled.count + missing)
        switch quantity {
        case .loss:
            return Interval(
                Double(lossRatio(lost: lost, settled: most)), Double(lossRatio(lost: lost + missing, settled: most)))
        case .sent: return Interval(Double(count), Double(most))
        case .lost: return Interval(Double(lost), Double(lost + missing))
        case .burst: return Interval(0, Double(most))
        case .rtt: return roundTripBounds(statistic, missing)
        case .owdUp, .owdDown: return .everything
        default: return quantity.bounds
        }
    }

    private func roundTripBounds(_ statistic: Statistic?, _ missing: Int) -> Interval {
        switch statistic {
        case .min: return Interval(0, replies.first.map { Double($0) } ?? .infinity)
        case .max: return Interval(replies.last.map { Double($0) } ?? 0, .infinity)
        case .percentile(let rank) where settled.count >= Percentile.minimumCount(rank):
            // A number may be skipped as far as any goes, so what is missing is counted and not stored.
            var ascending = RepeatedValues()
            ascending.append(0, count: missing)
            for reply in replies { ascending.append(reply) }
            guard case .value(let least) = Percentile.of(rank, sorted: ascending, lost: lost) else {
                return .notNegative
            }
            guard case .value(let greatest) = Percentile.of(rank, sorted: replies, lost: lost + missing) else {
                return Interval(Double(least), .infinity)
            }
            return Interval(Double(least), Double(greatest))
        default: return MetricQuantity.rtt.bounds
        }
    }
}
