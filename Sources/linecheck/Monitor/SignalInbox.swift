import Glibc
import LinecheckSockets
import Synchronization

/// SIGINT and SIGTERM as they came, for the thread that waits or runs something.
final class SignalInbox: Sendable {
    private struct State {
        var waiting: [Int32] = []
        var count = 0
    }

    private let state = Mutex(State())
    private let waker: Waker

    init() throws(SystemError) { waker = try Waker() }

    func note(_ name: String) {
        state.withLock {
            $0.waiting.append(name == "SIGINT" ? SIGINT : SIGTERM)
            $0.count += 1
        }
        waker.wake()
    }

    /// One that nobody has had yet.
    var next: Int32? { state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() } }

    /// Somebody wants this program to end.
    var isEnding: Bool { state.withLock { $0.count > 0 } }

    /// Sleeps until then (CLOCK_MONOTONIC in ns), or until a signal comes.
    func sleep(until deadline: Int64) { _ = waker.sleep(until: deadline) }
}
