import LinecheckThreads
import Synchronization

/// A capture's records behind its header, portion by portion; those of a large file are read on a thread of their own, a few
/// portions ahead of whoever judges them.
public final class CapturePortions {
    /// Bytes from which on a thread pays.
    private static let large: Int64 = 16_000_000

    private let probes: ProbeNames
    private let here: Reading
    private let ahead: ReadAhead?

    /// - Parameters:
    ///   - reader: has given its header.
    ///   - probes: whose plain samples are wanted as such.
    public convenience init(_ reader: consuming CaptureReader, of probes: ProbeNames) {
        self.init(reader, of: probes, aheadFrom: Self.large)
    }

    /// - Parameter size: bytes of a file from which on it is read ahead.
    package init(_ reader: consuming CaptureReader, of probes: ProbeNames, aheadFrom size: Int64) {
        let isLarge = reader.progress.map { $0.of >= size } ?? false
        self.probes = probes
        here = Reading(reader)
        ahead = isLarge && OnAllCores.count > 1 ? try? ReadAhead(here, probes) : nil
    }

    deinit { ahead?.stop() }

    /// What was noticed without ending the reading; whole when the end was reached.
    public var damages: [Damage] { here.reader.damages }

    /// Fills a portion with what comes next, instead of what it held; false at the end.
    public func next(_ portion: inout CapturePortion) throws(Damage) -> Bool {
        if let ahead { return try ahead.next(&portion) }
        return try here.reader.next(&portion, of: probes)
    }
}

/// A reader that one thread at a time uses: that of ``ReadAhead`` until it has ended, and then whoever asks.
private final class Reading: @unchecked Sendable {
    var reader: CaptureReader
    init(_ reader: consuming CaptureReader) { self.reader = reader }
}

/// Portions go round in a ring of slots. They are swapped in and out, so that the storage of each has one owner at any time and is
/// made once.
private final class ReadAhead: Sendable {
    private static let depth = 4

    private struct State: Sendable {
        var slots = Array(repeating: CapturePortion(), count: ReadAhead.depth)
        var written = 0
        var taken = 0
        /// How it ended; nil: it goes on.
        var end: Result<Void, Damage>?
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let filled = Semaphore(0)
    private let vacant = Semaphore(ReadAhead.depth)
    private let thread: Mutex<SignalFreeThread?> = Mutex(nil)

    init(_ reading: Reading, _ probes: ProbeNames) throws(SignalFreeThread.Refused) {
        let started = try SignalFreeThread { [self] in run(reading, probes) }
        thread.withLock { $0 = started }
    }

    private func run(_ reading: Reading, _ probes: ProbeNames) {
        let end: Result<Void, Damage>
        do throws(Damage) {
            var portion = CapturePortion()
            while try reading.reader.next(&portion, of: probes), put(&portion) {}
            end = .success(())
        } catch {
            end = .failure(error)
        }
        state.withLock { $0.end = end }
        filled.post()
    }

    /// False when nobody wants it any more.
    private func put(_ portion: inout CapturePortion) -> Bool {
        vacant.wait()
        let isWanted = state.withLock { state in
            swap(&state.slots[state.written % Self.depth], &portion)
            state.written += 1
            return !state.isAbandoned
        }
        filled.post()
        return isWanted
    }

    func next(_ portion: inout CapturePortion) throws(Damage) -> Bool {
        filled.wait()
        let (isThere, end) = state.withLock { state -> (Bool, Result<Void, Damage>?) in
            guard state.taken < state.written else { return (false, state.end) }
            swap(&state.slots[state.taken % Self.depth], &portion)
            state.taken += 1
            return (true, nil)
        }
        if isThere {
            vacant.post()
            return true
        }
        // Whoever asks again gets the same answer.
        filled.post()
        stop()
        try end?.get()
        return false
    }

    /// Returns when the thread has ended, and with it all use of the reader.
    func stop() {
        state.withLock { $0.isAbandoned = true }
        vacant.post()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }
}
