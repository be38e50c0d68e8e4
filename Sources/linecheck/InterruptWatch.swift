import Glibc

/// Turns SIGINT and SIGTERM into calls: a thread waits for them, since nothing useful is safe inside a signal handler
/// (signal-safety(7)).
enum InterruptWatch {
    private static func signals() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }

    /// Keeps the signals from every thread that is made after this call, so that only the one that waits sees them.
    ///
    /// A command that never calls this is ended by them, as anybody expects.
    static func block() {
        var set = signals()
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Calls with `SIGINT` or `SIGTERM` each time one arrives.
    static func start(_ onSignal: @escaping @Sendable (String) -> Void) {
        let context = Unmanaged.passRetained(Handler(onSignal))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { raw in
                guard let raw else { return nil }
                let handler = Unmanaged<Handler>.fromOpaque(raw).takeRetainedValue()
                var set = InterruptWatch.signals()
                while true {
                    var number: Int32 = 0
                    if sigwait(&set, &number) == 0 { handler.call(number == SIGINT ? "SIGINT" : "SIGTERM") }
                }
            }, context.toOpaque())
        if status != 0 { context.release() }
    }

    /// Lets a signal do what it does to a program that never heard of it: ends this one at once.
    static func surrender(to name: String) {
        let number = name == "SIGINT" ? SIGINT : SIGTERM
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
    }

    private final class Handler: Sendable {
        let call: @Sendable (String) -> Void
        init(_ call: @escaping @Sendable (String) -> Void) { self.call = call }
    }
}
