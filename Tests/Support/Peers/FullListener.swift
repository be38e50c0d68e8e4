import Foundation
import LinecheckSockets

/// A listener with a queue of one connection, which is taken: the kernel drops every further SYN.
package final class FullListener {
    private let listener: Int32
    private var waiting: [Int32] = []
    package let port: UInt16

    package init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let any = SocketAddress(family: .ipv4, octets: [127, 0, 0, 1])
        try checked("bind") { [listener] in any.withSockaddr { bind(listener, $0, $1) } }
        try checked("listen") { [listener] in listen(listener, 0) }
        port = localPort(of: listener)
        let address = any.with(port: port)
        for _ in 0..<4 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            _ = address.withSockaddr { connect(client, $0, $1) }
            waiting.append(client)
        }
        usleep(50_000)
    }

    deinit { for number in waiting + [listener] { close(number) } }
}
