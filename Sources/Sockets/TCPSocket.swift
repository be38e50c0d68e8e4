import CSockets
import Glibc

/// What a non-blocking read or write came to.
public enum Transfer: Equatable, Sendable {
    case moved(Int)
    /// Nothing now: wait until readable.
    case awaitsReading
    /// Nothing now: wait until writable.
    case awaitsWriting
    /// The peer sent its end of stream.
    case ended
}

/// A non-blocking TCP socket that resets its connection when it is closed.
public struct TCPSocket: ~Copyable, Sendable {
    /// How a connection leaves this host.
    public struct Options: Sendable {
        /// Local address; its port is 0 for the kernel's choice.
        public var source: SocketAddress?
        /// Interface name (SO_BINDTODEVICE).
        public var interface: String?
        /// Congestion controls to try in this order; the system's default when none is allowed.
        public var congestion: [String]
        /// Connecting fails when the kernel refuses every congestion control named.
        public var requiresCongestion: Bool
        /// The six bits of RFC 2474; nil: as the system does.
        public var dscp: Int?
        /// Most that waits to be read, and so nearly what the peer may send ahead; nil: as the system does.
        public var receiveBuffer: Int?

        public init(
            source: SocketAddress? = nil, interface: String? = nil, congestion: [String] = [],
            requiresCongestion: Bool = false, dscp: Int? = nil, receiveBuffer: Int? = nil
        ) {
            self.source = source
            self.interface = interface
            self.congestion = congestion
            self.requiresCongestion = requiresCongestion
            self.dscp = dscp
            self.receiveBuffer = receiveBuffer
        }
    }

    private let descriptor: Descriptor

    public var number: Int32 { descriptor.number }

    /// Takes over a connected, non-blocking descriptor, as accept4 gives it.
    public init(accepted descriptor: consuming Descriptor) {
        TCPOptions.sendAtOnce(descriptor.number)
        self.descriptor = descriptor
    }

    /// Begins to connect; the socket becomes writable when that is settled, see ``connectionError()``.
    ///
    /// Errors: what socket(2), bind(2), SO_BINDTODEVICE or connect(2) say at once: ENETUNREACH, EADDRNOTAVAIL,
    /// ENODEV, EPERM.
    public init(connectingTo peer: SocketAddress, options: Options) throws(SystemError) {
        let opened = try Self.prepared(peer.family, options)
        let number = opened.number
        let result = peer.withSockaddr { connect(number, $0, $1) }
        let code = errno
        if result < 0, code != EINPROGRESS { throw SystemError("connect", code, subject: peer.text) }
        descriptor = opened
    }

    /// What of the options this host does not grant: the error that connecting would fail with, without a packet.
    public static func check(_ options: Options, for family: SocketAddress.Family) throws(SystemError) {
        _ = try prepared(family, options)
    }

    private static func prepared(
        _ family: SocketAddress.Family, _ options: Options
    ) throws(SystemError) -> Descriptor {
        let opened = Descriptor(owning: try checked("socket") { cs_tcp_socket(family.number) })
        let number = opened.number
        TCPOptions.sendAtOnce(number)
        TCPOptions.resetOnClose(number)
        if !TCPOptions.setCongestion(number, options.congestion), options.requiresCongestion {
            throw SystemError("setsockopt TCP_CONGESTION", errno, subject: options.congestion.joined(separator: ", "))
        }
        if let count = options.receiveBuffer { TCPOptions.setReceiveBuffer(number, count) }
        if let dscp = options.dscp { try TCPOptions.setTrafficClass(number, family, dscp: dscp) }
        if let interface = options.interface { try TCPOptions.bind(number, toInterface: interface) }
        if let source = options.source { try TCPOptions.bind(number, to: source) }
        return opened
    }

    /// The errno with which connecting or the connection failed, 0 when it did not; reading clears it.
    public func connectionError() -> Int32 {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &length)
        return code
    }

    /// Who is at the other end; nil when the connection is over.
    public var peer: SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(number, $0, &length) }
        }
        return result == 0 ? SocketAddress(storage) : nil
    }

    /// The congestion control in force; nil when the kernel does not say.
    public var congestion: String? { TCPOptions.congestion(number) }

    /// Drops what is still unsent when the socket is closed, instead of leaving it to the kernel.
    public func resetOnClose() { TCPOptions.resetOnClose(number) }

    /// Ends our direction only.
    public func finishSending() { _ = shutdown(number, Int32(SHUT_WR)) }

    public func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Transfer {
        try transfer("send", awaiting: .awaitsWriting) {
            cs_tcp_send(number, bytes.baseAddress, bytes.count)
        }
    }

    /// Sends from a file without copying it through this process (sendfile(2)).
    ///
    /// It raises SIGPIPE on a broken connection: the calling thread must have that blocked.
    public func send(_ file: Int32, from offset: Int64, count: Int) throws(SystemError) -> Transfer {
        var offset = off_t(offset)
        return try transfer("sendfile", awaiting: .awaitsWriting) { sendfile(number, file, &offset, count) }
    }

    public func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer {
        let result = try transfer("recv", awaiting: .awaitsReading) {
            recv(number, buffer.baseAddress, buffer.count, 0)
        }
        return result == .moved(0) ? .ended : result
    }

    /// Takes bytes off the socket without copying them (MSG_TRUNC, tcp(7)).
    public func discard(upTo count: Int) throws(SystemError) -> Transfer {
        let result = try transfer("recv", awaiting: .awaitsReading) {
            cs_tcp_discard(number, count)
        }
        return result == .moved(0) ? .ended : result
    }

    /// The socket becomes readable with so many bytes, not sooner (SO_RCVLOWAT, socket(7)); the end of the stream and
    /// errors are seen at once all the same.
    public func wakeUp(for count: Int) { TCPOptions.setReceiveLowMark(number, count) }

    private func transfer(
        _ call: String, awaiting: Transfer, _ body: () -> Int
    ) throws(SystemError) -> Transfer {
        do {
            return .moved(try checked(call, body))
        } catch  where error.errno == EAGAIN || error.errno == EWOULDBLOCK {
            return awaiting
        }
    }
}
