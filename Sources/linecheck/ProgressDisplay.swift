import Glibc
import LinecheckCapture
import LinecheckPlan
import LinecheckSockets
import LinecheckTerminal

/// What a run tells while it goes on: a picture on a terminal, a line for each turn elsewhere.
struct ProgressDisplay {
    private let terminal: LiveTerminal?
    private let lines: ProgressLines

    init(plan: Plan, clock: RunClock, isQuiet: Bool) {
        let manners = TerminalManners { name in getenv(name).map { String(cString: $0) } }
        lines = ProgressLines(isQuiet: isQuiet, isUnicode: manners.isUnicode)
        guard !isQuiet, isatty(STDERR_FILENO) != 0, manners.canRedraw else {
            terminal = nil
            return
        }
        // Without a thread for the picture the lines are enough.
        terminal = try? LiveTerminal(STDERR_FILENO, plan: plan, manners: manners) { clock.now }
        if let terminal { Console.divert(to: { terminal.say($0) }) }
    }

    /// Called with each record once it was written; returns at once.
    func show(_ record: Record) {
        if let terminal { terminal.show(record) } else { lines.show(record) }
    }

    /// The last picture stays; what is said from here on stands below it.
    func finish() {
        guard let terminal else { return }
        Console.divert(to: nil)
        terminal.finish()
    }
}
