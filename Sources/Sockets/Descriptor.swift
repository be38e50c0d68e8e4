internal import Glibc

/// An open file descriptor with one owner, closed when that owner lets go of it.
public struct Descriptor: ~Copyable, Sendable {
    /// For system calls, while the owner lives.
    public let number: Int32

    public init(owning number: Int32) { self.number = number }

    deinit { _ = close(number) }
}

extension Descriptor {
    /// A non-blocking socket that child processes do not inherit.
    public static func socket(
        family: SocketAddress.Family, type: SocketType, protocolNumber: Int32 = 0
    ) throws(SystemError) -> Descriptor {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = try checked("socket", subject: "\(family.rawValue) \(type)") {
            Glibc.socket(family.number, type.number | flags, protocolNumber)
        }
        return Descriptor(owning: number)
    }

    /// Sets an option that is one integer.
    public func set(_ option: SocketOption, to value: Int32) throws(SystemError) {
        var value = value
        try checked("setsockopt", subject: option.name) {
            setsockopt(number, option.level, option.number, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// Binds the socket to a local address; port 0 leaves the port (of a ping socket: the identifier) to the kernel.
    public func bind(to address: SocketAddress) throws(SystemError) {
        try checked("bind", subject: address.text) {
            address.withSockaddr { Glibc.bind(number, $0, $1) }
        }
    }

    /// Sends only through this interface (SO_BINDTODEVICE).
    public func bind(toInterface name: String) throws(SystemError) {
        try checked("setsockopt", subject: "SO_BINDTODEVICE \(name)") {
            name.utf8CString.withUnsafeBufferPointer {
                setsockopt(number, SOL_SOCKET, SO_BINDTODEVICE, $0.baseAddress, socklen_t($0.count))
            }
        }
    }

    /// Closing sends a reset instead of a farewell, and leaves no port in TIME_WAIT (SO_LINGER {1, 0}).
    public func resetOnClose() throws(SystemError) {
        var setting = linger(l_onoff: 1, l_linger: 0)
        try checked("setsockopt", subject: "SO_LINGER") {
            setsockopt(number, SOL_SOCKET, SO_LINGER, &setting, socklen_t(MemoryLayout<linger>.size))
        }
    }

    /// Begins to connect; nil: connected or under way, else the errno.
    public func connect(to address: SocketAddress) -> Int32? {
        let result = address.withSockaddr { Glibc.connect(number, $0, $1) }
        // EINTR: the connection goes on by itself (connect(2)).
        if result == 0 || errno == EINPROGRESS || errno == EINTR { return nil }
        return errno
    }

    /// The error that waits on the socket, which reading clears; nil when there is none.
    public func takePendingError() -> Int32? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code != 0 else { return nil }
        return code
    }

    /// The socket's own address; nil when it is of another family.
    public func localAddress() throws(SystemError) -> SocketAddress? {
        try address("getsockname") { getsockname(number, $0, $1) }
    }

    /// The address that the socket is connected to.
    public func peerAddress() throws(SystemError) -> SocketAddress? {
        try address("getpeername") { getpeername(number, $0, $1) }
    }

    private func address(
        _ call: String, _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) throws(SystemError) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        try checked(call) {
            withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
            }
        }
        return SocketAddress(storage)
    }
}

/// The kinds of socket that are used here.
public enum SocketType: Sendable {
    case stream, datagram, raw

    var number: Int32 {
        switch self {
        case .stream: Int32(SOCK_STREAM.rawValue)
        case .datagram: Int32(SOCK_DGRAM.rawValue)
        case .raw: Int32(SOCK_RAW.rawValue)
        }
    }
}

/// A socket option whose value is one integer.
public struct SocketOption: Sendable {
    public let name: String
    let level: Int32
    let number: Int32

    public static let receiveErrors4 = SocketOption(name: "IP_RECVERR", level: Int32(IPPROTO_IP), number: IP_RECVERR)
    public static let receiveErrors6 = SocketOption(
        name: "IPV6_RECVERR", level: Int32(IPPROTO_IPV6), number: IPV6_RECVERR)
    public static let receiveTTL = SocketOption(name: "IP_RECVTTL", level: Int32(IPPROTO_IP), number: IP_RECVTTL)
    public static let receiveHopLimit = SocketOption(
        name: "IPV6_RECVHOPLIMIT", level: Int32(IPPROTO_IPV6), number: IPV6_RECVHOPLIMIT)
    public static let receiveBuffer = SocketOption(name: "SO_RCVBUF", level: SOL_SOCKET, number: SO_RCVBUF)
    /// Beyond net.core.rmem_max, for CAP_NET_ADMIN.
    public static let receiveBufferForce = SocketOption(
        name: "SO_RCVBUFFORCE", level: SOL_SOCKET, number: SO_RCVBUFFORCE)
    /// `::` and IPv4 on the same port are two sockets.
    public static let onlyIPv6 = SocketOption(name: "IPV6_V6ONLY", level: Int32(IPPROTO_IPV6), number: IPV6_V6ONLY)
    /// A write does not wait for the acknowledgment of the one before (RFC 896).
    public static let sendAtOnce = SocketOption(name: "TCP_NODELAY", level: Int32(IPPROTO_TCP), number: TCP_NODELAY)
    /// Acknowledgments are not delayed, until the kernel changes its mind.
    public static let acknowledgeAtOnce = SocketOption(
        name: "TCP_QUICKACK", level: Int32(IPPROTO_TCP), number: TCP_QUICKACK)
    /// The port is chosen at connect, so that more connections than ports are possible.
    public static let bindAddressNoPort = SocketOption(
        name: "IP_BIND_ADDRESS_NO_PORT", level: Int32(IPPROTO_IP), number: 24)

    /// ICMP errors are kept in the error queue.
    public static func receiveErrors(_ family: SocketAddress.Family) -> SocketOption {
        family == .ipv4 ? receiveErrors4 : receiveErrors6
    }
}
