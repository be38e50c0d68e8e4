import LinecheckCapture
import LinecheckExpressions
import LinecheckLoads
import LinecheckPhases
import LinecheckPlan
import LinecheckProbes
import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// Performs a run's actions on the real network. Lives on the driver's thread.
final class RunPerformer: PhasePerformer {
    private let plan: Plan
    private let targets: RunTargets
    private let clock: RunClock
    private let queue: EventQueue
    private let recorder: Recorder
    private let current: CurrentPhase
    private let engine: ProbeEngine
    private let judgeCondition: (String) -> (holds: Truth, reason: String)
    /// Shared by the loads of all phases: a name is asked for once a run.
    private let pins = HostPins()
    private var watch: SelfWatch
    private var loads: [String: RunningLoad] = [:]
    private(set) var outcome: (outcome: End.Outcome, reason: String?) = (.failed, nil)

    /// A load of the phase that runs now; its events count while it does.
    private struct RunningLoad {
        let load: HTTPLoad
        let isCurrent: Atomic<Bool>.Box
    }

    init(
        plan: Plan, targets: RunTargets, clock: RunClock, queue: EventQueue, recorder: Recorder, current: CurrentPhase,
        interface: String?, judgeCondition: @escaping (String) -> (holds: Truth, reason: String)
    ) throws(SystemError) {
        self.plan = plan
        self.targets = targets
        self.clock = clock
        self.queue = queue
        self.recorder = recorder
        self.current = current
        self.judgeCondition = judgeCondition
        watch = SelfWatch(interface: interface)
        engine = try ProbeEngine(
            clock: clock, sink: { recorder.record($0) },
            onEvent: { event in
                switch event {
                case .done(let probe): queue.post(.probeDone(probe, reason: nil))
                case .failed(let probe, let reason): queue.post(.probeDone(probe, reason: reason))
                case .suspended(let time): queue.post(.suspended(time))
                case .idle: queue.post(.settled)
                }
            })
    }

    func record(_ event: PhaseEvent, at now: RunInstant) { recorder.record(.event(event.record(at: now))) }

    func evaluate(phase: String, condition: String) -> (holds: Truth, reason: String) {
        recorder.flush()
        return judgeCondition(condition)
    }

    func tick(at now: RunInstant) { recorder.record(.selfCheck(watch.check(engine, at: now))) }

    func perform(_ action: PhaseAction, at now: RunInstant) {
        switch action {
        case .record(let change):
            current.follow(change)
            recorder.record(.phase(change))
        case .startProbe(let probe): start(probe)
        case .stopProbe(let name): engine.stop(name)
        case .keepAwake(let target): keepAwake(target)
        case .startLoad(let name): start(load: name)
        case .stopLoad(let name): stop(load: name)
        case .markLoads(let names): for name in names { loads[name]?.load.mark(at: now) }
        case .drain:
            for name in loads.keys.sorted() { stop(load: name) }
            engine.stopAll()
        case .finish(let outcome, let reason):
            tick(at: now)
            self.outcome = (outcome, reason)
            engine.shutdown()
        case .setDeadline, .markLoadsLater, .evaluate: break  // the driver's own
        }
    }

    private func start(_ probe: Probe) {
        guard let target = targets.pinned[probe.name] else {
            queue.post(.probeDone(probe.name, reason: targets.reason(probe.name)))
            return
        }
        engine.start(probe, at: target)
    }

    private func keepAwake(_ target: String?) {
        guard let target else { return engine.stop(Probe.keepAwakeName) }
        guard let pinned = targets.pinned[Probe.keepAwakeName] else { return }
        engine.start(.keepAwake(target), at: pinned)
    }

    private func start(load name: String) {
        guard let load = plan.load(name) else { return }
        let isCurrent = Atomic<Bool>.Box(true)
        let running = HTTPLoad(
            load, clock: clock, pins: pins, ceiling: plan.byteCeiling(ofLoad: name),
            sink: { [recorder] in recorder.record($0) },
            onEvent: { [queue] event in
                let phaseEvent: PhaseEvent =
                    switch event {
                    case .moving: .loadMoving(name)
                    case .failed(let reason): .loadFailed(name, reason: reason)
                    }
                queue.post(phaseEvent, while: { isCurrent.value })
            })
        loads[name] = RunningLoad(load: running, isCurrent: isCurrent)
        running.start()
    }

    private func stop(load name: String) {
        guard let running = loads.removeValue(forKey: name) else { return }
        running.isCurrent.value = false
        running.load.stop()
    }
}

extension Atomic where Value == Bool {
    /// A flag that two threads share.
    final class Box: Sendable {
        private let flag: Atomic<Bool>

        init(_ value: Bool) { flag = Atomic(value) }

        var value: Bool {
            get { flag.load(ordering: .acquiring) }
            set { flag.store(newValue, ordering: .releasing) }
        }
    }
}
