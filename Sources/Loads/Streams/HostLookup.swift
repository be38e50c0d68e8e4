import Glibc
import LinecheckPlan
import LinecheckSockets
import Synchronization

/// One getaddrinfo(3), on a thread of its own: it can block for many seconds and nothing interrupts it, while a load
/// must stop at once.
final class HostLookup: Sendable {
    enum Answer: Sendable {
        case address(SocketAddress)
        /// The name server did not answer: worth another try.
        case temporary(String)
        case permanent(String)
    }

    let done: Waker
    private let result = Mutex<Answer>(.temporary("no answer"))

    var answer: Answer { result.withLock { $0 } }

    init(_ host: String, _ family: AddressFamily) throws(SystemError) {
        done = try Waker()
        try WorkerThread.start(name: "lookup", niceness: 0) { [self] in
            let answer = Self.ask(host, family)
            result.withLock { $0 = answer }
            done.wake()
        }
    }

    private static func ask(_ host: String, _ family: AddressFamily) -> Answer {
        var hints = addrinfo()
        switch family {
        case .any: hints.ai_family = AF_UNSPEC
        case .ipv4: hints.ai_family = AF_INET
        case .ipv6: hints.ai_family = AF_INET6
        }
        // SOCK_STREAM, which Swift imports with another type in each module: one answer an address, not one a protocol.
        hints.ai_socktype = 1
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        defer { if list != nil { freeaddrinfo(list) } }
        guard code == 0 else {
            let words = String(cString: gai_strerror(code))
            return code == EAI_NONAME || code == EAI_FAIL ? .permanent(words) : .temporary(words)
        }
        var entry = list
        while let info = entry?.pointee {
            var storage = sockaddr_storage()
            withUnsafeMutableBytes(of: &storage) { raw in
                raw.copyMemory(from: UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
            }
            if let address = SocketAddress(storage) { return .address(address) }
            entry = info.ai_next
        }
        return .permanent("no address")
    }
}
