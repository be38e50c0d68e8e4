import Glibc
import LinecheckQuantities
public import LinecheckSockets

/// The server for loads of one's own network: HTTP/1.1, over TLS if wanted, with `GET /__down?bytes=N`, `POST /__up` and
/// `GET /__ping`; and on the same port over UDP a reflector of STAMP test packets (RFC 8762).
///
/// There is no authentication: who listens on more than loopback offers bandwidth to everybody there.
public final class LoadServer: Sendable {
    public struct Configuration: Sendable {
        /// Most bytes of one response or request; a download of more is answered with 403 and one byte.
        public var maximumBytes: Int64
        /// Connections at once; one more takes the place of one that does not use it (see ``SeatOrder``), or is answered with
        /// 503.
        public var maximumConnections: Int
        /// Connections at once that have not said anything; one more takes the place of the oldest.
        public var maximumSilent: Int
        /// nil: plain HTTP.
        public var identity: ServerIdentity?
        /// How long a connection may take for 1,000 bytes of a body, and for a request's head.
        public var idleTimeout: Duration
        /// Congestion controls to try in this order; empty: the system's default.
        public var congestionControl: [String]

        public init(
            maximumBytes: Int64 = 10_000_000_000_000, maximumConnections: Int = 512, maximumSilent: Int = 4_096,
            identity: ServerIdentity? = nil,
            idleTimeout: Duration = .seconds(30), congestionControl: [String] = ["cubic", "reno"]
        ) {
            self.maximumBytes = maximumBytes
            self.maximumConnections = maximumConnections
            self.maximumSilent = maximumSilent
            self.identity = identity
            self.idleTimeout = idleTimeout
            self.congestionControl = congestionControl
        }
    }

    /// Where it listens, in the order asked for.
    public let addresses: [SocketAddress]
    /// Where test packets are reflected: the same addresses, unless another program has the port.
    public let reflects: [SocketAddress]

    private static let joinLimit = Duration.seconds(2)
    private static let fileSize = 1 << 20

    private let configuration: Configuration
    private let file: RandomFile
    private let waker: Waker
    private let acceptors = WorkerGroup()
    private let connections = WorkerGroup()
    private let seats: Seats

    /// Listens on each address and serves until ``stop()``. Those with port 0 share the one that the kernel chooses for the
    /// first of them, so that a host has one port in both families.
    ///
    /// Errors: EADDRINUSE, EADDRNOTAVAIL, EACCES below port 1024; EMFILE, ENOMEM.
    public init(listen addresses: [SocketAddress], configuration: Configuration = Configuration()) throws(SystemError) {
        self.configuration = configuration
        seats = Seats(capacity: configuration.maximumConnections)
        waker = try Waker()
        file = try RandomFile(size: Self.fileSize)
        var listeners: [TCPListener] = []
        var chosen: UInt16 = 0
        for address in addresses {
            let port = address.port == 0 ? chosen : address.port
            let listener = try TCPListener(address.with(port: port), congestion: configuration.congestionControl)
            if address.port == 0 { chosen = listener.address.port }
            listeners.append(listener)
        }
        let bound = listeners.map(\.address)
        var reflectors: [(address: SocketAddress, reflector: Reflector)] = []
        for address in bound {
            if let reflector = try? Reflector(boundTo: address, waker: waker) {
                reflectors.append((address, reflector))
            }
        }
        self.addresses = bound
        reflects = reflectors.map(\.address)
        do throws(SystemError) {
            for listener in listeners {
                try acceptors.start(name: "accept") { [self] in accept(on: listener) }
            }
            for (_, reflector) in reflectors { try acceptors.start(name: "reflect") { reflector.run() } }
        } catch {
            stop()
            throw error
        }
    }

    /// The port of the first address; 0 when there is none.
    public var port: UInt16 { addresses.first?.port ?? 0 }

    /// Closes the listeners, resets the connections and waits for their threads, at most 4 s.
    public func stop() {
        waker.wake()
        _ = acceptors.wait(until: KernelClock.monotonic + Self.joinLimit.nanoseconds)
        _ = connections.wait(until: KernelClock.monotonic + Self.joinLimit.nanoseconds)
    }

    private func accept(on listener: TCPListener) {
        // Without a descriptor for epoll nothing could be accepted either.
        var acceptor = try? Acceptor(
            listener, waker: waker, capacity: configuration.maximumSilent, patience: configuration.idleTimeout,
            serve: { self.serve($0) })
        acceptor?.run()
    }

    private func serve(_ socket: consuming TCPSocket) {
        // Without an address it is gone already.
        guard let peer = socket.peer else { return }
        let seat = Seat(socket.number, of: HolderAddress(peer), patience: configuration.idleTimeout)
        guard seats.take(seat) else { return turnAway(socket) }
        let handover = Handover(socket)
        do throws(SystemError) {
            try connections.start(name: "serve") { [self] in
                guard let socket = handover.take() else { return }
                let channel = ServerChannel(socket, seat: seat, waker: waker)
                withExtendedLifetime(channel) {
                    serve(channel)
                    seats.leave(seat)
                }
            }
        } catch {
            seats.leave(seat)
            if let socket = handover.take() { turnAway(socket) }
        }
    }

    private func serve(_ channel: ServerChannel) {
        if let context = configuration.identity?.context {
            // A handshake that fails leaves nobody to answer.
            guard (try? channel.begin(context)) != nil else { return }
        }
        ServerConnection(channel: channel, file: file, maximum: configuration.maximumBytes).serve()
    }

    /// Says 503 without waiting: an empty send buffer takes so little at once. Over TLS a handshake would come first,
    /// for which there is no thread: the connection is just closed.
    private func turnAway(_ socket: consuming TCPSocket) {
        guard configuration.identity == nil else { return }
        let answer = ServerHead.text(
            .unavailable, "too many connections", keepAlive: false, fields: ["Retry-After: 1"])
        _ = answer.withUnsafeBytes { try? socket.send($0) }
        socket.finishSending()
        // The request that has come already must not turn the close into a reset.
        _ = try? socket.discard(upTo: 65_536)
    }
}
