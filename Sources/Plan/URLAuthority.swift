/// Whom a URL names (RFC 3986 §3.2), or what is wrong with it, in words.
enum URLAuthority: Equatable, Sendable {
    /// The host is a name or an address, without the brackets of IPv6.
    case host(String, port: Int?)
    case wrong(String)

    /// nil: the text is no absolute URL.
    init?(of url: String) {
        guard let slashes = url.firstRange(of: "://") else { return nil }
        let text = url[slashes.upperBound...].prefix { !"/?#".contains($0) }
        let host: Substring
        var rest: Substring
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else {
                self = .wrong("the bracket of an IPv6 address is not closed")
                return
            }
            host = text[text.index(after: text.startIndex)..<close]
            rest = text[text.index(after: close)...]
            guard IPLiteral.family(of: host) == .ipv6 else {
                self = .wrong("\"\(host)\" in brackets is no IPv6 address")
                return
            }
        } else {
            host = text.prefix { $0 != ":" }
            rest = text[host.endIndex...]
        }
        guard !host.isEmpty else {
            self = .wrong("a URL without a host")
            return
        }
        guard rest.isEmpty || rest.first == ":" else {
            self = .wrong("\"\(rest)\" after an address is no port")
            return
        }
        rest = rest.dropFirst()
        // RFC 3986 §3.2.3: a colon without a port means the default.
        guard !rest.isEmpty else {
            self = .host(String(host), port: nil)
            return
        }
        guard let port = Int(rest), rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }), (1...65_535).contains(port)
        else {
            self = .wrong("\"\(rest)\" is no port, which is a number from 1 to 65535")
            return
        }
        self = .host(String(host), port: port)
    }
}
