import Glibc
public import LinecheckJSON
public import LinecheckQuantities
import LinecheckThreads

/// Appends records to a capture, on a thread of its own: one write(2) a record, in the order of ``append(_:)``.
///
/// While the run goes on the file is called `NAME.partial`. A checkpoint with fsync(2) follows each phase change and
/// each second, so that a kill at any moment leaves a capture that can be read to its last line. A full or failing
/// disk is said at once and never stops the run.
///
/// A writer that is let go without ``finish(_:reason:)`` leaves its `.partial` as a killed run does.
public final class CaptureWriter: Sendable {
    /// How the writer sees time, and whom it tells. All are called on the writer's thread.
    public struct Hooks: Sendable {
        /// The run's clock, for checkpoints.
        public var now: @Sendable () -> RunInstant
        public var wall: @Sendable () -> WallTime
        /// Each record after its write, checkpoints included, with its line counted from 1; nil for a record that
        /// could not be stored, so that guards can still act on it. May append; must not flush, finish or seal.
        public var onWritten: @Sendable (Record, Int?) -> Void
        /// A problem with the disk, at once, and once while it lasts.
        public var onProblem: @Sendable (CaptureError) -> Void

        public init(
            now: @escaping @Sendable () -> RunInstant, wall: @escaping @Sendable () -> WallTime,
            onWritten: @escaping @Sendable (Record, Int?) -> Void = { _, _ in },
            onProblem: @escaping @Sendable (CaptureError) -> Void = { _ in }
        ) {
            self.now = now
            self.wall = wall
            self.onWritten = onWritten
            self.onProblem = onProblem
        }
    }

    /// The final name; nil when writing to a descriptor.
    public let path: String?
    private let queue = WriterQueue()
    private let status = StatusBox()
    private let thread: SignalFreeThread

    /// Creates `path.partial` with its header on the disk.
    ///
    /// - Throws: when `path` or `path.partial` exists, or the header cannot be stored.
    public convenience init(path: String, header: Header, hooks: Hooks) throws(CaptureError) {
        try self.init(file: try CaptureFile(creating: path), path: path, header: header, hooks: hooks)
    }

    /// Writes to an open descriptor, such as standard output, and leaves it open.
    public convenience init(descriptor: Int32, header: Header, hooks: Hooks) throws(CaptureError) {
        try self.init(file: CaptureFile(descriptor: descriptor), path: nil, header: header, hooks: hooks)
    }

    private init(file: consuming CaptureFile, path: String?, header: Header, hooks: Hooks) throws(CaptureError) {
        self.path = path
        var encoder = RecordEncoder()
        try Self.begin(&file, header, &encoder)
        let loop = WriterLoop(queue: queue, hooks: hooks, status: status, file: file, encoder: encoder)
        hooks.onWritten(.header(header), 1)
        thread = try WriterThread.start(loop)
    }

    private static func begin(
        _ file: inout CaptureFile, _ header: Header, _ encoder: inout RecordEncoder
    ) throws(CaptureError) {
        let line = encoder.encode(.header(header))
        guard line.count <= LineLimit.header else {
            throw CaptureError(
                path: file.name, reason: "the plan and its rules are longer than \(LineLimit.header >> 20) MiB")
        }
        try file.write(line)
        try file.sync()
        try file.syncDirectory()
    }

    deinit {
        queue.push(.stop)
        // The last reference may be dropped inside a hook, and no thread can wait for itself.
        if thread.isCurrent { thread.detach() } else { thread.join() }
    }

    /// Queues a record; returns at once, from any thread.
    public func append(_ record: Record) { queue.push(.record(record)) }

    /// Returns when everything appended so far is written and on the disk, behind a checkpoint.
    public func flush() {
        let reply = Reply<Void>()
        queue.push(.flush(reply))
        _ = reply.wait()
    }

    /// Writes the end record, behind everything appended so far, and brings it to the disk.
    ///
    /// - Returns: the record as it was written.
    /// - Throws: when it could not be stored; the capture then stays a partial one.
    public func finish(_ outcome: End.Outcome, reason: String? = nil) throws(CaptureError) -> End {
        let reply = Reply<Result<End, CaptureError>>()
        queue.push(.finish(outcome, reason, reply))
        return try (reply.wait() ?? .failure(lost)).get()
    }

    /// Appends the verdict and gives the file its final name, which must still be free.
    ///
    /// - Throws: when there is no end record, or the name was taken during the run.
    public func seal(verdict: JSONValue) throws(CaptureError) {
        let reply = Reply<Result<Void, CaptureError>>()
        queue.push(.seal(verdict, reply))
        try (reply.wait() ?? .failure(lost)).get()
    }

    /// Something could not be stored, or fsync(2) failed: what is on the disk may be less than what was seen.
    public var isIncomplete: Bool { status.value.isIncomplete }

    /// How many records could not be stored.
    public var lostRecords: Int64 { status.value.lost }

    private var lost: CaptureError { CaptureError(path: path ?? "-", reason: "the writer does not answer") }
}
