import Glibc
import LinecheckJSON
import LinecheckQuantities
import Synchronization

/// What can be asked about a writer from any thread.
struct WriterStatus: Sendable {
    var isIncomplete = false
    var lost: Int64 = 0
}

/// The body of the writer's thread: takes commands in order, writes one line for each record, syncs each second.
///
/// A line that cannot be stored does not stop the run: it is counted, the problem is told at once, and the next line
/// is tried again, behind a `gap` record that says what is missing.
final class WriterLoop {
    private let queue: WriterQueue
    private let hooks: CaptureWriter.Hooks
    private let status: StatusBox
    private var file: CaptureFile
    private var encoder: RecordEncoder
    /// Records not stored since the last one that was, and why.
    private var gap: (records: Int64, reason: String) = (0, "")
    /// What fsync(2) said, and whether a record tells it. The kernel drops what it could not write and says so once
    /// (fsync(2), NOTES), so a later success does not take it back.
    private var unsynced: (reason: String, isTold: Bool)?
    private var lastProblem: CaptureError?
    private var isSynced = true
    private var isEnded = false
    private var nextSync = monotonicTime(after: 1)

    init(
        queue: WriterQueue, hooks: CaptureWriter.Hooks, status: StatusBox, file: consuming CaptureFile,
        encoder: RecordEncoder
    ) {
        self.queue = queue
        self.hooks = hooks
        self.status = status
        self.file = file
        self.encoder = encoder
    }

    func run() {
        while true {
            for command in queue.take(until: nextSync) {
                if case .stop = command { return }
                perform(command)
            }
            if isDue(nextSync) {
                if !isEnded { checkpoint() }
                nextSync = monotonicTime(after: 1)
            }
        }
    }

    private func perform(_ command: WriterCommand) {
        switch command {
        case .record(let record):
            append(record)
            if case .phase = record { checkpoint() }
        case .flush(let reply):
            if !isSynced, !isEnded { checkpoint() }
            reply.give(())
        case .finish(let outcome, let reason, let reply): reply.give(finish(outcome, reason))
        case .seal(let verdict, let reply): reply.give(seal(verdict))
        case .stop: break
        }
    }

    // MARK: Records

    private func append(_ record: Record) {
        guard !isEnded else {
            report(CaptureError(path: file.name, reason: "a record came after the end of the run"))
            return status.update { $0.lost += 1 }
        }
        let stored = closeGap() && store(record)
        if !stored {
            gap.records += 1
            status.update { $0.lost += 1 }
        }
        hooks.onWritten(record, stored ? Int(encoder.lines) : nil)
    }

    /// Before the first line that can be stored again: what is missing, or may not be on the disk. False if even that cannot be
    /// stored.
    private func closeGap() -> Bool {
        let isUntold = unsynced?.isTold == false
        guard gap.records > 0 || isUntold else { return true }
        let reason = gap.records > 0 ? gap.reason : unsynced?.reason ?? ""
        let record = Record.gap(Gap(at: hooks.now(), records: gap.records, reason: reason))
        guard store(record) else { return false }
        if gap.records > 0 { lastProblem = nil }
        gap = (0, "")
        unsynced?.isTold = true
        hooks.onWritten(record, Int(encoder.lines))
        return true
    }

    private func store(_ record: Record) -> Bool {
        let before = encoder
        let line = encoder.encode(record)
        do throws(CaptureError) {
            guard line.count <= LineLimit.record else {
                throw CaptureError(path: file.name, reason: "a record is longer than \(LineLimit.record >> 20) MiB")
            }
            try file.write(line)
            isSynced = false
            return true
        } catch {
            encoder = before
            gap.reason = error.reason
            report(error)
            return false
        }
    }

    // MARK: Checkpoints

    /// Writes a sync record and waits until the disk has everything.
    private func checkpoint() {
        let record = encoder.numbered(.sync(Sync(at: hooks.now(), wall: hooks.wall().text, lines: 0)))
        if closeGap(), store(record) { hooks.onWritten(record, Int(encoder.lines)) }
        toDisk()
        nextSync = monotonicTime(after: 1)
    }

    private func toDisk() {
        do throws(CaptureError) {
            try file.sync()
            isSynced = true
            if unsynced?.isTold == true { unsynced = nil }
        } catch {
            if unsynced == nil { unsynced = (error.reason, isTold: false) }
            report(error)
        }
    }

    private func finish(_ outcome: End.Outcome, _ reason: String?) -> Result<End, CaptureError> {
        guard !isEnded else { return .failure(CaptureError(path: file.name, reason: "the run has ended already")) }
        // Behind the end no record may say that this failed.
        if !isSynced { toDisk() }
        let closed = closeGap()
        let end = End(
            at: hooks.now(), wall: hooks.wall().text, outcome: outcome, reason: reason, lines: encoder.lines + 1)
        guard closed, store(.end(end)) else {
            return .failure(lastProblem ?? CaptureError("write", file.name, errno: EIO))
        }
        isEnded = true
        hooks.onWritten(.end(end), Int(encoder.lines))
        toDisk()
        return .success(end)
    }

    private func seal(_ verdict: JSONValue) -> Result<Void, CaptureError> {
        guard isEnded else {
            return .failure(CaptureError(path: file.name, reason: "there is no end record, so it keeps this name"))
        }
        // Without a verdict the capture is whole all the same: replay judges it and says so.
        if store(.verdict(verdict)) { hooks.onWritten(.verdict(verdict), Int(encoder.lines)) }
        toDisk()
        do throws(CaptureError) {
            try file.publish()
            return .success(())
        } catch {
            report(error)
            return .failure(error)
        }
    }

    /// Says a problem at once, and only once while it lasts.
    private func report(_ problem: CaptureError) {
        status.update { $0.isIncomplete = true }
        guard problem != lastProblem else { return }
        lastProblem = problem
        hooks.onProblem(problem)
    }
}

/// A ``WriterStatus`` that threads share.
final class StatusBox: Sendable {
    private let status = Mutex(WriterStatus())

    var value: WriterStatus { status.withLock { $0 } }

    func update(_ change: (inout WriterStatus) -> Void) { status.withLock { change(&$0) } }
}

private func monotonicTime(after seconds: Int) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    time.tv_sec += seconds
    return time
}

private func isDue(_ deadline: timespec) -> Bool {
    let now = monotonicTime(after: 0)
    return (now.tv_sec, now.tv_nsec) >= (deadline.tv_sec, deadline.tv_nsec)
}
