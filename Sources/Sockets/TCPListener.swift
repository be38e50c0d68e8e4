import CSockets
import Glibc

/// A listening TCP socket.
public final class TCPListener: Sendable {
    private let descriptor: Descriptor
    /// Where it listens, with the port that the kernel chose.
    public let address: SocketAddress

    public var number: Int32 { descriptor.number }

    /// - Parameter congestion: congestion controls to try in this order; accepted sockets inherit the first allowed.
    ///
    /// Errors: EADDRINUSE, EADDRNOTAVAIL, EACCES below port 1024.
    public init(_ address: SocketAddress, congestion: [String] = []) throws(SystemError) {
        let opened = Descriptor(owning: try checked("socket") { cs_tcp_socket(address.family.number) })
        let number = opened.number
        TCPOptions.set(number, level: SOL_SOCKET, SO_REUSEADDR)
        // So that 0.0.0.0 and :: can listen side by side on one port.
        if address.family == .ipv6 { TCPOptions.set(number, level: Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
        TCPOptions.setCongestion(number, congestion)
        try TCPOptions.bind(number, to: address)
        try checked("listen", subject: address.text) { listen(number, 1_024) }
        self.address = try Self.localAddress(number) ?? address
        descriptor = opened
    }

    /// The next connection, nil when none is waiting.
    ///
    /// Errors: EMFILE, ENFILE, ENOBUFS: the connection stays in the queue, so the caller has to pause.
    public func accept() throws(SystemError) -> TCPSocket? {
        let number = cs_tcp_accept(descriptor.number)
        guard number < 0 else { return TCPSocket(accepted: Descriptor(owning: number)) }
        switch errno {
        case EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED: return nil
        case let code: throw SystemError("accept", code, subject: address.text)
        }
    }

    private static func localAddress(_ number: Int32) throws(SystemError) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        try checked("getsockname") {
            withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
            }
        }
        return SocketAddress(storage)
    }
}
