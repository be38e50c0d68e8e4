import LinecheckQuantities
import LinecheckSockets

/// Accepts connections of one listener and hands over those that begin to speak.
struct Acceptor {
    private enum Token {
        static let listener: UInt64 = 1 << 32
        static let waker: UInt64 = 1 << 33
        static let timer: UInt64 = 1 << 34
    }

    private let listener: TCPListener
    private let waker: Waker
    private let patience: Duration
    private let serve: (consuming TCPSocket) -> Void
    private let epoll: Epoll
    private var lobby: Lobby

    /// - Parameters:
    ///   - capacity: of silent connections.
    ///   - patience: how long one may be silent.
    ///   - serve: has to return at once.
    init(
        _ listener: TCPListener, waker: Waker, capacity: Int, patience: Duration,
        serve: @escaping (consuming TCPSocket) -> Void
    ) throws(SystemError) {
        self.listener = listener
        self.waker = waker
        self.patience = patience
        self.serve = serve
        lobby = Lobby(capacity: capacity)
        epoll = try Epoll()
        try epoll.watch(input: listener.number, token: Token.listener)
        try epoll.watch(input: waker.number, token: Token.waker)
    }

    /// Returns when the waker is woken, or epoll fails.
    mutating func run() {
        guard let timer = try? TimerDescriptor() else { return }
        try? epoll.watch(input: timer.number, token: Token.timer)
        while !waker.isWoken {
            guard let ready = try? epoll.wait() else { return }
            for event in ready {
                switch event.token {
                case Token.listener: accept()
                case Token.waker: return
                case Token.timer: timer.acknowledge()
                default: if let socket = lobby.leave(Int32(truncatingIfNeeded: event.token)) { admit(socket) }
                }
            }
            lobby.dropExpired(at: KernelClock.monotonic)
            try? timer.arm(at: lobby.nextDeadline)
        }
    }

    private mutating func accept() {
        do throws(SystemError) {
            // So many at once that those who speak are not kept waiting by those who come.
            for _ in 0..<64 {
                guard let socket = try listener.accept() else { return }
                let number = socket.number
                lobby.enter(socket, until: KernelClock.monotonic + patience.nanoseconds)
                try epoll.watch(input: number, token: UInt64(UInt32(bitPattern: number)))
            }
        } catch {
            // Out of descriptors or memory: a silent one makes room, else the connection waits in the queue, and so do we.
            if lobby.count > 0 {
                lobby.dropOldest()
            } else {
                _ = waker.sleep(until: KernelClock.monotonic + Duration.milliseconds(50).nanoseconds)
            }
        }
    }

    /// The descriptor stays the same, so this epoll has to forget it before another thread owns it.
    private func admit(_ socket: consuming TCPSocket) {
        epoll.forget(socket.number)
        serve(socket)
    }
}
