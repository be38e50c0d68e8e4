import LinecheckExpressions
package import LinecheckJudge

/// What has no value: each reason once, with everything that it keeps from being known.
package struct NotMeasured {
    package struct Gap {
        package var reason: String
        /// Phases with the probes of which nothing is known there, in the order of the plan.
        var phases: [(phase: String, probes: [String])] = []
        /// Other metrics that a grade, an answer or the score misses.
        var metrics: [String] = []

        /// The probes that it keeps from being known.
        var probes: [String] {
            phases.flatMap(\.probes) + metrics.compactMap { NotMeasured.place($0)?.source }
        }

        /// `gateway and internet in download and upload`.
        package var subjects: String {
            var groups: [(probes: [String], phases: [String])] = []
            for (phase, probes) in phases {
                if let last = groups.last, last.probes == probes {
                    groups[groups.count - 1].phases.append(phase)
                } else {
                    groups.append((probes, [phase]))
                }
            }
            let places = groups.map { "\(Headline.list($0.probes)) in \(Headline.list($0.phases))" }
            return (places + metrics).joined(separator: ", ")
        }
    }

    package private(set) var gaps: [Gap] = []

    package init(_ verdict: Verdict) {
        for metric in verdict.metrics {
            guard let (probe, phase) = Self.place(metric.name), metric.name == "\(probe).\(phase).rtt.p50",
                let reason = Self.reading(verdict, metric.name)?.missing.first?.reason
            else { continue }
            // Where every reply was lost the loss is a value, and the probe has its row in the table.
            guard Self.reading(verdict, "\(probe).\(phase).loss")?.value == nil else { continue }
            add(probe, phase, reason)
        }
        for missing in Self.missing(verdict) { add(missing) }
    }

    private mutating func index(_ reason: String) -> Int {
        if let known = gaps.firstIndex(where: { $0.reason == reason }) { return known }
        gaps.append(Gap(reason: reason))
        return gaps.count - 1
    }

    private mutating func add(_ probe: String, _ phase: String, _ reason: String) {
        let gap = index(reason)
        if let known = gaps[gap].phases.firstIndex(where: { $0.phase == phase }) {
            gaps[gap].phases[known].probes.append(probe)
        } else {
            gaps[gap].phases.append((phase, [probe]))
        }
    }

    /// A metric that no probe and phase above stands for.
    private mutating func add(_ missing: Missing) {
        let gap = index(missing.reason)
        if let (probe, phase) = Self.place(missing.metric),
            gaps[gap].phases.contains(where: { $0.phase == phase && $0.probes.contains(probe) })
        {
            return
        }
        if !gaps[gap].metrics.contains(missing.metric) { gaps[gap].metrics.append(missing.metric) }
    }

    private static func missing(_ verdict: Verdict) -> [Missing] {
        verdict.grades.filter { $0.grade == nil }.flatMap(\.of.missing) + verdict.answers.flatMap(\.missing)
            + (verdict.score?.components ?? []).filter { $0.atLeast != $0.atMost }.flatMap {
                $0.inputs.flatMap(\.of.missing)
            }
    }

    private static func reading(_ verdict: Verdict, _ name: String) -> Reading? {
        guard let metric = verdict.metrics.first(where: { $0.name == name }), case .quantity(let reading) = metric.value
        else { return nil }
        return reading
    }

    /// The first two words of a metric's name; nil for a formula of the rules.
    fileprivate static func place(_ metric: String) -> (source: String, phase: String)? {
        let words = metric.split(separator: ".")
        return words.count > 2 ? (String(words[0]), String(words[1])) : nil
    }
}
