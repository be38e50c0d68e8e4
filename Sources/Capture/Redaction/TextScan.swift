/// A place in a text that moves on, for ``TextRedactor``.
struct TextScan {
    private var bytes: ArraySlice<UInt8>
    private let start: Int
    /// Up to here no URL has a query: of a line of a megabyte every slash would ask again.
    private var queryless = 0

    init(_ text: String) {
        bytes = Array(text.utf8)[...]
        start = bytes.startIndex
    }

    var isAtEnd: Bool { bytes.isEmpty }
    /// What was not taken yet.
    var rest: ArraySlice<UInt8> { bytes }
    var isAtWord: Bool { wordLength(bytes) > 0 }

    func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes.starts(with: $0) }
    }

    mutating func skip(_ count: Int) { bytes = bytes.dropFirst(count) }

    /// One character that is no part of a word; those beyond ASCII have several bytes.
    mutating func takeCharacter() -> ArraySlice<UInt8> {
        let count = max(1, punctuationLength(bytes))
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    // MARK: Words

    /// Letters, digits and what stands inside addresses and host names.
    static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "%"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Marks beyond ASCII that our own sentences use; everything else there may be a letter of a name.
    private static let punctuation = ["…", "→", "–", "—", "·", "×", "≤", "≥", "±", "−", "§"].map { Array($0.utf8) }

    private func punctuationLength(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let first = bytes.first, first >= 0x80 else { return 0 }
        return Self.punctuation.first { bytes.starts(with: $0) }?.count ?? 0
    }

    private func wordLength(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let first = bytes.first else { return 0 }
        if first < 0x80 { return Self.isWordByte(first) ? 1 : 0 }
        return punctuationLength(bytes) > 0 ? 0 : 1
    }

    mutating func takeRun() -> String {
        var rest = bytes
        while wordLength(rest) > 0 { rest = rest.dropFirst() }
        defer { bytes = rest }
        return String(decoding: bytes[..<rest.startIndex], as: UTF8.self)
    }

    // MARK: What stands here

    /// `@` with a host behind it, and a user before.
    var isAtUser: Bool {
        bytes.first == UInt8(ascii: "@") && wordLength(bytes.dropFirst()) > 0
    }

    /// A slash that begins a path: a word behind it, and more than that; `rate /2` is none.
    var isAtPath: Bool {
        guard bytes.first == UInt8(ascii: "/"), wordLength(bytes.dropFirst()) > 0 else { return false }
        return bytes.dropFirst().prefix { !Self.endsURL($0) }.contains { "/?=".utf8.contains($0) }
    }

    /// A slash or question mark, directly behind a word, of a URL without its scheme: `acme.example/x?token=…`.
    mutating func isAtQuery() -> Bool {
        guard let first = bytes.first, "/?".utf8.contains(first), bytes.startIndex >= queryless else { return false }
        let rest = bytes.prefix { !Self.endsURL($0) }
        if rest.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") }) { return true }
        queryless = rest.endIndex
        return false
    }

    var disguisedAddress: DisguisedAddress? {
        guard let first = bytes.first, PlainToken.isDigit(first) || first == 0xEF else { return nil }
        return DisguisedAddress(startOf: bytes)
    }

    var telephone: String? {
        guard let first = bytes.first, PlainToken.isDigit(first) || first == UInt8(ascii: "+") else { return nil }
        return NumberShape.telephone(startOf: bytes).map { String(decoding: bytes.prefix($0), as: UTF8.self) }
    }

    /// The text between this quote and the next one like it; nil: no quote stands here.
    var quoted: String? {
        guard let quote = bytes.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
        let text = bytes.dropFirst().prefix { $0 != quote }
        return text.count + 1 < bytes.count ? String(decoding: text, as: UTF8.self) : nil
    }

    /// A known secret that stands here as a whole.
    func secret(of known: KnownNames) -> String? {
        known.secrets.first { secret in
            guard bytes.starts(with: secret.utf8) else { return false }
            let rest = bytes.dropFirst(secret.utf8.count)
            return wordLength(rest) == 0 || secret.utf8.last.map(Self.isWordByte) != true
        }
    }

    // MARK: URLs

    private static func endsURL(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"'<>`()\\|^".utf8.contains(byte) }

    mutating func takeURLPart(while goesOn: (UInt8) -> Bool) -> String {
        let part = bytes.prefix { goesOn($0) && !Self.endsURL($0) }
        bytes = bytes.dropFirst(part.count)
        return String(decoding: part, as: UTF8.self)
    }

    /// Path, query and fragment, without the mark that ends a sentence behind them.
    mutating func takeURLPath() -> String {
        var path = bytes.prefix { !Self.endsURL($0) }
        while let last = path.last, path.count > 1, ".,:;!".utf8.contains(last) { path = path.dropLast() }
        bytes = bytes.dropFirst(path.count)
        return String(decoding: path, as: UTF8.self)
    }

    // MARK: Secrets

    /// What a word for a secret leads to: `=`, `: ` or, of `Bearer `, a space, and then the value; nil: it leads to none.
    ///
    /// - Parameter tail: `:` when that stood behind the word and was taken already.
    mutating func takeSecretValue(after name: String, _ tail: String) -> (lead: String, text: String)? {
        var rest = bytes
        var lead: [UInt8] = []
        if tail.hasSuffix(":") || name.lowercased() == "bearer" {
            while rest.first == 0x20 { lead.append(rest.removeFirst()) }
        } else if rest.first == UInt8(ascii: "=") {
            lead.append(rest.removeFirst())
        } else {
            return nil
        }
        while let first = rest.first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            lead.append(rest.removeFirst())
        }
        let ends = SecretWords.isHeader(name) ? "\"'\n&" : " \t\n\"'&,;<>()"
        let text = rest.prefix { !ends.utf8.contains($0) }
        guard !text.isEmpty else { return nil }
        bytes = rest.dropFirst(text.count)
        return (String(decoding: lead, as: UTF8.self), String(decoding: text, as: UTF8.self))
    }
}
