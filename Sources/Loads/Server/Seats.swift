import Glibc
import LinecheckSockets
import Synchronization

/// The places of a server, shared by its listeners.
final class Seats: Sendable {
    private let order: SeatOrder
    /// In the order in which they came.
    private let taken = Mutex<[Seat]>([])

    init(capacity: Int) { order = SeatOrder(capacity: capacity) }

    /// Whether there is a place; if it was another's, that connection is broken, and its thread ends.
    func take(_ seat: Seat) -> Bool {
        taken.withLock { taken in
            switch order.decide(seat.address, among: taken.map(\.holder), at: KernelClock.monotonic) {
            case .full: return false
            case .free: break
            case .takes(let index):
                // Its descriptor is open as long as the seat is here.
                shutdown(taken.remove(at: index).number, Int32(SHUT_RDWR))
            }
            taken.append(seat)
            return true
        }
    }

    /// To be called before the socket is closed; nothing when another has the place.
    func leave(_ seat: Seat) { taken.withLock { $0.removeAll { $0 === seat } } }
}
