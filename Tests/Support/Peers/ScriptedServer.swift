import Foundation
import LinecheckSockets
import Synchronization

/// A listener whose connections are handled by a script, one thread each: for peers that misbehave on purpose.
package final class ScriptedServer: Sendable {
    private let listener: TCPListener
    private let stopping = Atomic<Bool>(false)
    private let accepted = Atomic<Int>(0)

    package init(receiveBuffer: Int32? = nil, script: @escaping @Sendable (Peer) -> Void) throws {
        listener = try TCPListener(SocketAddress(family: .ipv4, octets: [127, 0, 0, 1]))
        if var size = receiveBuffer {
            setsockopt(listener.number, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        let thread = Thread { [self] in
            while !stopping.load(ordering: .relaxed) {
                var entry = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
                guard poll(&entry, 1, 20) > 0 else { continue }
                let number = accept(listener.number, nil, nil)
                guard number >= 0 else { continue }
                let index = accepted.add(1, ordering: .relaxed).newValue
                let peer = Peer(number, index: index, stopping: { [self] in stopping.load(ordering: .relaxed) })
                Thread.detachNewThread { script(peer) }
            }
        }
        thread.start()
    }

    package var port: UInt16 { listener.address.port }
    package var url: String { "http://127.0.0.1:\(port)/" }
    /// Connections so far.
    package var connections: Int { accepted.load(ordering: .relaxed) }

    package func stop() { stopping.store(true, ordering: .relaxed) }

    deinit { stop() }
}

/// One connection as a script sees it: blocking, with a time limit of 100 ms a read so that tests end.
package final class Peer: Sendable {
    package let number: Int32
    /// 1 for the first connection.
    package let index: Int
    package let stopping: @Sendable () -> Bool
    private let isOpen = Atomic<Bool>(true)

    package init(_ number: Int32, index: Int, stopping: @escaping @Sendable () -> Bool) {
        self.number = number
        self.index = index
        self.stopping = stopping
        var limit = timeval(tv_sec: 0, tv_usec: 100_000)
        setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close() }

    /// The next bytes; empty at the end of the stream.
    package func read(_ most: Int = 65_536) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: most)
        while !stopping() {
            let count = recv(number, &buffer, most, 0)
            if count >= 0 { return Array(buffer.prefix(count)) }
            if errno != EAGAIN { return [] }
        }
        return []
    }

    /// A request head, to its empty line and no further; nil at the end of the stream.
    package func readHead() -> String? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
            let byte = read(1)
            guard let first = byte.first else { return nil }
            head.append(first)
        }
        return String(decoding: head, as: UTF8.self)
    }

    /// So many bytes of a body, thrown away.
    package func readBody(_ count: Int) {
        var left = count
        while left > 0 {
            let bytes = read(min(left, 65_536))
            if bytes.isEmpty { return }
            left -= bytes.count
        }
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count, !stopping() {
            let count = bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress! + sent, bytes.count - sent, 0x4000) }
            if count < 0 { return false }
            sent += count
        }
        return true
    }

    /// Bytes that came and were not read (FIONREAD).
    package var queued: Int {
        var count: Int32 = 0
        _ = ioctl(number, UInt(0x541B), &count)
        return Int(count)
    }

    /// Until the server is stopped.
    package func hang() {
        while !stopping() { usleep(5_000) }
    }

    /// Reads nothing until the other side is gone. A load that opens a connection after each answer leaves a thousand of
    /// them: threads that woke up now and then, or read what is left byte by byte, would starve it.
    package func stay() {
        // Without events, poll(2) tells errors and hang-ups only.
        var entry = pollfd(fd: number, events: 0, revents: 0)
        while !stopping(), poll(&entry, 1, 500) == 0 {}
    }

    /// Until the other side, which says nothing more, is gone: how it went.
    package func waitForEnd() -> Int32 {
        var byte: UInt8 = 0
        while !stopping() {
            let count = recv(number, &byte, 1, 0)
            if count == 0 { return 0 }
            if count < 0, errno != EAGAIN { return errno }
        }
        return -1
    }

    package func close() {
        if isOpen.exchange(false, ordering: .relaxed) { _ = Glibc.close(number) }
    }

    package func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(number, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}
