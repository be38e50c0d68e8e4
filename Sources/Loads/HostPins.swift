import Glibc
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// The addresses that names were pinned to: each name is asked for once, so that all loads of a run that share this
/// go to the same address.
public final class HostPins: Sendable {
    private struct Question: Hashable {
        var host: String
        var family: AddressFamily
    }

    private let questions = Mutex<[Question: NameQuestion]>([:])

    public init() {}

    /// The first address of getaddrinfo's order (RFC 6724) in the wanted family, port 0.
    ///
    /// - Parameters:
    ///   - name: what it is called in failures, when that is more than the host.
    ///   - limit: how long to wait for the resolver, which asks each server for 5 s, twice (resolv.conf(5)).
    func address(
        of host: String, called name: String? = nil, _ family: AddressFamily, waker: Waker, within limit: Duration
    ) throws(StreamEnd) -> SocketAddress {
        let name = name ?? host
        if let numeric = SocketAddress(numeric: host)?.unmapped {
            guard family == .any || numeric.family.rawValue == family.rawValue else {
                throw .dead("\(name) is no \(family.rawValue) address")
            }
            return numeric
        }
        let question = Question(host: host, family: family)
        let asked: NameQuestion
        do {
            asked = try shared(question)
        } catch { throw .lost("this host failed: \(error)") }
        switch waker.wait(for: asked.done.number, events: POLLIN, until: KernelClock.monotonic + limit.nanoseconds) {
        case .woken: throw .stopped
        case .timedOut: throw .dead("\(name) does not resolve: no answer within \(limit.text)")
        case .ready: break
        }
        switch asked.answer {
        case .success(let addresses):
            guard let first = addresses.first else { throw .dead("\(name) does not resolve: no address") }
            return first.unmapped
        case .failure(let failure) where !failure.isTemporary:
            throw .dead("\(name) does not resolve: \(failure.reason)")
        case .failure(let failure):
            // The next to ask asks again.
            questions.withLock { if $0[question] === asked { $0[question] = nil } }
            throw .lost("\(name) does not resolve: \(failure.reason)")
        case nil: throw .lost("\(name) does not resolve: no answer")
        }
    }

    private func shared(_ question: Question) throws(SystemError) -> NameQuestion {
        try questions.withLock { (questions) throws(SystemError) in
            if let known = questions[question] { return known }
            let family: SocketAddress.Family? =
                switch question.family {
                case .any: nil
                case .ipv4: .ipv4
                case .ipv6: .ipv6
                }
            let asked = try NameQuestion(question.host, family: family)
            questions[question] = asked
            return asked
        }
    }
}
