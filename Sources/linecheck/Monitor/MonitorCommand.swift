import Glibc
import LinecheckHistory
import LinecheckJSON
import LinecheckMonitor
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets

/// `linecheck monitor PLAN`.
struct MonitorCommand {
    private let plan: String
    private let every: Duration
    private let isOnce: Bool
    private let isQuiet: Bool
    private let check: MonitorCheck
    private let hook: ChangeHook?
    private let file: MemoryFile
    private let isFileNamed: Bool
    private let limits: (down: Int, up: Int)

    init(_ arguments: Arguments) throws(UsageError) {
        let operand = arguments.operands[0]
        guard operand != "-" else {
            throw UsageError("a monitor reads its plan for each check anew", hint: "give it as a file, not as -")
        }
        isOnce = arguments.has("--once")
        isQuiet = arguments.has("--quiet")
        if isQuiet, !isOnce {
            throw UsageError("--quiet belongs to --once", hint: "without --once a monitor tells changes alone")
        }
        every = try Self.duration(arguments.value("--every") ?? "5m")
        limits = (try Self.count("--down", arguments, 3), try Self.count("--up", arguments, 2))
        plan = try Self.planName(operand, try PlanRequest(arguments))
        check = MonitorCheck(operand, arguments)
        hook = arguments.value("--on-change").map { ChangeHook(command: $0) }
        isFileNamed = arguments.has("--state")
        file = MemoryFile(path: arguments.value("--state") ?? "\(DataFolder.path)/monitor-\(plan).json")
        try file.refuseOthers()
    }

    private static func duration(_ text: String) throws(UsageError) -> Duration {
        guard let duration = try? Duration(text: text), duration > .zero else {
            throw UsageError("--every takes a duration, not \(text)", hint: "for example --every 5m")
        }
        return duration
    }

    private static func count(_ flag: String, _ arguments: Arguments, _ usual: Int) throws(UsageError) -> Int {
        guard let text = arguments.value(flag) else { return usual }
        guard let count = Int(text), count > 0 else {
            throw UsageError("\(flag) takes a number from 1 on, not \(text)")
        }
        return count
    }

    /// A plan that cannot be read now will not be readable in five minutes: that is said at once.
    private static func planName(_ operand: String, _ request: PlanRequest) throws(UsageError) -> String {
        switch PlanFinder.plan(operand) {
        case .failure(let reason): throw UsageError(reason.message, hint: reason.fix)
        case .success(let source):
            do { return try request.read(source).plan.name } catch let error as UsageError {
                throw error
            } catch let problems as Problems {
                throw UsageError(problems.text)
            } catch {
                throw UsageError("\(error)")
            }
        }
    }

    func perform() throws(UsageError) -> ExitStatus {
        // Before any other thread exists.
        InterruptWatch.block()
        do {
            let signals = try SignalInbox()
            InterruptWatch.start { signals.note($0) }
            try file.prepare(isNamed: isFileNamed)
            var due = KernelClock.monotonic
            while !signals.isEnding {
                try look(signals)
                if isOnce { break }
                // A check that took longer than the pause is followed by the next one at its next turn.
                repeat { due += every.nanoseconds } while due <= KernelClock.monotonic
                signals.sleep(until: due)
            }
            return .success
        } catch {
            Console.say("linecheck: \(error)")
            return .usage
        }
    }

    /// One check, and what follows from it.
    private func look(_ signals: SignalInbox) throws {
        var memory = file.read(plan: plan)
        let (found, run) = try check.perform(signals, after: memory)
        // A run that was ended together with this program says nothing.
        guard !signals.isEnding else { return }
        let now = WallTime(nanosecondsSinceEpoch: KernelClock.realtime)
        let news = learn(found, &memory, at: now)
        // Told first: a machine that dies in between tells twice rather than never.
        if let news {
            let told = ToldChange(
                plan: plan, news: news.what, finding: found, at: now, before: news.since, verdict: run)
            Console.data(told.line)
            try hook?.call(told, signals)
        } else if isOnce, !isQuiet {
            Console.result(StateLine(plan: plan, memory: memory, finding: found, limits: limits, at: now).text)
        }
        try file.write(memory)
    }

    /// What a check adds to what is known.
    ///
    /// - Returns: what is worth telling, and when what was before began. Of two pieces of news it is the change.
    private func learn(
        _ found: Finding, _ memory: inout MonitorMemory, at now: WallTime
    ) -> (what: ToldChange.News, since: String?)? {
        let blindSince = memory.blindness.since
        let sight = memory.blindness.observe(found.condition, at: now.text, limit: limits.down)
        var hysteresis = Hysteresis(down: limits.down, up: limits.up, state: memory.state, row: memory.row)
        let change = hysteresis.observe(found.condition)
        let before = memory.since
        if hysteresis.state != memory.state { memory.since = now.text }
        (memory.state, memory.row) = (hysteresis.state, hysteresis.row)
        (memory.boot, memory.slept) = (Suspension.boot, Suspension.total)
        if let change { return (.change(change), before) }
        switch sight {
        case .began: return (.blind(memory.state, checks: memory.blindness.count), memory.blindness.since)
        case .ended: return (.sighted(memory.state), blindSince)
        case nil: return nil
        }
    }
}
