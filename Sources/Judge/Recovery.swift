import LinecheckCapture
import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities
import LinecheckStatistics

/// How long latency stays above its baseline after a load has ended.
///
/// It has recovered with the first of three attempts in a row that were all answered within the baseline and 5 ms; one or
/// two may be luck between packets of a queue that still drains. The value is when that attempt was sent, counted from the
/// end of the last stream, so it is as fine as the probe's interval; 0 when no attempt was above at all. An attempt that
/// got no reply counts as above.
package struct Recovery {
    /// What an unloaded line's round trips differ by anyway.
    static let margin: Int64 = 5_000_000
    static let needed = 3

    /// Send time after the last stream's end, and round trip (nil: none in time), in the order of sending; ns.
    let attempts: [(sent: Int64, rtt: Int64?)]
    /// The median before any load; ns.
    let baseline: Int64

    var metric: Metric {
        guard attempts.count >= Self.needed else {
            return .unmeasured("n = \(attempts.count), recovery needs \(Self.needed)", .notNegative)
        }
        let above = attempts.map { attempt in attempt.rtt.map { $0 > baseline + Self.margin } ?? true }
        for start in 0...(attempts.count - Self.needed) where !above[start..<start + Self.needed].contains(true) {
            return .measured(start == 0 ? 0 : attempts[start].sent, n: attempts.count)
        }
        let last = above.lastIndex(of: true).map { attempts[$0].sent } ?? 0
        return .unmeasured(Self.notRecovered, Interval(Double(last), .infinity))
    }

    package static let notRecovered = "not recovered within the phase"
}

extension MetricTable {
    /// - Parameter raw: although the load before was not valid.
    func recovery(_ probe: Int, _ phase: Int, raw: Bool) -> Metric {
        guard plan.phases[phase].loads.isEmpty else {
            return .unmeasured("the phase has a load of its own", .notNegative)
        }
        guard let loaded = lastLoad(before: phase) else {
            return .unmeasured("no load ran before this phase", .notNegative)
        }
        if let reason = obstacle(probe, phase, raw) ?? loadObstacle(loaded, raw) {
            return .unmeasured(reason, .notNegative)
        }
        guard let window = windows[phase], let baseline = baseline(of: probe) else {
            return .unmeasured("the phase never ran", .notNegative)
        }
        guard let median = baseline.value else {
            return .unmeasured("no baseline: \(baseline.reason ?? "not measured")", .notNegative)
        }
        if missing(probe, in: phase) > 0 {
            return .unmeasured("attempts are lost from this recovered capture", .notNegative)
        }
        let end = end(ofLoadsIn: loaded, before: window.end)
        let log = observations.attempts[probe]
        let attempts = log.sent.places(log.sequences.ordered, sentIn: end..<max(end, window.end.nanoseconds)).joined()
            .filter { log.outcomes[$0] != AttemptLog.Outcome.localError }
        return Recovery(
            attempts: attempts.map { (log.sent[$0] - end, log.outcomes[$0] >= 0 ? log.outcomes[$0] : nil) },
            baseline: median
        ).metric
    }

    /// The last phase with a load that ran before another.
    private func lastLoad(before phase: Int) -> Int? {
        plan.phases.indices.prefix(phase).last { !plan.phases[$0].loads.isEmpty && windows[$0] != nil }
    }

    /// The median in the last phase before any load in which the probe ran.
    private func baseline(of probe: Int) -> Metric? {
        let name = plan.probes[probe].name
        let before = plan.phases.indices.prefix { plan.phases[$0].loads.isEmpty }
        guard let phase = before.last(where: { plan.runs(name, in: $0) }) else {
            return .unmeasured("the probe does not run before the first load", .notNegative)
        }
        return metric(
            MetricPath(
                source: name, phase: plan.phases[phase].name, quantity: .rtt, statistic: .percentile(50)))
    }

    /// When the last stream of a phase really ended: its record, not the phase's planned end.
    private func end(ofLoadsIn phase: Int, before limit: RunInstant) -> Int64 {
        let loads = plan.phases[phase].loads
        let ends = observations.streamEnds.filter { loads.contains($0.load) && $0.at <= limit }.map(\.at)
        return (ends.max() ?? windows[phase]?.end ?? limit).nanoseconds
    }
}
