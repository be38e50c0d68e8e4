import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// The bounds that a plan puts on a load, shared by its streams: a pace to hold, bytes to spend, and bytes at which a guard
/// ends the phase.
final class LoadLimits: Sendable {
    private struct State: Sendable {
        var pace: Pace?
        /// nil: as many bytes as go.
        var budget: Budget?
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
        /// The rest of the budget is another stream's for now.
        case held
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
                pace: load.pace.map { Pace(bytesPerSecond: $0.bitsPerSecond / 8) },
                budget: load.budget.map { Budget($0.bytes) },
                // The byte above the limit is the one that trips the guard.
                room: ceiling.map { $0.bytes == .max ? $0.bytes : $0.bytes + 1 }))
    }

    /// How many of so many bytes may be moved now. What is then not moved has to be given back with
    /// ``settle(_:of:promise:waker:)``.
    func grant(_ wanted: Int) -> Grant {
        if areNone { return .bytes(wanted) }
        return state.withLock { state in
            if state.room == 0 { return .full }
            var granted = Int64(min(wanted, state.pace?.portion ?? wanted))
            if let room = state.room { granted = min(granted, room) }
            switch state.budget?.grant(granted) {
            case .spent: return .spent
            case .held: return .held
            case .bytes(let count): granted = count
            case nil: break
            }
            if let room = state.room { state.room = room - granted }
            return .bytes(Int(granted))
        }
    }

    /// Gives back what was granted and not moved, and waits as long as the pace wants.
    ///
    /// - Parameter promise: what the request in hand still has to move of the budget.
    func settle(
        _ transfer: Transfer, of granted: Int, promise: inout Int64, waker: Waker
    ) throws(StreamEnd) {
        if areNone { return }
        let count = if case .moved(let count) = transfer { count } else { 0 }
        var rest = promise
        let next = state.withLock { state -> Int64? in
            state.budget?.settle(Int64(granted), moved: Int64(count), promise: &rest)
            if let room = state.room { state.room = room + Int64(granted - count) }
            return count > 0 ? state.pace?.moved(Int64(count), at: KernelClock.monotonic) : nil
        }
        promise = rest
        if let next, !waker.sleep(until: next) { throw .stopped }
    }

    /// Gives back to the ceiling what was moved and is no body byte that the guard counts.
    func giveBack(_ count: Int64) {
        if areNone || count == 0 { return }
        state.withLock { state in if let room = state.room { state.room = room + count } }
    }

    /// Gives back to ceiling and budget what was read and was no body.
    func giveBack(heads count: Int64) {
        giveBack(count)
        if areNone || count == 0 { return }
        state.withLock { state in state.budget?.giveBack(count) }
    }

    /// What a new request may ask for of the budget; nil: there is none.
    func promise(upTo most: Int64, streams: Int) -> Budget.Grant? {
        if areNone { return nil }
        return state.withLock { $0.budget?.promise(upTo: most, streams: streams) }
    }

    /// A request is over, which had so much of the budget still to move.
    func release(_ promise: Int64) {
        if areNone || promise == 0 { return }
        state.withLock { $0.budget?.release(promise) }
    }
}
