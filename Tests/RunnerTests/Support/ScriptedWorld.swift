import LinecheckCapture
import LinecheckExpressions
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities
import LinecheckRunner

func seconds(_ value: Double) -> RunInstant { RunInstant(nanoseconds: Int64((value * 1e9).rounded())) }

/// A world whose time is moved by hand: it jumps to whatever comes first, the next event or the awaited moment.
final class ScriptedWorld: EventSource {
    private(set) var now = RunInstant.start
    private var events: [(at: RunInstant, event: PhaseEvent)] = []
    /// The driver waited for an event that nothing would ever bring.
    private(set) var isStuck = false

    func plan(_ event: PhaseEvent, at moment: RunInstant) {
        let place = events.firstIndex { $0.at > moment } ?? events.count
        events.insert((moment, event), at: place)
    }

    /// Takes back what was planned and has not come yet.
    func cancel(_ isMeant: (PhaseEvent) -> Bool) { events.removeAll { isMeant($0.event) } }

    func next(until deadline: RunInstant?) -> (event: PhaseEvent?, now: RunInstant) {
        if let first = events.first, deadline.map({ first.at <= $0 }) ?? true {
            events.removeFirst()
            now = max(now, first.at)
            return (first.event, now)
        }
        guard let deadline, now < seconds(1_000) else {
            isStuck = true
            return (.interrupted(signal: "stuck"), now)
        }
        now = max(now, deadline)
        return (nil, now)
    }
}

/// Writes down what it is told to do, and does what a faultless network would.
final class Notebook: PhasePerformer {
    /// Everything but marks and ticks, in order: `13.05 download loaded`.
    private(set) var lines: [String] = []
    private(set) var ticks: [RunInstant] = []
    private(set) var marks: [String] = []
    /// What a load does once it is started; the default moves its first byte after 50 ms.
    var onStart: (String, RunInstant) -> Void
    /// What the judge says of each condition.
    var truths: [String: (holds: Truth, reason: String)] = [:]
    private let world: ScriptedWorld

    init(_ world: ScriptedWorld) {
        self.world = world
        onStart = { world.plan(.loadMoving($0), at: $1 + .milliseconds(50)) }
    }

    func record(_ event: PhaseEvent, at now: RunInstant) {
        let record = event.record(at: now)
        note("> " + [record.event, record.subject, record.reason].compactMap(\.self).joined(separator: " "), now)
    }

    func evaluate(phase: String, condition: String) -> (holds: Truth, reason: String) {
        truths[condition] ?? (.unknown, "nobody says")
    }

    func tick(at now: RunInstant) { ticks.append(now) }

    func perform(_ action: PhaseAction, at now: RunInstant) {
        switch action {
        case .record(let change):
            note("\(change.phase) \(change.state.rawValue)" + (change.reason.map { ": \($0)" } ?? ""), now)
        case .startProbe(let probe): start(probe, now)
        case .stopProbe(let name):
            world.cancel { $0 == .probeDone(name, reason: nil) }
            note("stop probe \(name)", now)
        case .startLoad(let name):
            note("start load \(name)", now)
            onStart(name, now)
        case .stopLoad(let name): note("stop load \(name)", now)
        case .keepAwake(let target): note("keep awake \(target ?? "nobody")", now)
        case .markLoads(let loads): marks.append("\(time(now)) \(loads.joined(separator: " "))")
        case .drain:
            note("drain", now)
            world.plan(.settled, at: now + .milliseconds(200))
        case .finish(let outcome, let reason):
            note("finish \(outcome.rawValue)" + (reason.map { ": \($0)" } ?? ""), now)
        case .setDeadline, .markLoadsLater, .evaluate: note("not for a performer: \(action)", now)
        }
    }

    /// A counted sequence is done one round trip of 20 ms after its last attempt.
    private func start(_ probe: Probe, _ now: RunInstant) {
        note("start probe \(probe.name)" + (probe.count.map { " ×\($0)" } ?? ""), now)
        guard let count = probe.count else { return }
        world.plan(.probeDone(probe.name, reason: nil), at: now + probe.interval * (count - 1) + .milliseconds(20))
    }

    private func note(_ text: String, _ now: RunInstant) { lines.append("\(time(now)) \(text)") }

    /// Seconds with two decimals.
    private func time(_ instant: RunInstant) -> String {
        let hundredths = instant.nanoseconds / 10_000_000
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// A whole run in no time.
struct VirtualRun {
    let world = ScriptedWorld()
    let notebook: Notebook

    init() { notebook = Notebook(world) }

    func perform(_ plan: Plan) {
        var driver = PhaseDriver(plan: plan, source: world, performer: notebook)
        driver.run()
    }

    var transcript: String { notebook.lines.joined(separator: "\n") }
    /// Transitions and the end alone.
    var changes: [String] {
        let quiet = ["> ", "start ", "stop ", "drain", "keep "]
        return notebook.lines.filter { line in
            let words = line.drop { $0 != " " }.dropFirst()
            return !quiet.contains { words.hasPrefix($0) }
        }
    }
}
