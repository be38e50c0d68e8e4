import Glibc
import LinecheckPlan
import LinecheckSockets
import Synchronization

/// The addresses that the names of one load were pinned to: each name is asked for once.
final class HostPins: Sendable {
    private let family: AddressFamily
    private let lookups = Mutex<[String: HostLookup]>([:])

    init(_ family: AddressFamily) { self.family = family }

    /// The first address of getaddrinfo's order (RFC 6724) in the wanted family, port 0.
    func address(of host: String, waker: Waker) throws(StreamEnd) -> SocketAddress {
        if let numeric = SocketAddress(numeric: host) {
            guard family == .any || numeric.family.rawValue == family.rawValue else {
                throw .dead("\(host) is no \(family.rawValue) address")
            }
            return numeric
        }
        let lookup: HostLookup
        do {
            lookup = try shared(host)
        } catch { throw .lost("this host failed: \(error)") }
        if waker.wait(for: lookup.done.number, events: POLLIN) == .woken { throw .stopped }
        switch lookup.answer {
        case .address(let address): return address
        case .temporary(let words):
            // The next to ask asks again.
            lookups.withLock { if $0[host] === lookup { $0[host] = nil } }
            throw .lost("\(host) does not resolve: \(words)")
        case .permanent(let words): throw .dead("\(host) does not resolve: \(words)")
        }
    }

    private func shared(_ host: String) throws(SystemError) -> HostLookup {
        try lookups.withLock { (lookups) throws(SystemError) in
            if let known = lookups[host] { return known }
            let lookup = try HostLookup(host, family)
            lookups[host] = lookup
            return lookup
        }
    }
}

/// One getaddrinfo(3), on a thread of its own: it can block for many seconds and nothing interrupts it, while a load
/// must stop at once.
private final class HostLookup: Sendable {
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
