import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// The bounds that a plan puts on a load, shared by its streams: a pace to hold, and bytes to spend.
final class LoadLimits: Sendable {
    private struct State: Sendable {
        var pace: Pace?
        /// Bytes that may still be moved; nil: as many as go.
        var left: Int64?
    }

    /// The plan sets none, so that nobody has to ask.
    let areNone: Bool
    private let state: Mutex<State>

    init(_ load: Load) {
        areNone = load.pace == nil && load.budget == nil
        state = Mutex(
            State(pace: load.pace.map { Pace(bytesPerSecond: $0.bitsPerSecond / 8) }, left: load.budget?.bytes))
    }

    /// How many of so many bytes may be moved now, 0 when the budget is spent. What is then not moved has to be given
    /// back with ``settle(_:of:waker:)``.
    func grant(_ wanted: Int) -> Int {
        if areNone { return wanted }
        return state.withLock { state in
            var granted = min(wanted, state.pace?.portion ?? wanted)
            if let left = state.left {
                granted = Int(min(Int64(granted), left))
                state.left = left - Int64(granted)
            }
            return granted
        }
    }

    /// Gives back what was granted and not moved, and waits as long as the pace wants.
    func settle(_ transfer: Transfer, of granted: Int, waker: Waker) throws(StreamEnd) {
        if areNone { return }
        let count = if case .moved(let count) = transfer { count } else { 0 }
        let next = state.withLock { state -> Int64? in
            if let left = state.left { state.left = left + Int64(granted - count) }
            return count > 0 ? state.pace?.moved(Int64(count), at: KernelClock.monotonic) : nil
        }
        if let next, !waker.sleep(until: next) { throw .stopped }
    }
}
