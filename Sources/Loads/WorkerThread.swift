import CSockets
import Glibc
import LinecheckSockets

/// A detached thread that gets no signals.
enum WorkerThread {
    /// 256 kB: the deepest stack is OpenSSL's handshake; glibc takes a few pages of it for thread-local storage.
    private static let stackSize = 256 * 1_024

    /// - Parameter niceness: of this thread alone, 0 for the process's own (Linux, setpriority(2)).
    ///
    /// Errors: EAGAIN when there may be no more threads.
    static func start(
        name: String, niceness: Int32, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let job = Unmanaged.passRetained(Job(name: name, niceness: niceness, body: body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stackSize)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let code = withSignalsBlocked {
            pthread_create(&thread, &attributes, { Job.run($0) }, job.toOpaque())
        }
        guard code == 0 else {
            job.release()
            throw SystemError("pthread_create", code)
        }
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

    private final class Job: Sendable {
        let name: String
        let niceness: Int32
        let body: @Sendable () -> Void

        init(name: String, niceness: Int32, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.niceness = niceness
            self.body = body
        }

        static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            guard let argument else { return nil }
            let job = Unmanaged<Job>.fromOpaque(argument).takeRetainedValue()
            _ = cs_gnu_set_thread_name(job.name)
            if job.niceness != 0 { _ = cs_gnu_set_thread_niceness(job.niceness) }
            job.body()
            return nil
        }
    }
}
