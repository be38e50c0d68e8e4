import LinecheckCapture
import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules
import LinecheckStatistics
import LinecheckThreads

/// Every metric that a capture holds, with the reason where there is none.
struct MetricTable: Sendable {
    let observations: Observations
    let underLoad: [LoadedPhase]
    /// By phase of the plan; nil for one that never began.
    let windows: [PhaseWindow?]
    /// Computing what it holds is worth more than one thread.
    let isLarge: Bool
    /// By probe and phase of the plan; nil where the phase never began.
    private var scored: [[ScoredAttempts?]]
    /// By phase of the plan: each of its loads with its fault.
    private let faults: [[(load: Int, fault: LoadFault?)]]
    /// By probe and phase of the plan: why what lagged is only the least that it may lag; nil: it is what was measured.
    private var leasts: [[String?]] = []

    /// By probe and phase of the plan: attempts that a recovered capture may lack; empty for any other capture.
    private var missing: [[Int]] = []

    var plan: Plan { observations.plan }

    init(_ observations: Observations, underLoad: [LoadedPhase]) {
        let observations = observations.settled
        self.observations = observations
        self.underLoad = underLoad
        let plan = observations.plan
        let windows = plan.phases.indices.map { index in
            PhaseWindow(
                observations.phases[index], of: plan.phases[index], probes: plan.phases[index].probes,
                lastMoment: observations.lastMoment)
        }
        self.windows = windows
        isLarge = observations.attempts.reduce(0) { $0 + $1.count } > 200_000
        scored = OnAllCores.map(Array(plan.probes.indices), isWorthwhile: isLarge) { probe in
            let log = observations.attempts[probe]
            let kept = Sequences(of: plan.probes[probe], plan: plan, phases: observations.phases).scored(of: log)
            return windows.map { window in
                window.map { window in
                    ScoredAttempts(log.sent.places(kept, sentIn: window.scored), of: log)
                }
            }
        }
        faults = plan.phases.indices.map { phase in
            plan.phases[phase].loads.compactMap { name -> (load: Int, fault: LoadFault?)? in
                guard let load = plan.loads.firstIndex(where: { $0.name == name }) else { return nil }
                guard let window = windows[phase] else { return (load, nil) }
                let log = observations.loads[.init(load: load, phase: phase)] ?? LoadLog()
                return (load, log.fault(of: plan.loads[load], phase: observations.phases[phase], window: window))
            }
        }
        let isPartial = !observations.losses.isEmpty || observations.cutOff != nil
        if isPartial || windows.contains(where: { $0?.isOpen == true }) {
            missing = plan.probes.indices.map { probe in
                plan.phases.indices.map { missingAttempts(probe, $0) }
            }
        }
    }

    /// The same, with lag and loss taken for the least that they may be where there is a reason, by probe and phase of the plan.
    func least(_ reasons: [[String?]]) -> MetricTable {
        var table = self
        table.leasts = reasons
        return table
    }

    func missing(_ probe: Int, in phase: Int) -> Int { missing.isEmpty ? 0 : missing[probe][phase] }

    /// - Parameter raw: read it although the load of its phase was not valid.
    func metric(_ path: MetricPath, raw: Bool = false) -> Metric {
        let metric = measured(path, raw: raw)
        guard !leasts.isEmpty, !raw, path.growsWithQueue, case .measured(let value, _) = metric,
            let probe = plan.probes.firstIndex(where: { $0.name == path.source }),
            let phase = plan.phaseIndex(path.phase), let reason = leasts[probe][phase]
        else { return metric }
        return .unmeasured(reason, Interval(Double(value), path.bounds.high))
    }

    private func measured(_ path: MetricPath, raw: Bool) -> Metric {
        guard let phase = plan.phaseIndex(path.phase) else {
            return .unmeasured("the plan has no phase \"\(path.phase)\"", path.bounds)
        }
        if path.quantity.isOfLoad { return loadMetric(path, phase, raw) }
        guard let probe = plan.probes.firstIndex(where: { $0.name == path.source }) else {
            return .unmeasured("the plan has no probe \"\(path.source)\"", path.bounds)
        }
        if path.quantity == .recovery { return recovery(probe, phase, raw: raw) }
        if let reason = obstacle(probe, phase, raw) { return .unmeasured(reason, path.bounds) }
        guard let attempts = scored[probe][phase], let window = windows[phase] else {
            return .unmeasured("the phase never ran", path.bounds)
        }
        if attempts.settled.isEmpty, path.quantity != .localErrors {
            return .unmeasured(nothingSettled(attempts, probe, phase), path.bounds)
        }
        let timeout = plan.probe(plan.probes[probe].name, in: phase).timeout
        let metric = attempts.metric(path.quantity, path.statistic, timeout: timeout, window: window.scored)
        return attempts.metric(metric, path.quantity, path.statistic, missing: missing(probe, in: phase))
    }

    // MARK: Probes

    func obstacle(_ probe: Int, _ phase: Int, _ raw: Bool) -> String? {
        if let reason = didNotRun(phase) { return reason }
        if let reason = observations.attempts[probe].unavailable ?? lostRecords(phase) { return reason }
        return loadObstacle(phase, raw) ?? windows[phase]?.tooShort
    }

    /// Why nothing counts that was measured under a phase's load, or nil.
    func loadObstacle(_ phase: Int, _ raw: Bool) -> String? {
        let name = plan.phases[phase].name
        for needed in underLoad where needed.phase == name {
            let present = faults[phase].contains { plan.loads[$0.load].direction.rawValue == needed.direction.rawValue }
            guard present else { return "no \(needed.direction.rawValue) load ran in this phase" }
        }
        guard !raw,
            let (load, fault) = faults[phase].lazy.compactMap({ entry in entry.fault.map { (entry.load, $0) } }).first
        else { return nil }
        return reason(fault, of: load, phase)
    }

    /// A load that was cut off is not to blame for having been short.
    private func reason(_ fault: LoadFault, of load: Int, _ phase: Int) -> String {
        if fault.followsFromShortness, let tooShort = windows[phase]?.tooShort { return tooShort }
        let peer = observations.loads[.init(load: load, phase: phase)]?.peer
        return fault.reason(peer ?? "no connection to \(plan.loads[load].authority)")
    }

    private func nothingSettled(_ attempts: ScoredAttempts, _ probe: Int, _ phase: Int) -> String {
        let log = observations.attempts[probe]
        if attempts.localErrors > 0 {
            let word = log.localErrors.counts.first.map { ": \($0.word.rawValue)" } ?? ""
            return "no attempt left this host\(word)"
        }
        return plan.runs(plan.probes[probe].name, in: phase)
            ? "no attempt was scored" : "the probe does not run in this phase"
    }

    private func didNotRun(_ phase: Int) -> String? {
        let log = observations.phases[phase]
        if log.state == .skipped { return "the phase was skipped" + (log.reason.map { ": \($0)" } ?? "") }
        return windows[phase] == nil ? "the phase never ran" : nil
    }

    // MARK: Loads

    private func loadMetric(_ path: MetricPath, _ phase: Int, _ raw: Bool) -> Metric {
        guard let entry = faults[phase].first(where: { plan.loads[$0.load].name == path.source }) else {
            let known = plan.load(path.source) != nil
            return .unmeasured(
                known ? "the load does not run in this phase" : "the plan has no load \"\(path.source)\"", .notNegative)
        }
        if let reason = didNotRun(phase) ?? lostRecords(phase) { return .unmeasured(reason, .notNegative) }
        if !raw, let fault = entry.fault { return .unmeasured(reason(fault, of: entry.load, phase), .notNegative) }
        if let tooShort = windows[phase]?.tooShort { return .unmeasured(tooShort, .notNegative) }
        guard let window = windows[phase] else { return .unmeasured("the phase never ran", .notNegative) }
        let log = observations.loads[.init(load: entry.load, phase: phase)] ?? LoadLog()
        return log.metric(path.quantity, path.statistic, in: window)
    }

    /// The load's fault in a phase of the plan, and its records there; nil where it does not run.
    func load(_ load: Int, in phase: Int) -> (log: LoadLog, reason: String?)? {
        guard let entry = faults[phase].first(where: { $0.load == load }) else { return nil }
        let log = observations.loads[.init(load: load, phase: phase)] ?? LoadLog()
        let obstacle = didNotRun(phase) ?? lostRecords(phase) ?? entry.fault.map { reason($0, of: load, phase) }
        return (log, obstacle ?? windows[phase]?.tooShort)
    }

    /// The attempts of a probe that count in a phase.
    func attempts(_ probe: Int, in phase: Int) -> ScoredAttempts? { scored[probe][phase] }

    mutating func replace(_ probe: Int, in phase: Int, with attempts: ScoredAttempts?) {
        scored[probe][phase] = attempts
    }
}

extension MetricPath {
    /// Whether a fuller line can only make it larger.
    fileprivate var growsWithQueue: Bool {
        switch quantity {
        case .rtt, .connect, .owdUp, .owdDown: statistic != .n && statistic != .stddev
        case .loss: true
        default: false
        }
    }
}

extension LoadLog {
    fileprivate func metric(_ quantity: MetricQuantity, _ statistic: Statistic?, in window: PhaseWindow) -> Metric {
        let (start, end) = (window.start, window.end)
        if quantity == .bytes {
            return .measured(total(at: end.nanoseconds) - total(at: start.nanoseconds), n: streams.count)
        }
        switch statistic {
        case .mean: return whole(rate(from: start, to: end))
        case .steady: return whole(rate(from: window.scoredStart, to: end))
        case .percentile(let rank):
            let slices = sliceRates(from: start, to: end).ascending
            let needed = Percentile.minimumCount(rank)
            guard slices.count >= needed, case .value(let value) = Percentile.of(rank, sorted: slices, lost: 0) else {
                return .unmeasured("n = \(slices.count), p\(rank) needs \(needed)", .notNegative)
            }
            return .measured(value, n: slices.count)
        default:
            let slices = sliceRates(from: start, to: end)
            guard let value = statistic == .min ? slices.least : slices.most else {
                return .unmeasured("no slice of 500 ms", .notNegative)
            }
            return .measured(value, n: slices.count)
        }
    }

    private func whole(_ rate: Int64?) -> Metric {
        rate.map { .measured($0, n: streams.count) } ?? .unmeasured("no time passed", .notNegative)
    }
}

extension Plan {
    /// Whether a probe is meant to run in a phase.
    func runs(_ probe: String, in phase: Int) -> Bool {
        if phases[phase].probes.contains(where: { $0.name == probe }) { return true }
        return spans.contains { span in
            guard span.probe == probe, let from = phaseIndex(span.from), let to = phaseIndex(span.to) else {
                return false
            }
            return from <= phase && phase <= to
        }
    }

    /// The probe with the overrides of a phase.
    func probe(_ name: String, in phase: Int) -> Probe {
        phases[phase].probes.first { $0.name == name } ?? probe(name) ?? Probe(name: name, kind: .ping, target: "")
    }
}
