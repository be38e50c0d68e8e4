import LinecheckSockets
import Synchronization

/// Passes a socket, which has one owner, to the thread that will own it.
final class Handover: Sendable {
    private let socket: Mutex<TCPSocket?>

    init(_ socket: consuming TCPSocket) { self.socket = Mutex(socket) }

    /// The socket, the first time.
    func take() -> TCPSocket? {
        socket.withLock { held in
            var taken: TCPSocket?
            swap(&held, &taken)
            return taken
        }
    }
}
