public import LinecheckCapture
import LinecheckExpressions
public import LinecheckPlan
public import LinecheckQuantities

/// What the driver has to do.
public enum PhaseAction: Equatable, Sendable {
    case startProbe(Probe)
    case stopProbe(String)
    case startLoad(String)
    case stopLoad(String)
    /// Ping this target every 50 ms without scoring it; nil: stop.
    case keepAwake(String?)
    /// Write one `bytes` record for each stream now: an edge of a window.
    case markLoads([String])
    /// The same at a later moment, if the loads still run then.
    case markLoadsLater([String], at: RunInstant)
    /// Hand over `deadline` at this moment, in place of any deadline asked for before; nil: none.
    case setDeadline(RunInstant?)
    /// Have the judge evaluate a phase's condition over the records so far.
    case evaluate(phase: String, condition: String)
    case record(PhaseChange)
    /// Stop everything that still runs and hand over `settled` when the last attempt is settled.
    case drain
    case finish(End.Outcome, reason: String?)
}

/// Interprets a plan: each event returns the actions to perform. It has no clock and does no I/O.
///
/// Each phase runs at most once, and every state has a deadline or waits for an answer that always comes, so a run ends.
public struct PhaseMachine: Sendable {
    public enum State: Equatable, Sendable {
        case pending
        /// Waits for the judge's word on the phase of that index.
        case deciding(Int)
        /// The phase runs; its loads have not all moved their first byte.
        case loading(Int)
        case running(Int)
        case draining(End.Outcome)
        case finished(End.Outcome)
    }

    public private(set) var state = State.pending
    let plan: Plan
    private var activeProbes: [Probe] = []
    private var waitingProbes: [Probe] = []
    private var doneProbes: Set<String> = []
    private var activeLoads: [String] = []
    private var stillLoads: Set<String> = []
    private var keepAwake: String?
    private var startedSpans: Set<Int> = []
    private var phaseBegan = RunInstant.start
    private var deadline: RunInstant?
    private var wasCutShort = false
    private var endReason: String?

    public init(plan: Plan) { self.plan = plan }

    /// The phase that runs now, or nil between phases, before and after.
    public var currentPhase: Phase? {
        switch state {
        case .loading(let index), .running(let index): plan.phases[index]
        default: nil
        }
    }

    public mutating func handle(_ event: PhaseEvent, at now: RunInstant) -> [PhaseAction] {
        switch (state, event) {
        case (.finished, _): return []
        case (.draining(let outcome), .settled): return finish(outcome)
        case (.draining, .interrupted): return finish(.interrupted)
        case (.draining, _): return []
        case (.pending, .begin): return enter(0, at: now)
        case (.pending, .interrupted(let signal)): return stopRun(.interrupted, reason: signal, from: 0, at: now)
        case (.pending, _): return []
        case (.deciding(let index), .condition(let phase, let holds, let reason)):
            return phase == plan.phases[index].name ? decide(index, holds, reason, at: now) : []
        case (.deciding(let index), .interrupted(let signal)):
            return stopRun(.interrupted, reason: signal, from: index, at: now)
        case (.deciding, .guardTripped(_, .abort)): return []
        case (.deciding, .probeDone(let name, _)): return noteSpanDone(name)
        case (.deciding, _): return []
        case (.loading(let index), let event), (.running(let index), let event):
            return handle(event, in: index, at: now)
        }
    }

    private mutating func handle(_ event: PhaseEvent, in index: Int, at now: RunInstant) -> [PhaseAction] {
        switch event {
        case .begin, .condition, .settled: return []
        case .loadMoving(let load): return loadMoved(load, index, at: now)
        case .loadFailed(let load, let reason):
            return activeLoads.contains(load) ? loadFailed(load, reason, index, at: now) : []
        case .probeDone(let probe, _): return probeDone(probe, index, at: now)
        case .deadline: return deadlineCame(index, at: now)
        case .guardTripped(let name, .endPhase):
            return cutShort(index, reason: name, at: now) + enter(index + 1, at: now)
        case .guardTripped(let name, .abort):
            return cutShort(index, reason: name, at: now) + stopRun(.aborted, reason: name, from: index + 1, at: now)
        case .guardTripped(_, .goOn): return []
        case .interrupted(let signal):
            return cutShort(index, reason: "interrupted", at: now)
                + stopRun(.interrupted, reason: signal, from: index + 1, at: now)
        case .suspended(let time):
            return cutShort(index, reason: "a suspend of \(time.text)", at: now) + enter(index + 1, at: now)
        }
    }
}

// MARK: Entering and leaving

extension PhaseMachine {
    private mutating func enter(_ index: Int, at now: RunInstant) -> [PhaseAction] {
        guard index < plan.phases.count else {
            return stopRun(wasCutShort ? .cutShort : .complete, reason: endReason, from: index, at: now)
        }
        let stopped = stopSpans(before: index)
        guard let condition = plan.phases[index].when else { return stopped + run(index, at: now) }
        state = .deciding(index)
        return stopped + setDeadline(nil) + [.evaluate(phase: plan.phases[index].name, condition: condition)]
    }

    private mutating func decide(
        _ index: Int, _ holds: Truth, _ reason: String, at now: RunInstant
    ) -> [PhaseAction] {
        if holds == .yes { return run(index, at: now) }
        return [change(index, .skipped, "condition \(holds.rawValue): \(reason)", at: now)] + enter(index + 1, at: now)
    }

    private mutating func run(_ index: Int, at now: RunInstant) -> [PhaseAction] {
        let phase = plan.phases[index]
        phaseBegan = now
        doneProbes = []
        activeLoads = phase.loads
        stillLoads = Set(phase.loads)
        waitingProbes = phase.inOrder ? Array(phase.probes.dropFirst()) : []
        let own = phase.inOrder ? Array(phase.probes.prefix(1)) : phase.probes
        let probes = spansBeginning(at: index) + own
        activeProbes += probes
        var actions = [change(index, .running, nil, at: now)]
        actions += updateKeepAwake(index) + probes.map { .startProbe($0) } + phase.loads.map { .startLoad($0) }
        if phase.loads.isEmpty {
            state = .running(index)
            return actions + setDeadline(now + window(of: phase))
        }
        state = .loading(index)
        return actions + setDeadline(startDeadline())
    }

    /// Ends the phase's own probes and loads; spans go on.
    private mutating func leave(_ index: Int, _ final: PhaseChange, at now: RunInstant) -> [PhaseAction] {
        let own = plan.phases[index].probes.map(\.name)
        let stopped = activeProbes.filter { own.contains($0.name) }
        activeProbes.removeAll { own.contains($0.name) }
        waitingProbes = []
        let loads = activeLoads
        activeLoads = []
        stillLoads = []
        var actions: [PhaseAction] = loads.isEmpty ? [] : [.markLoads(loads)]
        actions += loads.map { .stopLoad($0) } + stopped.map { .stopProbe($0.name) }
        if keepAwake != nil {
            keepAwake = nil
            actions.append(.keepAwake(nil))
        }
        return actions + setDeadline(nil) + [.record(final)]
    }

    private mutating func complete(_ index: Int, reason: String?, at now: RunInstant) -> [PhaseAction] {
        leave(index, PhaseChange(at: now, phase: plan.phases[index].name, state: .completed, reason: reason), at: now)
            + enter(index + 1, at: now)
    }

    private mutating func cutShort(_ index: Int, reason: String, at now: RunInstant) -> [PhaseAction] {
        wasCutShort = true
        endReason = endReason ?? "\(plan.phases[index].name): \(reason)"
        return leave(
            index, PhaseChange(at: now, phase: plan.phases[index].name, state: .cutShort, reason: reason), at: now)
    }

    /// Nothing more begins: phases still pending are cancelled, what is in flight settles.
    private mutating func stopRun(
        _ outcome: End.Outcome, reason: String?, from index: Int, at now: RunInstant
    ) -> [PhaseAction] {
        if outcome != .complete { endReason = outcome == .cutShort ? endReason : reason }
        state = .draining(outcome)
        activeProbes = []
        let cancelled = plan.phases.indices.filter { $0 >= index }.map { change($0, .cancelled, nil, at: now) }
        return cancelled + setDeadline(nil) + [.drain]
    }

    private mutating func finish(_ outcome: End.Outcome) -> [PhaseAction] {
        state = .finished(outcome)
        return [.finish(outcome, reason: endReason)]
    }
}

// MARK: While a phase runs

extension PhaseMachine {
    private mutating func loadMoved(_ load: String, _ index: Int, at now: RunInstant) -> [PhaseAction] {
        guard case .loading = state, stillLoads.remove(load) != nil else { return [] }
        return stillLoads.isEmpty ? loaded(index, at: now) : setDeadline(startDeadline())
    }

    /// Every load of the phase moves: its window begins.
    private mutating func loaded(_ index: Int, at now: RunInstant) -> [PhaseAction] {
        let phase = plan.phases[index]
        state = .running(index)
        var actions: [PhaseAction] = [.markLoads(activeLoads), change(index, .loaded, nil, at: now)]
        if phase.settle > .zero { actions.append(.markLoadsLater(activeLoads, at: now + phase.settle)) }
        return actions + setDeadline(now + window(of: phase))
    }

    private mutating func loadFailed(
        _ load: String, _ reason: String, _ index: Int, at now: RunInstant
    ) -> [PhaseAction] {
        let phase = plan.phases[index]
        let words = "load \(load): \(reason)"
        switch phase.onLoadFailure {
        case .endPhase: return cutShort(index, reason: words, at: now) + enter(index + 1, at: now)
        case .abort:
            return cutShort(index, reason: words, at: now)
                + stopRun(.aborted, reason: words, from: index + 1, at: now)
        case .goto(let name):
            let target = plan.phaseIndex(name) ?? plan.phases.count
            let ended = cutShort(index, reason: words, at: now)
            let skipped = (index + 1..<max(index + 1, target)).map { change($0, .skipped, "goto", at: now) }
            return ended + skipped + enter(target, at: now)
        case .goOn:
            wasCutShort = true
            endReason = endReason ?? "\(phase.name): \(words)"
            activeLoads.removeAll { $0 == load }
            stillLoads.remove(load)
            let stop: [PhaseAction] = [.markLoads([load]), .stopLoad(load)]
            guard case .loading = state else { return stop }
            return stop + (stillLoads.isEmpty ? loaded(index, at: now) : setDeadline(startDeadline()))
        }
    }

    private mutating func probeDone(_ name: String, _ index: Int, at now: RunInstant) -> [PhaseAction] {
        let phase = plan.phases[index]
        guard phase.probes.contains(where: { $0.name == name }) else { return noteSpanDone(name) }
        guard activeProbes.contains(where: { $0.name == name }), doneProbes.insert(name).inserted else { return [] }
        activeProbes.removeAll { $0.name == name }
        if !waitingProbes.isEmpty {
            let next = waitingProbes.removeFirst()
            activeProbes.append(next)
            return updateKeepAwake(index) + [.startProbe(next)]
        }
        guard case .whenDone = phase.ending, case .running = state else { return updateKeepAwake(index) }
        let counted = phase.probes.filter { $0.count != nil }.map(\.name)
        let isDone = !counted.isEmpty && counted.allSatisfy { doneProbes.contains($0) }
        return isDone ? complete(index, reason: nil, at: now) : updateKeepAwake(index)
    }

    private mutating func deadlineCame(_ index: Int, at now: RunInstant) -> [PhaseAction] {
        guard let deadline, now >= deadline else { return [] }
        guard case .loading = state else {
            guard case .whenDone(let limit) = plan.phases[index].ending else {
                return complete(index, reason: nil, at: now)
            }
            return complete(index, reason: "at most \(limit.text)", at: now)
        }
        let late = plan.loads.first { stillLoads.contains($0.name) && phaseBegan + $0.startWithin <= now }
        guard let late else { return setDeadline(startDeadline()) }
        return loadFailed(late.name, "no byte within \(late.startWithin.text)", index, at: now)
    }

    private mutating func noteSpanDone(_ name: String) -> [PhaseAction] {
        activeProbes.removeAll { $0.name == name }
        return []
    }
}

// MARK: Parts

extension PhaseMachine {
    private func change(
        _ index: Int, _ state: PhaseChange.State, _ reason: String?, at now: RunInstant
    ) -> PhaseAction {
        .record(PhaseChange(at: now, phase: plan.phases[index].name, state: state, reason: reason))
    }

    private func window(of phase: Phase) -> Duration {
        switch phase.ending {
        case .after(let window): window
        case .whenDone(let limit): limit
        }
    }

    private func startDeadline() -> RunInstant? {
        plan.loads.filter { stillLoads.contains($0.name) }.map { phaseBegan + $0.startWithin }.min()
    }

    private mutating func setDeadline(_ instant: RunInstant?) -> [PhaseAction] {
        guard deadline != instant else { return [] }
        deadline = instant
        return [.setDeadline(instant)]
    }

    /// A span starts with the first of its phases that really runs.
    private mutating func spansBeginning(at index: Int) -> [Probe] {
        plan.spans.enumerated().compactMap { number, span in
            guard let (from, to) = bounds(span), (from...to).contains(index), startedSpans.insert(number).inserted
            else { return nil }
            return plan.probe(span.probe)
        }
    }

    private mutating func stopSpans(before index: Int) -> [PhaseAction] {
        var actions: [PhaseAction] = []
        for (number, span) in plan.spans.enumerated() where startedSpans.contains(number) {
            guard let (_, to) = bounds(span), to < index, activeProbes.contains(where: { $0.name == span.probe })
            else { continue }
            let goesOn = plan.spans.enumerated().contains { other, twin in
                other != number && startedSpans.contains(other) && twin.probe == span.probe
                    && (bounds(twin)?.to ?? -1) >= index
            }
            guard !goesOn else { continue }
            activeProbes.removeAll { $0.name == span.probe }
            actions.append(.stopProbe(span.probe))
        }
        return actions
    }

    private func bounds(_ span: ProbeSpan) -> (from: Int, to: Int)? {
        guard let from = plan.phaseIndex(span.from), let to = plan.phaseIndex(span.to), from <= to else { return nil }
        return (from, to)
    }

    /// The radio is kept awake except while its own target is measured, which the extra packets would disturb.
    private mutating func updateKeepAwake(_ index: Int) -> [PhaseAction] {
        let target = plan.phases[index].keepAwake
        let isMeasured = activeProbes.contains { $0.target == target || $0.target == "@gateway" }
        let wanted = isMeasured ? nil : target
        guard wanted != keepAwake else { return [] }
        keepAwake = wanted
        return [.keepAwake(wanted)]
    }
}
