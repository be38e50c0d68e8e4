/// The five parts of a URI reference, and how one is resolved against another (RFC 3986).
struct URIReference: Equatable, Sendable {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    init(scheme: String?, authority: String?, path: String, query: String?, fragment: String?) {
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    /// Splits as RFC 3986 appendix B does; every text has such parts.
    init(_ text: String) {
        var rest = text[...]
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(where: { $0 == ":" || $0 == "/" }), rest[colon] == ":",
            Self.isScheme(rest[..<colon])
        {
            scheme = String(rest[..<colon])
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    /// RFC 3986 §5.3.
    var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// The same without credentials (RFC 3986 §3.2.1), to be shown.
    var withoutUserinfo: URIReference {
        var shown = self
        shown.authority = authority?.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init)
        return shown
    }

    /// RFC 3986 §5.2.2, strict: self is the base.
    func resolving(_ reference: URIReference) -> URIReference {
        var result = reference
        if reference.scheme != nil {
            result.path = Self.removingDotSegments(reference.path)
            return result
        }
        result.scheme = scheme
        if reference.authority != nil {
            result.path = Self.removingDotSegments(reference.path)
            return result
        }
        result.authority = authority
        if reference.path.isEmpty {
            result.path = path
            result.query = reference.query ?? query
        } else if reference.path.hasPrefix("/") {
            result.path = Self.removingDotSegments(reference.path)
        } else {
            result.path = Self.removingDotSegments(merged(with: reference.path))
        }
        return result
    }

    /// RFC 3986 §5.2.3.
    private func merged(with relative: String) -> String {
        if authority != nil, path.isEmpty { return "/" + relative }
        guard let slash = path.lastIndex(of: "/") else { return relative }
        return path[...slash] + relative
    }

    /// RFC 3986 §5.2.4, with the same result for absolute paths: `.` and empty ends stay as a final slash.
    static func removingDotSegments(_ path: String) -> String {
        guard path.contains("."), path.hasPrefix("/") else { return path }
        var output: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { output.append("") }
            case "..":
                if !output.isEmpty { output.removeLast() }
                if isLast { output.append("") }
            default: output.append(segment)
            }
        }
        return "/" + output.joined(separator: "/")
    }

    /// RFC 3986 §3.1.
    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { byte in
            isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || "+-.".utf8.contains(byte)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
}
