import Glibc

/// Starts the writer's thread.
enum WriterThread {
    /// Carries the loop over to its thread, where alone it is used from then on.
    private final class Parcel: @unchecked Sendable {
        let loop: WriterLoop
        init(_ loop: WriterLoop) { self.loop = loop }
    }

    /// Signals stay with the threads that expect them; SIGPIPE of a closed pipe becomes EPIPE here (write(2)).
    static func start(_ loop: sending WriterLoop) throws(CaptureError) -> pthread_t {
        let parcel = Unmanaged.passRetained(Parcel(loop))
        var everything = sigset_t()
        var before = sigset_t()
        sigfillset(&everything)
        pthread_sigmask(SIG_SETMASK, &everything, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, WriterThread.body, parcel.toOpaque())
        guard code == 0 else {
            parcel.release()
            throw CaptureError("start the writer's thread", "the capture", errno: code)
        }
        return thread
    }

    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        guard let argument else { return nil }
        Unmanaged<Parcel>.fromOpaque(argument).takeRetainedValue().loop.run()
        return nil
    }
}
