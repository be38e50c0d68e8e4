import Foundation
import LinecheckSockets

/// A port of 127.0.0.1 that is taken and does not listen: connections to it are refused.
package final class ClosedPort {
    private let socketNumber: Int32
    package let number: UInt16

    package init() throws {
        socketNumber = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let any = SocketAddress(family: .ipv4, octets: [127, 0, 0, 1])
        try checked("bind") { [socketNumber] in any.withSockaddr { bind(socketNumber, $0, $1) } }
        number = localPort(of: socketNumber)
    }

    deinit { close(socketNumber) }
}

/// The port that the kernel chose for a bound socket.
package func localPort(of number: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(number, $0, &length) }
    }
    return SocketAddress(storage)?.port ?? 0
}
