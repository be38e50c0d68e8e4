internal import LinecheckLoads
internal import LinecheckPlan
internal import LinecheckSockets

/// What the conversations of one probe have in common: over what they go, and what is said.
struct ConversationPlan {
    let probe: Probe
    private let question: DNSQuestion?
    private let url: HTTPURL?

    init(_ probe: Probe) {
        self.probe = probe
        question = probe.kind == .dns ? DNSQuestion(probe.exchange.query, probe.exchange.record) : nil
        url = probe.exchange.url.flatMap { HTTPURL($0) }
    }

    /// Where an http probe begins; nil for other types.
    var firstURL: HTTPURL? { url }

    var hasRedirects: Bool { probe.kind == .http && probe.exchange.redirects > 0 }

    /// The name for SNI and certificate of the probe's own target.
    var serverName: String { probe.exchange.serverName ?? probe.target }

    func usesTLS(_ url: HTTPURL?) -> Bool {
        switch probe.kind {
        case .tls: true
        case .http: url?.scheme == .https
        case .dns: probe.exchange.transport.isEncrypted
        case .ping, .tcp, .udp: false
        }
    }

    /// For ALPN, the most wanted first.
    var protocols: [String] {
        switch probe.kind {
        case .tls: ["h2", "http/1.1"]
        case .http: ["http/1.1"]
        // RFC 7858 has no name for itself; RFC 8484 wants HTTP/2 (§5.2).
        case .dns: probe.exchange.transport == .https ? ["h2", "http/1.1"] : []
        case .ping, .tcp, .udp: []
        }
    }

    /// What is spoken on an open connection; nil: the handshake is all that was wanted.
    func speaker(_ url: HTTPURL?, agreed: String?) -> (any Speaker)? {
        switch probe.kind {
        case .http:
            guard let url else { return nil }
            let isOwn = url.host == self.url?.host
            return HTTPSpeaker(url, authority: isOwn ? authority(probe.exchange.serverName, url.port, url) : nil)
        case .dns:
            guard let question else { return nil }
            switch probe.exchange.transport {
            case .https:
                let port = UInt16(truncatingIfNeeded: probe.port ?? 443)
                return HTTPSDNSSpeaker(
                    question, path: probe.exchange.path, authority: authority(serverName, port, nil) ?? serverName,
                    agreed: agreed)
            case .tls: return StreamDNSSpeaker(question, over: "tls")
            case .tcp, .udp: return StreamDNSSpeaker(question, over: "tcp")
            }
        case .ping, .tcp, .udp, .tls: return nil
        }
    }

    /// Host with its port where that is not the default (RFC 9110 §7.2).
    private func authority(_ host: String?, _ port: UInt16, _ url: HTTPURL?) -> String? {
        host.map { HTTPURL(scheme: url?.scheme ?? .https, host: $0, port: port, path: "/").authority }
    }
}
