import Glibc
import LinecheckLab
import LinecheckQuantities
import LinecheckSockets

extension Child {
    /// Waits for its end and passes signals on as they come: it is in a group of its own, which a terminal does not reach.
    ///
    /// - Parameter limit: after that it is ended; nil: never.
    /// - Returns: its status; nil: a signal ended it.
    func wait(passing signals: SignalInbox, within limit: Duration? = nil) -> Int32? {
        let deadline = limit.map { KernelClock.monotonic + $0.nanoseconds }
        while isRunning {
            if let signal = signals.next { kill(process, signal) }
            if let deadline, KernelClock.monotonic > deadline { end() }
            usleep(10_000)
        }
        return status.flatMap { $0 < 128 ? $0 : nil }
    }

    /// Why this program ended without a result, as it says it itself: below that it may say what to do about it.
    var reason: String {
        let mark = "linecheck: "
        let told = errors.split(separator: "\n").last { $0.hasPrefix(mark) }
        return told.map { String($0.dropFirst(mark.count)) } ?? lastWords
    }

    /// The last line that it said on standard error.
    var lastWords: String { errors.split(separator: "\n").last.map(String.init) ?? "" }
}
