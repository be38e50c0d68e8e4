import LinecheckJSON
import LinecheckQuantities

extension PlanDecoder {
    /// The most streams of `"auto"`.
    private static let mostStreams = 16

    mutating func load(_ object: MergedObject) -> Load {
        let shape = PlanTable.load
        let isAuto = object["streams"]?.node.string == "auto"
        return Load(
            name: object.name,
            direction: object.half ?? object["direction"]?.node.string.flatMap(Load.Direction.init(rawValue:))
                ?? .download,
            url: url(object), streams: isAuto ? Self.mostStreams : integer(object, "streams", shape) ?? 1,
            growsStreams: isAuto, body: size(object, "body", shape), atLeast: size(object, "at_least", shape),
            budget: object["budget"]?.node.string.flatMap { try? ByteCount(text: $0) },
            pace: object["pace"]?.node.string.flatMap { try? BitRate(text: $0) },
            redirects: integer(object, "redirects", shape) ?? 0,
            startWithin: duration(object, "start_within", shape), insecure: flag(object, "insecure"),
            headers: headers(object), proxy: proxy(object),
            congestionControl: object["congestion_control"]?.node.string, dscp: integer(object, "dscp", shape),
            family: value(object, "family", shape) { AddressFamily(rawValue: $0) } ?? .any,
            interface: object["interface"]?.node.string, source: object["source"]?.node.string)
    }

    /// The two directions of `both` have a URL each.
    private mutating func url(_ object: MergedObject) -> String {
        let own = object["url"]?.node.string ?? ""
        guard let half = object.half else {
            if let stray = object["upload_url"] {
                add(
                    stray.keyProblem(
                        "unknown-key", "\"upload_url\" goes with \"direction\": \"both\"", fix: "write \"url\""))
            }
            return own
        }
        if half == .upload, object["upload_url"] == nil {
            add(
                object.declaration.keyProblem(
                    "missing-key", "a load in both directions needs \"upload_url\"",
                    fix: "as in \"upload_url\": \"https://speed.example/__up\""))
        }
        return half == .upload ? object["upload_url"]?.node.string ?? own : own
    }

    private mutating func headers(_ object: MergedObject) -> [Load.Header] {
        (object["headers"]?.fields ?? []).compactMap { field in
            // Those that frame the message are the program's own (RFC 9112 §6, RFC 9110 §7.2).
            let taken = [
                "host", "content-length", "transfer-encoding", "connection", "expect", "te", "trailer", "upgrade",
            ]
            guard !taken.contains(field.key.lowercased()) else {
                add(field.keyProblem("bad-value", "\"\(field.key)\" is set by the load itself", fix: "remove it"))
                return nil
            }
            // RFC 9110 §5.6.2 and §5.5.
            let isToken = !field.key.isEmpty && field.key.utf8.allSatisfy(isTokenByte)
            guard isToken, let value = field.node.string, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                add(
                    field.keyProblem(
                        "bad-value", "\"\(field.key)\" is no header field",
                        fix: "a name of letters, digits and hyphens, and a value on one line"))
                return nil
            }
            return Load.Header(name: field.key, value: value)
        }
    }

    /// Problems are printed and handed on, so credentials are not repeated.
    private func proxyProblem(_ field: Field, _ text: String) -> Problem? {
        let fix = "write \"environment\", \"none\" or a URL like \"http://proxy.example:3128\""
        if text.contains("@") {
            return field.problem("bad-value", "credentials in a proxy's URL are not supported", fix: fix)
        }
        guard text.lowercased().hasPrefix("http://") else {
            return field.problem("bad-value", "\"\(text)\" is no proxy: its URL starts with http://", fix: fix)
        }
        let authority = text.dropFirst("http://".count).prefix { !"/?#".contains($0) }
        let isURL = !authority.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isURL ? nil : field.problem("bad-value", "\"\(text)\" is no proxy", fix: fix)
    }

    private mutating func proxy(_ object: MergedObject) -> Load.Proxy {
        guard let field = object["proxy"], let text = field.node.string else { return .environment }
        switch text {
        case "environment": return .environment
        case "none": return .none
        default:
            if let problem = proxyProblem(field, text) { add(problem) }
            return .url(text)
        }
    }
}

/// RFC 9110 §5.6.2.
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
