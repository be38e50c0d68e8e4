import Glibc
import LinecheckQuantities
public import LinecheckSockets

/// The server for loads of one's own network: HTTP/1.1 with `GET /__down?bytes=N`, `POST /__up`, `GET /__ping`, and on
/// the same port over UDP an echo with times.
///
/// It is plain HTTP without authentication: who listens on more than loopback offers bandwidth to everybody there.
public final class LoadServer: Sendable {
    public struct Configuration: Sendable {
        /// Most bytes of one response or request; a download of more is answered with 403 and one byte.
        public var maximumBytes: Int64
        /// Connections at once; one more is answered with 503.
        public var maximumConnections: Int
        /// How long a connection may move nothing, and a request's head may take.
        public var idleTimeout: Duration
        /// Congestion controls to try in this order; empty: the system's default.
        public var congestionControl: [String]

        public init(
            maximumBytes: Int64 = 10_000_000_000_000, maximumConnections: Int = 512,
            idleTimeout: Duration = .seconds(30), congestionControl: [String] = ["cubic", "reno"]
        ) {
            self.maximumBytes = maximumBytes
            self.maximumConnections = maximumConnections
            self.idleTimeout = idleTimeout
            self.congestionControl = congestionControl
        }
    }

    /// Where it listens, in the order asked for.
    public let addresses: [SocketAddress]

    private static let joinLimit = Duration.seconds(2)
    private static let fileSize = 1 << 20

    private let configuration: Configuration
    private let file: RandomFile
    private let waker: Waker
    private let acceptors = WorkerGroup()
    private let connections = WorkerGroup()

    /// Listens on each address, all on the same port (port 0: chosen by the first), and serves until ``stop()``.
    ///
    /// Errors: EADDRINUSE, EADDRNOTAVAIL, EACCES below port 1024; EMFILE, ENOMEM.
    public init(listen addresses: [SocketAddress], configuration: Configuration = Configuration()) throws(SystemError) {
        self.configuration = configuration
        waker = try Waker()
        file = try RandomFile(size: Self.fileSize)
        let (listeners, echoes) = try Self.listen(addresses, configuration)
        self.addresses = listeners.map(\.address)
        do throws(SystemError) {
            for listener in listeners { try acceptors.start(name: "accept") { [self] in accept(on: listener) } }
            for echo in echoes { try acceptors.start(name: "echo") { [self] in answer(on: echo) } }
        } catch {
            stop()
            throw error
        }
    }

    /// The kernel chooses a free TCP port, of which UDP may have another owner: then it has to choose again.
    private static let choices = 16

    private static func listen(
        _ addresses: [SocketAddress], _ configuration: Configuration
    ) throws(SystemError) -> ([TCPListener], [EchoListener]) {
        var refusal: SystemError?
        for _ in 0..<(addresses.first?.port == 0 ? choices : 1) {
            var listeners: [TCPListener] = []
            for address in addresses {
                let port = listeners.first?.address.port ?? address.port
                listeners.append(
                    try TCPListener(address.with(port: port), congestion: configuration.congestionControl))
            }
            do throws(SystemError) {
                var echoes: [EchoListener] = []
                for listener in listeners { echoes.append(try EchoListener(listener.address)) }
                return (listeners, echoes)
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
        return ([], [])
    }

    private func answer(on echo: EchoListener) {
        while case .ready = waker.wait(for: echo.number, events: POLLIN) { echo.answerAll() }
    }

    /// The port of all addresses; 0 when there are none.
    public var port: UInt16 { addresses.first?.port ?? 0 }

    /// Closes the listeners, resets the connections and waits for their threads, at most 4 s.
    public func stop() {
        waker.wake()
        _ = acceptors.wait(until: KernelClock.monotonic + Self.joinLimit.nanoseconds)
        _ = connections.wait(until: KernelClock.monotonic + Self.joinLimit.nanoseconds)
    }

    private func accept(on listener: TCPListener) {
        while case .ready = waker.wait(for: listener.number, events: POLLIN) {
            do throws(SystemError) {
                while !waker.isWoken, let socket = try listener.accept() { serve(socket) }
            } catch {
                // Out of descriptors or memory: the connection waits in the queue, and so do we.
                _ = waker.sleep(until: KernelClock.monotonic + Duration.milliseconds(50).nanoseconds)
            }
        }
    }

    private func serve(_ socket: consuming TCPSocket) {
        guard connections.count < configuration.maximumConnections else { return Self.turnAway(socket) }
        let handover = Handover(socket)
        do throws(SystemError) {
            try connections.start(name: "serve") { [self] in
                guard let socket = handover.take() else { return }
                let channel = ServerChannel(socket, waker: waker, idleTimeout: configuration.idleTimeout)
                ServerConnection(channel: channel, file: file, maximum: configuration.maximumBytes).serve()
            }
        } catch {
            if let socket = handover.take() { Self.turnAway(socket) }
        }
    }

    /// Says 503 without waiting: an empty send buffer takes so little at once.
    private static func turnAway(_ socket: consuming TCPSocket) {
        let answer = ServerHead.text(
            .unavailable, "too many connections", keepAlive: false, fields: ["Retry-After: 1"])
        _ = answer.withUnsafeBytes { try? socket.send($0) }
        socket.finishSending()
        // The request that has come already must not turn the close into a reset.
        _ = try? socket.discard(upTo: 65_536)
    }
}
