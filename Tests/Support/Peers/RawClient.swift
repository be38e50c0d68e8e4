import Foundation
import LinecheckSockets

/// A client that sends any bytes and reads what comes.
package final class RawClient {
    private let number: Int32

    package init(port: UInt16) throws {
        number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let address = SocketAddress(family: .ipv4, octets: [127, 0, 0, 1], port: port)
        try checked("connect") { [number] in address.withSockaddr { connect(number, $0, $1) } }
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(number) }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress! + sent, bytes.count - sent, 0x4000) }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// Everything until the server closes.
    package func readAll() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(number, &buffer, buffer.count, 0)
            if count <= 0 { return all }
            all += buffer.prefix(count)
        }
    }

    /// So many bytes, fewer at the end.
    package func read(_ count: Int) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while all.count < count {
            let got = recv(number, &buffer, min(buffer.count, count - all.count), 0)
            if got <= 0 { break }
            all += buffer.prefix(got)
        }
        return all
    }

    /// A head, to its empty line and no further.
    package func readHead() -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
            let byte = read(1)
            if byte.isEmpty { break }
            head += byte
        }
        return String(decoding: head, as: UTF8.self)
    }

    package func finishSending() { shutdown(number, Int32(SHUT_WR)) }
}
