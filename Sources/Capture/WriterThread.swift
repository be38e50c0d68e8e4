import LinecheckThreads

/// Starts the writer's thread. SIGPIPE of a closed pipe becomes EPIPE there (write(2)).
enum WriterThread {
    /// Carries the loop over to its thread, where alone it is used from then on.
    private final class Parcel: @unchecked Sendable {
        let loop: WriterLoop
        init(_ loop: WriterLoop) { self.loop = loop }
    }

    static func start(_ loop: sending WriterLoop) throws(CaptureError) -> SignalFreeThread {
        let parcel = Parcel(loop)
        do {
            return try SignalFreeThread { parcel.loop.run() }
        } catch { throw CaptureError("start the writer's thread", "the capture", errno: error.errno) }
    }
}
