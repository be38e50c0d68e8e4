import LinecheckPlan
import LinecheckSockets
import Synchronization

/// Counts the body bytes of one stream over all its connections, readable at any moment by any thread.
final class StreamMeter: Sendable {
    private struct Live: Sendable {
        /// Valid as long as this is here: the stream detaches before it closes.
        var socket: Int32
        var ledger = AckLedger()
    }

    private struct State: Sendable {
        /// Body bytes acknowledged on connections that are closed.
        var settled: Int64 = 0
        var live: Live?
        /// Body bytes that were written to closed connections and never acknowledged.
        var lost: Int64 = 0
    }

    private let direction: Load.Direction
    private let received = Atomic<Int64>(0)
    private let state = Mutex(State())

    init(_ direction: Load.Direction) { self.direction = direction }

    func attach(_ socket: Int32) { state.withLock { $0.live = Live(socket: socket) } }

    /// To be called before the socket is closed: the kernel's count goes with it.
    func detach() {
        state.withLock { state in
            let acknowledged = Self.acknowledged(&state.live)
            state.settled += acknowledged
            state.lost += (state.live?.ledger.written ?? 0) - acknowledged
            state.live = nil
        }
    }

    /// Body bytes written to connections that closed before they were acknowledged, since this was last asked.
    func takeLost() -> Int64 {
        state.withLock { state in
            defer { state.lost = 0 }
            return state.lost
        }
    }

    /// Body bytes came in.
    func read(_ count: Int64) { received.add(count, ordering: .relaxed) }

    /// Bytes were given to the socket, see ``AckLedger/note(wire:body:)``.
    func wrote(wire: Int64, body: Int64) { state.withLock { $0.live?.ledger.note(wire: wire, body: body) } }

    /// Body bytes moved so far; never falls.
    var total: Int64 {
        switch direction {
        case .download: received.load(ordering: .relaxed)
        case .upload: state.withLock { $0.settled + Self.acknowledged(&$0.live) }
        }
    }

    /// TCP_INFO of the connection, nil when there is none.
    var info: TCPInfo? { state.withLock { state in state.live.flatMap { try? TCPInfo(of: $0.socket) } } }

    private static func acknowledged(_ live: inout Live?) -> Int64 {
        guard let socket = live?.socket, let info = try? TCPInfo(of: socket) else { return 0 }
        return live?.ledger.body(acknowledged: info.acknowledged) ?? 0
    }
}
