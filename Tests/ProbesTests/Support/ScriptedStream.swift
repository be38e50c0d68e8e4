import Glibc
import LinecheckSockets
import Synchronization
import Testing

/// A TCP server that does to each connection what a test says, on a thread of its own.
final class ScriptedStream: Sendable {
    let port: Int
    private let isEnding = Atomic(false)
    private let thread: Mutex<KernelThread?>
    private let accepted = Atomic(0)

    /// Connections that came.
    var count: Int { accepted.load(ordering: .relaxed) }

    private final class Listener: Sendable {
        let descriptor: Descriptor
        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
    }

    /// One connection, blocking, with a limit of a second on reads.
    struct Connection {
        let number: Int32

        /// What comes until there is nothing more for now; empty at the end.
        func read() -> [UInt8] {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(number, &buffer, buffer.count, 0)
            return count > 0 ? Array(buffer.prefix(count)) : []
        }

        func write(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { send(number, $0.baseAddress, $0.count, 0x4000) } }
        func write(_ text: String) { write(Array(text.utf8)) }
    }

    /// - Parameter script: what to do with the n-th connection, from 0; it is closed afterwards.
    init(_ script: @escaping @Sendable (Int, Connection) -> Void) throws {
        let descriptor = try Descriptor.socket(family: .ipv4, type: .stream)
        try descriptor.bind(to: SocketAddress(family: .ipv4, octets: [127, 0, 0, 1]))
        let number = descriptor.number
        try checked("listen") { listen(number, 64) }
        port = Int(try #require(try descriptor.localAddress()).port)
        let listener = Listener(descriptor)
        thread = Mutex(nil)
        let started = try KernelThread(name: "script") { [self] in
            while !isEnding.load(ordering: .relaxed) {
                var poller = pollfd(fd: listener.descriptor.number, events: Int16(POLLIN), revents: 0)
                guard poll(&poller, 1, 5) > 0 else { continue }
                let number = accept(listener.descriptor.number, nil, nil)
                guard number >= 0 else { continue }
                var limit = timeval(tv_sec: 1, tv_usec: 0)
                setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
                script(accepted.add(1, ordering: .relaxed).oldValue, Connection(number: number))
                close(number)
            }
        }
        thread.withLock { $0 = started }
    }

    func stop() {
        isEnding.store(true, ordering: .relaxed)
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }
}
