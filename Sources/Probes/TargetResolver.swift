internal import Glibc
public import LinecheckCapture
public import LinecheckPlan
internal import LinecheckQuantities
public import LinecheckSockets
internal import Synchronization

/// Turns the targets of a plan into addresses, each name once a run, so that every attempt goes to the same address.
public final class TargetResolver: Sendable {
    private let clock: RunClock
    private let embedded: [SocketAddress]
    private let known = Mutex<[Question: Answer]>([:])
    private let asked = Mutex<[Question: NameQuestion]>([:])
    /// The resolver asks each of its servers for 5 s, twice (resolv.conf(5)); the answer of the first is waited for.
    private let limit: Duration

    private struct Question: Hashable {
        let name: String
        let family: AddressFamily

        init(_ probe: Probe) {
            name = probe.target
            family = probe.family
        }

        /// Of a host.
        func ask() throws(SystemError) -> NameQuestion {
            try NameQuestion(name, family: family == .any ? nil : family.candidates[0])
        }
    }

    private enum Answer {
        case address(SocketAddress)
        case unavailable(String)
    }

    /// - Parameters:
    ///   - embedded: where the server started by `--loopback` listens: the meaning of `@embedded`.
    ///   - limit: how long each name is waited for.
    public init(clock: RunClock, embedded: [SocketAddress] = [], within limit: Duration = .seconds(11)) {
        self.clock = clock
        self.embedded = embedded
        self.limit = limit
    }

    /// Asks for the names of all these targets at once, so that many that do not resolve take no longer than one.
    public func ask(for probes: [Probe]) {
        for probe in probes where isName(probe) {
            // Where there is no thread for it, resolving says so.
            _ = try? lookUp(Question(probe))
        }
    }

    /// The record of what a probe's target became, and the address to probe; nil when the record says `unavailable`.
    public struct Resolved: Sendable {
        public var record: Target
        public var pinned: PinnedTarget?
    }

    /// Blocks while the system looks up a name; not for the probe thread.
    public func resolve(_ probe: Probe) -> Resolved {
        var record = Target(
            at: clock.now, probe: probe.name, name: probe.exchange.url ?? probe.target,
            protocolName: probe.protocolName, port: probe.port)
        let isNew = isName(probe) && !known.withLock { $0.keys.contains(Question(probe)) }
        let pinned: PinnedTarget
        switch pin(probe) {
        case .failure(let unavailable):
            record.unavailable = unavailable.reason
            return Resolved(record: record)
        case .success(let target): pinned = target
        }
        record.at = clock.now
        if isNew { record.resolve = asked.withLock { $0[Question(probe)]?.time } }
        record.address = pinned.address.host
        record.source = pinned.source?.host
        record.family = pinned.address.family.rawValue
        if probe.kind == .ping && pinned.address.family == .ipv6 { record.protocolName = "icmpv6" }
        if probe.kind != .ping { record.port = Int(pinned.address.port) }
        record.stamp = pinned.stamp
        return Resolved(record: record, pinned: pinned)
    }

    /// Whether the system's resolver has to be asked.
    private func isName(_ probe: Probe) -> Bool {
        !probe.target.hasPrefix("@") && SocketAddress(numeric: probe.target) == nil && !probe.target.hasPrefix("[")
    }

    private struct Unavailable: Error { let reason: String }

    private func pin(_ probe: Probe) -> Result<PinnedTarget, Unavailable> {
        var address: SocketAddress
        switch answer(Question(probe)) {
        case .unavailable(let reason): return .failure(Unavailable(reason: reason))
        case .address(let found): address = found
        }
        if let interface = probe.interface, address.needsScope {
            address = address.with(scope: if_nametoindex(interface))
        }
        if address.needsScope {
            return .failure(
                Unavailable(reason: "\(address.host) is link-local and needs its interface: \(address.host)%eth0"))
        }
        var source: SocketAddress?
        if let text = probe.source {
            source = SocketAddress(numeric: text)
            if source?.family != address.family {
                return .failure(
                    Unavailable(reason: "source \(text) is not an \(address.family.displayName) address"))
            }
        }
        do {
            let path = try ChosenPath(to: address, interface: probe.interface, source: source)
            let port = probe.port.flatMap { UInt16(exactly: $0) } ?? (probe.kind == .ping ? 0 : address.port)
            return .success(
                PinnedTarget(address: path.destination.with(port: port), source: path.source, stamp: probe.stamp))
        } catch {
            return .failure(Unavailable(reason: explain(error, to: address)))
        }
    }

    private func explain(_ error: SystemError, to address: SocketAddress) -> String {
        switch error.errno {
        case ENETUNREACH, EHOSTUNREACH, EACCES, EINVAL: "no route to \(address.host): \(error.reason)"
        case EAFNOSUPPORT: "this host has no \(address.family.displayName)"
        default: "\(address.host) cannot be reached: \(error)"
        }
    }

    // MARK: - Names

    private func answer(_ question: Question) -> Answer {
        if let answer = known.withLock({ $0[question] }) { return answer }
        let answer = look(up: question)
        // Two probes that ask at the same time still get one answer.
        return known.withLock { known in
            if let first = known[question] { return first }
            known[question] = answer
            return answer
        }
    }

    private func look(up question: Question) -> Answer {
        let families = question.family.candidates
        switch question.name {
        case "@gateway":
            let gateway = families.lazy.compactMap { DefaultRoute.read($0)?.gateway }.first
            return gateway.map(Answer.address) ?? .unavailable("no default gateway")
        case "@resolver":
            let server = ResolverConfiguration.servers().first { families.contains($0.family) }
            return server.map(Answer.address) ?? .unavailable("no DNS server configured")
        case "@embedded":
            let server = embedded.first { families.contains($0.family) }
            return server.map(Answer.address) ?? .unavailable("no embedded server in this run")
        default: return host(question)
        }
    }

    private func host(_ question: Question) -> Answer {
        let (name, family) = (question.name, question.family)
        let bare = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
        if let address = SocketAddress(numeric: bare)?.unmapped {
            // The family is a hard filter: a numeric address of the other one is not questioned in its stead.
            return family.candidates.contains(address.family)
                ? .address(address) : .unavailable("\(name) is not an \(family.rawValue) address")
        }
        do {
            guard let answer = try lookUp(question).answer(within: limit) else {
                return .unavailable("\(name) does not resolve: no answer within \(limit.text)")
            }
            return switch answer {
            case .success(let addresses):
                addresses.first.map { .address($0.unmapped) } ?? .unavailable("\(name) does not resolve: no address")
            case .failure(let failure): .unavailable("\(name) does not resolve: \(failure.reason)")
            }
        } catch {
            return .unavailable("\(name) was not looked up: \(error)")
        }
    }

    /// Each name is asked for once.
    private func lookUp(_ question: Question) throws(SystemError) -> NameQuestion {
        try asked.withLock { (asked) throws(SystemError) in
            if let known = asked[question] { return known }
            let new = try question.ask()
            asked[question] = new
            return new
        }
    }
}

extension Probe {
    /// How its attempts travel, in the word of the `target` record.
    fileprivate var protocolName: String {
        switch kind {
        case .ping: "icmp"
        case .tcp, .udp, .tls: kind.rawValue
        case .http: exchange.url?.lowercased().hasPrefix("https:") == true ? "https" : "http"
        case .dns:
            switch exchange.transport {
            case .udp: "dns"
            case .tcp: "dns-tcp"
            case .tls: "dot"
            case .https: "doh"
            }
        }
    }

    /// The bytes of a conversation arrive in a stream, which the kernel does not stamp.
    fileprivate var stamp: Target.Stamp { kind.isConversation(over: exchange.transport) ? .user : .kernel }
}

extension AddressFamily {
    /// The families that are allowed, in the order in which they are asked.
    fileprivate var candidates: [SocketAddress.Family] {
        switch self {
        case .any: [.ipv4, .ipv6]
        case .ipv4: [.ipv4]
        case .ipv6: [.ipv6]
        }
    }
}
