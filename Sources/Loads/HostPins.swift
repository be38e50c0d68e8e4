import Glibc
import LinecheckPlan
import LinecheckSockets
import Synchronization

/// The addresses that names were pinned to: each name is asked for once, so that all loads of a run that share this
/// go to the same address.
public final class HostPins: Sendable {
    private struct Question: Hashable {
        var host: String
        var family: AddressFamily
    }

    private let lookups = Mutex<[Question: HostLookup]>([:])

    public init() {}

    /// The first address of getaddrinfo's order (RFC 6724) in the wanted family, port 0.
    func address(of host: String, _ family: AddressFamily, waker: Waker) throws(StreamEnd) -> SocketAddress {
        if let numeric = SocketAddress(numeric: host) {
            guard family == .any || numeric.family.rawValue == family.rawValue else {
                throw .dead("\(host) is no \(family.rawValue) address")
            }
            return numeric
        }
        let question = Question(host: host, family: family)
        let lookup: HostLookup
        do {
            lookup = try shared(question)
        } catch { throw .lost("this host failed: \(error)") }
        if waker.wait(for: lookup.done.number, events: POLLIN) == .woken { throw .stopped }
        switch lookup.answer {
        case .address(let address): return address
        case .temporary(let words):
            // The next to ask asks again.
            lookups.withLock { if $0[question] === lookup { $0[question] = nil } }
            throw .lost("\(host) does not resolve: \(words)")
        case .permanent(let words): throw .dead("\(host) does not resolve: \(words)")
        }
    }

    private func shared(_ question: Question) throws(SystemError) -> HostLookup {
        try lookups.withLock { (lookups) throws(SystemError) in
            if let known = lookups[question] { return known }
            let lookup = try HostLookup(question.host, question.family)
            lookups[question] = lookup
            return lookup
        }
    }
}
