import Glibc
import LinecheckRunner
import Synchronization

/// What SIGINT and SIGTERM mean at each stage of `linecheck run`.
///
/// Before the run begins nothing is lost by leaving. The first signal to a run ends it in order, the second without
/// waiting for replies in flight, and the third is for a disk or kernel that does not answer: it kills.
final class RunInterruption: Sendable {
    private enum Stage {
        case before
        case running(Run, signals: Int)
        case over
    }

    private let stage = Mutex(Stage.before)

    func begin(_ run: Run) { stage.withLock { $0 = .running(run, signals: 0) } }

    /// The capture is whole and named; what is left is to print.
    func end() { stage.withLock { $0 = .over } }

    func take(_ signal: String) {
        let stage = stage.withLock { stage in
            if case .running(let run, let signals) = stage { stage = .running(run, signals: signals + 1) }
            return stage
        }
        switch stage {
        case .before:
            Console.say("linecheck: \(signal) before anything was sent")
            _exit(ExitStatus.interrupted.rawValue)
        case .running(let run, let signals) where signals <= 2:
            if signals == 1 { Console.say("\(signal): the run ends in order; once more ends it at once") }
            run.interrupt(signal: signal)
        case .running, .over: InterruptWatch.surrender(to: signal)
        }
    }
}
