internal import CSockets
internal import Glibc
internal import LinecheckThreads
internal import Synchronization

/// A thread of its own, outside Swift's cooperative pool, that gets no signals.
///
/// The pool is as wide as the cores: with two busy tasks an asynchronous ping's 99th percentile was 57 ms, that of a
/// thread with an epoll loop and kernel stamps 0.07 ms.
public final class KernelThread: Sendable {
    private let thread: SignalFreeThread
    private let isJoined = Atomic<Bool>(false)

    /// Starts at once, in the network namespace of the calling thread; a thread that nobody joins ends by itself.
    ///
    /// - Parameters:
    ///   - niceness: of this thread alone, 0 for the process's own (Linux, setpriority(2)).
    ///   - stackSize: in bytes, for programs with many threads; nil: the system's default, often 8 MB.
    ///
    /// Errors: EAGAIN when there may be no more threads.
    public init(
        name: String, niceness: Int32 = 0, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        do {
            thread = try SignalFreeThread(stackSize: stackSize) {
                cs_name_this_thread(name)
                if niceness != 0 { _ = cs_gnu_set_thread_niceness(niceness) }
                body()
            }
        } catch { throw SystemError("pthread_create", error.errno, subject: name) }
    }

    deinit { if !isJoined.load(ordering: .relaxed) { thread.detach() } }

    /// Waits for the thread's end; from the thread itself, and when called again, it returns at once.
    public func join() {
        guard !thread.isCurrent, !isJoined.exchange(true, ordering: .relaxed) else { return }
        thread.join()
    }

    /// Asks that the calling thread runs before all ordinary ones (SCHED_RR); false when this user may not.
    @discardableResult
    public static func raisePriority() -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = sched_get_priority_min(SCHED_RR)
        return pthread_setschedparam(pthread_self(), SCHED_RR, &parameters) == 0
    }
}
