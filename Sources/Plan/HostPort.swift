/// `host:port`, `[v6]:port`, or nil when there is no port in it.
///
/// A bare IPv6 address has more than one colon and so is never split (RFC 3986 §3.2.2 asks for brackets).
func splitPort(_ text: String) -> (host: String, port: Int)? {
    if text.hasPrefix("["), let close = text.firstIndex(of: "]") {
        let rest = text[text.index(after: close)...]
        guard rest.first == ":", let port = portNumber(rest.dropFirst()) else { return nil }
        return (String(text[text.index(after: text.startIndex)..<close]), port)
    }
    guard let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon,
        let port = portNumber(text[text.index(after: colon)...])
    else { return nil }
    return (String(text[..<colon]), port)
}

private func portNumber(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text),
        (1...65_535).contains(port)
    else { return nil }
    return port
}

/// RFC 1035 §2.3.4: labels of at most 63 octets, 253 characters in all; `.` is the root.
func isDomainName(_ text: String) -> Bool {
    if text == "." { return true }
    let bare = text.hasSuffix(".") ? text.dropLast() : text[...]
    return !bare.isEmpty && bare.utf8.count <= 253
        && bare.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
        && bare.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { (1...63).contains($0.utf8.count) }
}
