import Glibc
import LinecheckSockets

/// Asks a proxy for a way through to a server of TLS (CONNECT, RFC 9110 §9.3.6).
struct ProxyTunnel: Sendable {
    let proxy: HTTPURL
    let host: String
    let port: UInt16

    private var name: String { FailureWording.name(ofProxy: proxy) }

    private static let answerLimit = 16_384

    private var target: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The request.
    var head: [UInt8] {
        Array("CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\nUser-Agent: \(UserAgent.text)\r\n\r\n".utf8)
    }

    /// Asks and waits for the answer, at most until the deadline (CLOCK_MONOTONIC in ns).
    func open(over socket: borrowing TCPSocket, _ waker: Waker, until deadline: Int64) throws(StreamEnd) {
        try send(head, over: socket, waker, until: deadline)
        let status = try answer(over: socket, waker, until: deadline)
        guard status / 100 == 2 else { throw .dead("HTTP \(status) from \(name), asked for a tunnel to \(target)") }
    }

    private func send(
        _ bytes: [UInt8], over socket: borrowing TCPSocket, _ waker: Waker, until deadline: Int64
    ) throws(StreamEnd) {
        var sent = 0
        while sent < bytes.count {
            let transfer: Transfer
            do throws(SystemError) {
                transfer = try bytes.span.bytes.withUnsafeBytes { (raw) throws(SystemError) in
                    try socket.send(UnsafeRawBufferPointer(rebasing: raw[sent...]))
                }
            } catch { throw .lost(FailureWording.connection(error.errno, peer: name)) }
            if case .moved(let count) = transfer {
                sent += count
            } else {
                try wait(for: socket.number, POLLOUT, waker, until: deadline)
            }
        }
    }

    /// The status of the final answer. It is read byte by byte, since what follows it belongs to TLS.
    private func answer(
        over socket: borrowing TCPSocket, _ waker: Waker, until deadline: Int64
    ) throws(StreamEnd) -> Int {
        var parser = HTTPResponseParser(toHead: true)
        for _ in 0..<Self.answerLimit {
            var byte: [UInt8] = [0]
            while true {
                let transfer: Transfer
                do throws(SystemError) {
                    transfer = try byte.withUnsafeMutableBufferPointer { (raw) throws(SystemError) in
                        try socket.receive(into: UnsafeMutableRawBufferPointer(raw))
                    }
                } catch { throw .lost(FailureWording.connection(error.errno, peer: name)) }
                if transfer == .ended { throw .lost("\(name) ended the connection") }
                if case .moved = transfer { break }
                try wait(for: socket.number, POLLIN, waker, until: deadline)
            }
            do throws(HTTPProblem) {
                var offset = 0
                if case .head(let head)? = try parser.next(byte.span, &offset) { return head.status }
            } catch { throw .lost(FailureWording.http(error, host: name)) }
        }
        throw .lost("\(name) answers without end")
    }

    private func wait(for number: Int32, _ events: Int32, _ waker: Waker, until deadline: Int64) throws(StreamEnd) {
        switch waker.wait(for: number, events: events, until: deadline) {
        case .ready: return
        case .woken: throw .stopped
        case .timedOut: throw .lost("no answer from \(name)")
        }
    }
}
