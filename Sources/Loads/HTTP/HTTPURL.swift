/// An absolute http or https URL (RFC 9110 §4.2), ready to connect to and to ask for.
package struct HTTPURL: Equatable, Sendable {
    package enum Scheme: String, Sendable {
        case http, https

        var defaultPort: UInt16 { self == .http ? 80 : 443 }
    }

    package var scheme: Scheme
    /// A name or a numeric address, without the brackets of IPv6, in lower case.
    package var host: String
    package var port: UInt16
    /// Absolute path, `/` when the URL has none.
    package var path: String
    /// Without the question mark; nil when there is none.
    package var query: String?

    package init(scheme: Scheme, host: String, port: UInt16, path: String, query: String? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
        self.query = query
    }

    /// nil for anything but an absolute http or https URL; credentials in a URL are refused.
    package init?(_ text: String) {
        let parts = URIReference(text)
        guard let scheme = parts.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }),
            let authority = parts.authority,
            let (host, port) = Self.hostAndPort(authority, defaultPort: scheme.defaultPort),
            let path = Self.escaped(parts.path), let query = Self.escaped(query: parts.query)
        else { return nil }
        self.init(
            scheme: scheme, host: host, port: port, path: URIReference.removingDotSegments(path.isEmpty ? "/" : path),
            query: query)
    }

    /// Path and query as a request line takes them (RFC 9112 §3.2.1).
    package var target: String { query.map { "\(path)?\($0)" } ?? path }

    /// The value of the Host field (RFC 9110 §7.2).
    package var authority: String {
        // RFC 6874 §4: a zone means something on this host only.
        let name = host.contains(":") ? "[\(host.prefix { $0 != "%" })]" : host
        return port == scheme.defaultPort ? name : "\(name):\(port)"
    }

    package var text: String { "\(scheme.rawValue)://\(authority)\(target)" }

    /// Where a Location field leads from here (RFC 9110 §10.2.2, RFC 3986 §5.2); nil when that is no http URL.
    package func following(_ location: String) -> HTTPURL? {
        let base = URIReference(
            scheme: scheme.rawValue, authority: authority, path: path, query: query, fragment: nil)
        return HTTPURL(base.resolving(URIReference(location)).text)
    }

    private static func hostAndPort(_ authority: String, defaultPort: UInt16) -> (String, UInt16)? {
        if authority.contains("@") { return nil }
        var host: Substring
        var rest: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end]
            rest = authority[authority.index(after: end)...]
            guard host.contains(":") else { return nil }
            // RFC 6874 §2: the zone of a link-local address, its percent sign escaped.
            if let zone = host.firstRange(of: "%25") { host.replaceSubrange(zone, with: "%") }
        } else {
            let end = authority.firstIndex(of: ":") ?? authority.endIndex
            host = authority[..<end]
            rest = authority[end...]
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        // The name of a zone's interface has its case.
        let name = host.contains(":") ? String(host) : host.lowercased()
        // RFC 3986 §3.2.3: a colon without a port means the default.
        if rest.isEmpty || rest == ":" { return (name, defaultPort) }
        rest = rest.dropFirst()
        guard rest.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let port = UInt16(rest), port > 0 else { return nil }
        return (name, port)
    }

    /// Bytes outside of printable ASCII become percent escapes, as browsers do with careless Location fields.
    private static func escaped(_ text: String) -> String? {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case 0x21...0x7E: escaped.unicodeScalars.append(Unicode.Scalar(byte))
            case 0..<0x20, 0x7F: return nil
            default: escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }

    /// Outer nil: not acceptable.
    private static func escaped(query: String?) -> String?? {
        guard let query else { return .some(nil) }
        guard let text = escaped(query) else { return nil }
        return .some(text)
    }
}
