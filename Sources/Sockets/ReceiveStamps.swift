internal import CSockets
internal import Glibc

/// Keeps the kernel stamping what it receives, for as long as it lives.
///
/// Stamping of receipt is switched on for the whole machine when the first socket asks for it, and only a moment later
/// (net_enable_timestamp defers it to a work queue): the first replies of a run would come without a stamp.
public struct ReceiveStamps: ~Copyable, Sendable {
    private let socket: Descriptor

    /// Asks for stamps and waits, at most about 20 ms, until a datagram that this host sends to itself carries one.
    ///
    /// - Throws: when there is no socket to be had. Without a loopback interface it just does not wait.
    public init() throws(SystemError) {
        socket = try Descriptor.socket(family: .ipv4, type: .datagram)
        guard cs_enable_stamps(socket.number, 1) == 0, (try? connectToItself()) != nil else { return }
        var reader = MessageReader(capacity: 16)
        for _ in 0..<40 {
            var byte: UInt8 = 0
            guard send(socket.number, &byte, 1, 0) == 1 else { return }
            while let datagram = try? reader.receive(from: socket.number) {
                if datagram.stamp != nil { return }
            }
            // Their transmit stamps would fill the buffer.
            while (try? reader.receiveNotice(from: socket.number)) != nil {}
            usleep(500)
        }
    }

    private func connectToItself() throws(SystemError) {
        try socket.bind(to: SocketAddress(family: .ipv4, octets: [127, 0, 0, 1]))
        guard let own = try socket.localAddress() else { throw SystemError("getsockname", EAFNOSUPPORT) }
        if let code = socket.connect(to: own) { throw SystemError("connect", code, subject: own.text) }
    }
}
