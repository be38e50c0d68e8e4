import LinecheckJSON
import LinecheckQuantities

// Probes: where each goes, what it says there, and which keys mean nothing to its type.

extension PlanDecoder {
    mutating func probe(_ object: MergedObject) -> Probe {
        let shape = PlanTable.probe
        let kind = object["type"]?.node.string.flatMap(Probe.Kind.init(rawValue:)) ?? .ping
        checkKeys(of: object, kind)
        let exchange = exchange(object, kind)
        let (host, port) = address(object, kind, exchange)
        return Probe(
            name: object.name, kind: kind, target: host, port: port,
            interval: duration(object, "interval", shape), timeout: duration(object, "timeout", shape),
            count: integer(object, "count", shape), warmup: integer(object, "warmup", shape) ?? 1,
            family: value(object, "family", shape) { AddressFamily(rawValue: $0) } ?? .any,
            optional: flag(object, "optional"), interface: object["interface"]?.node.string,
            source: object["source"]?.node.string, exchange: exchange)
    }

    /// Where a probe goes: what `target` and `port` say together.
    private mutating func address(
        _ object: MergedObject, _ kind: Probe.Kind, _ exchange: ProbeExchange
    ) -> (host: String, port: Int?) {
        let text = object["target"]?.node.string ?? ""
        if kind == .http { return urlAddress(object, text) }
        checkHost(object, text, kind)
        let split = splitPort(text)
        let host = split?.host ?? text
        let port = integer(object, "port", PlanTable.probe) ?? split?.port
        switch kind {
        case .ping, .http: return (host, nil)
        case .tls: return (host, port ?? 443)
        case .dns: return (host, port ?? exchange.transport.defaultPort)
        case .tcp, .udp:
            if port == nil, object["port"] == nil, host != "@embedded", !text.contains("/"),
                let field = object["target"], !text.isEmpty
            {
                let example = kind == .tcp ? 443 : 8080
                add(
                    field.problem(
                        "missing-key", "a \(kind.rawValue) probe needs a port", fix: "write \"\(text):\(example)\""))
            }
            return (host, port)
        }
    }

    private mutating func checkHost(_ object: MergedObject, _ text: String, _ kind: Probe.Kind) {
        guard text.contains("/"), let field = object["target"] else { return }
        let parts = text.split(separator: "/", omittingEmptySubsequences: true)
        let host = text.contains("://") && parts.count > 1 ? parts[1] : parts.first ?? ""
        add(
            field.problem(
                "bad-target", "a \(kind.rawValue) probe's target is a host, and no host has a / in it",
                fix: host.isEmpty ? nil : "write \"\(host)\""))
    }

    private mutating func urlAddress(_ object: MergedObject, _ text: String) -> (host: String, port: Int?) {
        let lower = text.lowercased()
        for (scheme, port) in [("http://", 80), ("https://", 443)] where lower.hasPrefix(scheme) {
            let authority = String(text.dropFirst(scheme.count).prefix { !"/?#".contains($0) })
            guard !authority.isEmpty, !authority.contains("@") else { break }
            let split = splitPort(authority)
            let host = split?.host ?? authority
            return (host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, split?.port ?? port)
        }
        if let field = object["target"], holdsCredentials(text) {
            add(field.problem("bad-value", "credentials in an http probe's target are not supported"))
        } else if let field = object["target"], !text.isEmpty {
            add(
                field.problem(
                    "bad-value", "an http probe's target is a URL, this is \"\(text)\"",
                    fix: "write \"https://\(text.drop { $0 == "/" })\""))
        }
        return (text, nil)
    }

    private mutating func exchange(_ object: MergedObject, _ kind: Probe.Kind) -> ProbeExchange {
        let shape = PlanTable.probe
        var exchange = ProbeExchange()
        let own = PlanTable.keys(of: kind)
        exchange.serverName = own.contains("server_name") ? object["server_name"]?.node.string : nil
        exchange.reuse = value(object, "reuse", shape) { .init(rawValue: $0) } ?? .none
        exchange.insecure = flag(object, "insecure")
        switch kind {
        case .ping, .tcp, .udp: return ProbeExchange()
        case .tls:
            exchange.version = object["version"]?.node.string.flatMap { .init(rawValue: $0) }
            if exchange.reuse == .connection, let field = object["reuse"] {
                add(
                    field.problem(
                        "bad-value", "a tls probe asks for handshakes, and an open connection makes none",
                        fix: "write \"session\" or \"none\""))
            }
        case .http:
            exchange.url = object["target"]?.node.string
            exchange.redirects = integer(object, "redirects", shape) ?? 0
        case .dns:
            exchange.query = object["query"]?.node.string ?? ""
            exchange.record = value(object, "record", shape) { .init(rawValue: $0) } ?? .a
            exchange.transport = value(object, "transport", shape) { .init(rawValue: $0) } ?? .udp
            exchange.path = value(object, "path", shape) { $0 } ?? "/dns-query"
            checkQuestion(object, exchange)
        }
        return exchange
    }

    private mutating func checkQuestion(_ object: MergedObject, _ exchange: ProbeExchange) {
        guard let field = object["query"] else {
            add(
                object.declaration.keyProblem(
                    "missing-key", "a dns probe needs the name to ask for", fix: "write \"query\": \"example.com\""))
            return
        }
        if !isDomainName(exchange.query), field.node.string != nil {
            add(
                field.problem(
                    "bad-value", "\"\(exchange.query)\" is no domain name",
                    fix: "labels of 1 to 63 ASCII characters between dots, 253 in all; others in their xn-- form"))
        }
        guard !exchange.path.hasPrefix("/"), let path = object["path"] else { return }
        add(path.problem("bad-value", "a path begins with /", fix: "write \"/\(exchange.path)\""))
    }

    /// A key that means nothing to this type of probe is a mistake of the author, not a decoration.
    private mutating func checkKeys(of object: MergedObject, _ kind: Probe.Kind) {
        guard object["type"]?.node.string == kind.rawValue else { return }
        let own = PlanTable.keys(of: kind)
        for key in PlanTable.keysOfTypes.subtracting(own).sorted() {
            guard let field = object[key] else { continue }
            let owners = Probe.Kind.allCases.filter { PlanTable.keys(of: $0).contains(key) }.map(\.rawValue)
            add(
                field.keyProblem(
                    "misplaced-key", "\"\(key)\" means nothing to \(kind == .http ? "an" : "a") \(kind.rawValue) probe",
                    fix: "it is a key of \(owners.joined(separator: ", "))"))
        }
    }
}
