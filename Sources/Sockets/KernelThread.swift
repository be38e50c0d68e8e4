internal import CSockets
internal import Glibc
internal import Synchronization

/// A thread of its own, outside Swift's cooperative pool, that gets no signals.
///
/// The pool is as wide as the cores: with two busy tasks an asynchronous ping's 99th percentile was 57 ms, that of a
/// thread with an epoll loop and kernel stamps 0.07 ms.
public final class KernelThread: Sendable {
    private let thread: pthread_t
    private let isJoined = Atomic<Bool>(false)

    private final class Job: Sendable {
        let name: String
        let niceness: Int32
        let body: @Sendable () -> Void

        init(name: String, niceness: Int32, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.niceness = niceness
            self.body = body
        }

        func run() {
            cs_name_this_thread(name)
            if niceness != 0 { _ = cs_gnu_set_thread_niceness(niceness) }
            body()
        }
    }

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
        let job = Unmanaged.passRetained(Job(name: name, niceness: niceness, body: body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        var thread = pthread_t()
        let code = Self.withSignalsBlocked {
            pthread_create(
                &thread, &attributes,
                { argument in
                    guard let argument else { return nil }
                    Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().run()
                    return nil
                }, job.toOpaque())
        }
        guard code == 0 else {
            job.release()
            throw SystemError("pthread_create", code, subject: name)
        }
        self.thread = thread
    }

    deinit { if !isJoined.load(ordering: .relaxed) { pthread_detach(thread) } }

    /// Waits for the thread's end; from the thread itself, and when called again, it returns at once.
    public func join() {
        guard pthread_equal(thread, pthread_self()) == 0,
            !isJoined.exchange(true, ordering: .relaxed)
        else { return }
        pthread_join(thread, nil)
    }

    /// Asks that the calling thread runs before all ordinary ones (SCHED_RR); false when this user may not.
    @discardableResult
    public static func raisePriority() -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = sched_get_priority_min(SCHED_RR)
        return pthread_setschedparam(pthread_self(), SCHED_RR, &parameters) == 0
    }

    /// A new thread inherits the mask. SIGINT belongs to the main thread; SIGPIPE, which sendfile(2) and OpenSSL's
    /// write(2) raise on a broken connection, to nobody: the error code says it.
    private static func withSignalsBlocked<Result>(_ body: () -> Result) -> Result {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }
}
