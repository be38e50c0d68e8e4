import LinecheckSockets
import Synchronization

/// Threads whose end can be waited for, with a bound.
final class WorkerGroup: Sendable {
    private struct State: Sendable {
        var running = 0
        /// Woken when the last thread ends.
        var waiting: [Waker] = []
    }

    private let state = Mutex(State())

    /// Threads that run now.
    var count: Int { state.withLock { $0.running } }

    /// 256 kB: the deepest stack is OpenSSL's handshake; glibc takes a few pages of it for thread-local storage.
    private static let stackSize = 256 * 1_024

    /// Errors and niceness: see ``KernelThread``.
    func start(name: String, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        state.withLock { $0.running += 1 }
        do {
            _ = try KernelThread(name: name, niceness: niceness, stackSize: Self.stackSize) { [self] in
                body()
                finished()
            }
        } catch {
            finished()
            throw error
        }
    }

    /// False when threads still ran at the deadline (CLOCK_MONOTONIC in ns).
    func wait(until deadline: Int64) -> Bool {
        guard let waker = try? Waker() else { return count == 0 }
        let isIdle = state.withLock { state in
            state.waiting.append(waker)
            return state.running == 0
        }
        return isIdle || !waker.sleep(until: deadline)
    }

    private func finished() {
        let wakers = state.withLock { state -> [Waker] in
            state.running -= 1
            return state.running == 0 ? state.waiting : []
        }
        for waker in wakers { waker.wake() }
    }
}
