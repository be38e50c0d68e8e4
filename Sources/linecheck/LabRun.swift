import Glibc
import LinecheckJSON
import LinecheckLab
import LinecheckPlan
import LinecheckQuantities
import Synchronization

/// One run of linecheck inside a line of the lab.
struct LabRun {
    private let line: Line
    /// What follows `run`, as it was typed.
    private let words: [String]
    /// Of the plan.
    private let variables: [String]

    /// - Throws: ``UsageError``, or ``Problems`` of the line or the plan, before anything is built.
    init(_ operands: [String]) throws {
        guard operands.count >= 2, operands[1] == "run" else {
            throw UsageError(
                "linecheck lab takes a line and what to run on it",
                hint: "for example: \(CommandTable.lab.examples[0])")
        }
        line = try LineFinder.line(operands[0])
        words = Array(operands.dropFirst(2))
        let run = try Arguments(words, of: CommandTable.run)
        guard run.operands[0] != "-" else {
            throw UsageError("linecheck lab has to read the plan as well", hint: "give it as a file, not as -")
        }
        switch PlanFinder.plan(run.operands[0]) {
        case .success(let source): variables = try PlanFinder.reader.read(source).plan.vars.map(\.name)
        case .failure(let reason): throw UsageError(reason.message, hint: reason.fix)
        }
    }

    func perform() throws -> ExitStatus {
        guard getuid() == 0 else {
            Console.say("linecheck: the lab builds network namespaces, which only root may: sudo linecheck lab …")
            return .nothingMeasured
        }
        // Before any other thread exists. A terminal that goes away must not leave the line behind.
        InterruptWatch.block()
        signal(SIGHUP, SIG_IGN)
        let signals = PendingSignals()
        InterruptWatch.start { signals.note($0) }
        NamedNamespace.sweep(prefix: LabNetwork.namePrefix)
        let program = try Program.path()
        let network = try LabNetwork(line, program: program)
        defer { network.close() }
        if let name = signals.take() {
            Console.say("linecheck: \(name) before the run began")
            return .interrupted
        }
        let settings = network.settings(for: variables).flatMap { ["--set", "\($0.name)=\($0.value)"] }
        let child = try Child(
            network.space(.client).command([program, "run"] + settings + words), isAttached: true)
        while child.isRunning {
            if let name = signals.take() { kill(child.process, name == "SIGINT" ? SIGINT : SIGTERM) }
            usleep(10_000)
        }
        tellTruth(try? network.finishBridges())
        return status(child.status ?? 0)
    }

    private func tellTruth(_ bridges: [(leg: LabNetwork.Role, report: BridgeReport)]?) {
        Console.say("")
        Console.say("the truth of the line \(line.name): \(line.title)")
        for text in line.truth.lines { Console.say("  \(text)") }
        for (leg, report) in bridges ?? [] {
            for (name, way) in [("up", report.up), ("down", report.down)] {
                guard let held = way.held else { continue }
                let times = "\(tenths(held.p50)) ms, p99 \(tenths(held.p99)) ms"
                let fates = "of \(way.arrived) frames \(way.lost) lost, \(way.duplicated) doubled"
                Console.say("  the bridge \(leg.rawValue) held what went \(name) for \(times); \(fates)")
            }
        }
    }

    /// Of milliseconds.
    private func tenths(_ duration: Duration) -> String {
        let tenths = (duration.nanoseconds + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func status(_ code: Int32) -> ExitStatus {
        if let status = ExitStatus(rawValue: code) { return status }
        // A shell's way to tell of signals: 128 and the number.
        Console.say("linecheck: the run was ended by signal \(code - 128), its capture may not be whole")
        return .interrupted
    }
}

/// Signals that came, for the thread that starts and waits for the run.
private final class PendingSignals: Sendable {
    private let names = Mutex<[String]>([])

    func note(_ name: String) { names.withLock { $0.append(name) } }

    func take() -> String? { names.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
