import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// The bounds that a plan puts on a load, shared by its streams: a pace to hold, bytes to spend, and bytes at which a guard
/// ends the phase.
final class LoadLimits: Sendable {
    private struct State: Sendable {
        var pace: Pace?
        /// Bytes that may still be moved; nil: as many as go.
        var left: Int64?
        /// Body bytes up to the ceiling; nil: there is none.
        var room: Int64?
    }

    enum Grant: Equatable, Sendable {
        /// At least one.
        case bytes(Int)
        /// The budget is spent.
        case spent
        /// No more until the guard ends the phase, or another stream gives back what it did not move.
        case full
    }

    /// The plan sets none, so that nobody has to ask.
    let areNone: Bool
    private let state: Mutex<State>

    /// - Parameter ceiling: body bytes above which a guard ends the phase. It looks at them ten times a second, in which a
    ///   fast line moves as much as the whole ceiling.
    init(_ load: Load, ceiling: ByteCount? = nil) {
        areNone = load.pace == nil && load.budget == nil && ceiling == nil
        state = Mutex(
            State(
                pace: load.pace.map { Pace(bytesPerSecond: $0.bitsPerSecond / 8) }, left: load.budget?.bytes,
                // The byte above the limit is the one that trips the guard.
                room: ceiling.map { $0.bytes == .max ? $0.bytes : $0.bytes + 1 }))
    }

    /// How many of so many bytes may be moved now. What is then not moved has to be given back with
    /// ``settle(_:of:waker:)``.
    func grant(_ wanted: Int) -> Grant {
        if areNone { return .bytes(wanted) }
        return state.withLock { state in
            if state.left == 0 { return .spent }
            if state.room == 0 { return .full }
            var granted = min(wanted, state.pace?.portion ?? wanted)
            if let left = state.left { granted = Int(min(Int64(granted), left)) }
            if let room = state.room { granted = Int(min(Int64(granted), room)) }
            if let left = state.left { state.left = left - Int64(granted) }
            if let room = state.room { state.room = room - Int64(granted) }
            return .bytes(granted)
        }
    }

    /// Gives back what was granted and not moved, and waits as long as the pace wants.
    func settle(_ transfer: Transfer, of granted: Int, waker: Waker) throws(StreamEnd) {
        if areNone { return }
        let count = if case .moved(let count) = transfer { count } else { 0 }
        let next = state.withLock { state -> Int64? in
            if let left = state.left { state.left = left + Int64(granted - count) }
            if let room = state.room { state.room = room + Int64(granted - count) }
            return count > 0 ? state.pace?.moved(Int64(count), at: KernelClock.monotonic) : nil
        }
        if let next, !waker.sleep(until: next) { throw .stopped }
    }

    /// Gives back to the ceiling what was moved and is no body byte that the guard counts.
    func giveBack(_ count: Int64) {
        if areNone || count == 0 { return }
        state.withLock { state in if let room = state.room { state.room = room + count } }
    }
}
