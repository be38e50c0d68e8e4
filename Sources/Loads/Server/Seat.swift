import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// One connection's place at the server, and what it has done with it lately.
final class Seat: Sendable {
    /// Fewer body bytes than this in the time that a connection may rest are no transfer. The slowest load a plan can ask
    /// for moves 8 kbit/s, 30 kB in 30 s; 16 streams over a line of 9.6 kbit/s move 2.2 kB each.
    static let leastMoved: Int64 = 1_000

    let number: Int32
    let address: HolderAddress
    private let patience: Duration
    private let isNew = Atomic<Bool>(true)
    private let since: Atomic<Int64>
    /// Body bytes since then.
    private let moved = Atomic<Int64>(0)

    /// - Parameters:
    ///   - number: the socket's descriptor.
    ///   - patience: how long it may move next to nothing.
    init(_ number: Int32, of address: HolderAddress, patience: Duration) {
        self.number = number
        self.address = address
        self.patience = patience
        since = Atomic(KernelClock.monotonic)
    }

    /// When its time is up if nothing worth the name is moved until then, CLOCK_MONOTONIC in ns.
    var deadline: Int64 { since.load(ordering: .relaxed) + patience.nanoseconds }

    /// Its time begins again: a head is waited for.
    func awaitsHead() { restart() }

    /// A whole head has come.
    func hasSpoken() {
        isNew.store(false, ordering: .relaxed)
        restart()
    }

    /// Body bytes have moved. For one thread, the connection's.
    func moves(_ count: Int64) {
        let sum = moved.load(ordering: .relaxed) + count
        guard sum >= Self.leastMoved else { return moved.store(sum, ordering: .relaxed) }
        restart()
    }

    private func restart() {
        moved.store(0, ordering: .relaxed)
        since.store(KernelClock.monotonic, ordering: .relaxed)
    }

    /// As ``SeatOrder`` wants it.
    var holder: SeatOrder.Holder {
        SeatOrder.Holder(
            address: address, isNew: isNew.load(ordering: .relaxed), since: since.load(ordering: .relaxed))
    }
}
