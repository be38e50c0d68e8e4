internal import CSockets
internal import Glibc

/// A thread of its own, outside Swift's cooperative pool.
///
/// The pool is as wide as the cores: with two busy tasks an asynchronous ping's 99th percentile was 57 ms, that of a
/// thread with an epoll loop and kernel stamps 0.07 ms.
public final class KernelThread: Sendable {
    private let thread: pthread_t

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts at once, in the network namespace of the calling thread.
    public init(name: String, _ run: @escaping @Sendable () -> Void) throws(SystemError) {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(
            Body {
                cs_name_this_thread(name)
                run()
            })
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw SystemError("pthread_create", code, subject: name)
        }
        self.thread = thread
    }

    /// Waits for the thread's end; from the thread itself it only lets go. To be called once.
    public func join() {
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    /// Asks that the calling thread runs before all ordinary ones (SCHED_RR); false when this user may not.
    @discardableResult
    public static func raisePriority() -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = sched_get_priority_min(SCHED_RR)
        return pthread_setschedparam(pthread_self(), SCHED_RR, &parameters) == 0
    }
}
