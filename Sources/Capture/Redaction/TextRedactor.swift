/// Replaces the names in a text by their pseudonyms: URLs, addresses, known hosts and known secrets, each where it stands as
/// a whole.
struct TextRedactor {
    private var known: KnownNames
    private(set) var pseudonyms: Pseudonyms

    init(_ known: KnownNames) {
        self.known = known
        pseudonyms = Pseudonyms(taken: known.pseudonyms)
    }

    mutating func redact(_ text: String) -> String {
        var bytes = Array(text.utf8)[...]
        var result: [UInt8] = []
        while let first = bytes.first {
            if result.last.map(Self.isWord) != true, let secret = secret(at: bytes) {
                result += pseudonyms.pseudonym(.secret, secret).utf8
                bytes = bytes.dropFirst(secret.utf8.count)
            } else if Self.isWord(first) {
                takeRun(&bytes, &result)
            } else {
                result.append(first)
                bytes = bytes.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    mutating func pseudonym(_ kind: Pseudonyms.Kind, _ original: String) -> String {
        pseudonyms.pseudonym(kind, original)
    }

    private func secret(at bytes: ArraySlice<UInt8>) -> String? {
        known.secrets.first { secret in
            guard bytes.starts(with: secret.utf8) else { return false }
            let next = bytes.dropFirst(secret.utf8.count).first
            return next.map(Self.isWord) != true || secret.utf8.last.map(Self.isWord) != true
        }
    }

    /// Letters, digits and what stands inside addresses and host names; beyond ASCII all letters.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "%"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
            true
        default: false
        }
    }

    // MARK: One run of such bytes

    private mutating func takeRun(_ bytes: inout ArraySlice<UInt8>, _ result: inout [UInt8]) {
        var run = bytes.prefix(while: Self.isWord)
        let rest = bytes.dropFirst(run.count)
        if run.last == UInt8(ascii: ":"), rest.starts(with: "//".utf8) {
            result += run
            result += "//".utf8
            bytes = rest.dropFirst(2)
            takeURL(&bytes, &result)
            return
        }
        if rest.first == UInt8(ascii: "@"), rest.dropFirst().first.map(Self.isWord) == true {
            result += pseudonyms.pseudonym(.user, String(decoding: run, as: UTF8.self)).utf8
            result.append(UInt8(ascii: "@"))
            bytes = rest.dropFirst()
            return
        }
        // A full stop or colon that ends a sentence is none of the name's; `::` is.
        var tail: [UInt8] = []
        while run.count > 1, let last = run.last, last == UInt8(ascii: ".") || last == UInt8(ascii: ":"),
            AddressText(String(decoding: run, as: UTF8.self)) == nil
        {
            tail.insert(last, at: 0)
            run = run.dropLast()
        }
        bytes = rest
        let name = String(decoding: run, as: UTF8.self)
        guard let replaced = replacement(name) else {
            result += run
            result += tail
            return
        }
        // A pseudonym needs no brackets around it, and a URL allows them only around an address.
        let isBracketed = result.last == UInt8(ascii: "[") && tail.isEmpty && rest.first == UInt8(ascii: "]")
        if isBracketed { result.removeLast() }
        result += replaced.utf8
        result += tail
        if isBracketed { bytes = rest.dropFirst() }
    }

    /// What stands in the place of a run that is a name, with or without a port; nil: it is none.
    private mutating func replacement(_ name: String) -> String? {
        if let whole = plain(name) { return whole }
        guard let colon = name.lastIndex(of: ":"), Int(name[name.index(after: colon)...]) != nil,
            let host = plain(String(name[..<colon]))
        else { return nil }
        return host + name[colon...]
    }

    private mutating func plain(_ name: String) -> String? {
        if let address = AddressText(name) {
            return address.isImpersonal ? nil : pseudonyms.pseudonym(.address, name, key: address.canonical)
        }
        let host = name.lowercased()
        guard known.isHost(host) || known.holdsHost(host) || Self.holdsAddress(name) else { return nil }
        return pseudonyms.pseudonym(.host, name, key: host)
    }

    /// Whether four numbers with dots stand inside a word: `client-192.0.2.7.isp.example`.
    private static func holdsAddress(_ name: String) -> Bool {
        let pieces = name.split { !($0.isASCII && $0.isNumber || $0 == ".") }
        return pieces.contains { piece in
            let parts = piece.split(separator: ".")
            guard parts.count >= 4 else { return false }
            return (0...parts.count - 4).contains { start in
                AddressText(parts[start..<start + 4].joined(separator: ".")).map { !$0.isImpersonal } == true
            }
        }
    }

    // MARK: URLs

    /// What follows `//`: `user@host:port/path?query#fragment` (RFC 3986 §3). A user is left out; path, query and fragment
    /// are one name, since any of them may be a token.
    private mutating func takeURL(_ bytes: inout ArraySlice<UInt8>, _ result: inout [UInt8]) {
        var authority = bytes.prefix { !"/?#".utf8.contains($0) && !Self.endsURL($0) }
        bytes = bytes.dropFirst(authority.count)
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
        let text = String(decoding: authority, as: UTF8.self)
        // What stands in a URL is a host, also where no field of the capture says so.
        known.add(host: text)
        // Without scheme and path it cannot come back here.
        result += redact(text).utf8
        guard bytes.first.map({ "/?#".utf8.contains($0) }) == true else { return }
        var path = bytes.prefix { !Self.endsURL($0) }
        while let last = path.last, ".,:;!".utf8.contains(last) { path = path.dropLast() }
        bytes = bytes.dropFirst(path.count)
        let name = String(decoding: path, as: UTF8.self)
        if name == "/" || Pseudonyms.isPseudonym(name.dropFirst()) {
            result += path
        } else {
            result += "/\(pseudonyms.pseudonym(.path, name))".utf8
        }
    }

    private static func endsURL(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"'<>`()\\|^".utf8.contains(byte) }
}
