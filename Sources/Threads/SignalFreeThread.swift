internal import Glibc

/// A POSIX thread that gets no signals.
///
/// A new thread inherits the mask. SIGINT belongs to the main thread; SIGPIPE, which sendfile(2) and OpenSSL's write(2)
/// raise on a broken connection, to nobody: the error code says it.
public struct SignalFreeThread: Sendable {
    /// What pthread_create(3) said: EAGAIN when there may be no more threads.
    public struct Refused: Error, Equatable, Sendable {
        public let errno: Int32
    }

    private let thread: pthread_t

    private final class Job: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts at once. Either ``join()`` or ``detach()`` is to be called, once.
    ///
    /// - Parameter stackSize: in bytes, for programs with many threads; nil: the system's default, often 8 MB.
    public init(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) throws(Refused) {
        let job = Unmanaged.passRetained(Job(body))
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
                    Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
                    return nil
                }, job.toOpaque())
        }
        guard code == 0 else {
            job.release()
            throw Refused(errno: code)
        }
        self.thread = thread
    }

    /// It is the thread that calls.
    public var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

    /// Waits for its end.
    public func join() { pthread_join(thread, nil) }

    /// It ends by itself.
    public func detach() { pthread_detach(thread) }

    private static func withSignalsBlocked<Result>(_ body: () -> Result) -> Result {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }
}
