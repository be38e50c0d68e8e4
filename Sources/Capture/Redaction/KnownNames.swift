/// What a capture's own fields say are names, so that they are found in its free texts as well.
struct KnownNames {
    /// Host names, in lower case and without a final dot.
    private(set) var hosts: Set<String> = []
    /// Header values, variables and the like, which may stand in a text as they are; the longest first.
    private(set) var secrets: [String] = []
    /// Words that the plan and the rules are written in.
    private(set) var vocabulary: Set<String> = ["localhost"]
    /// Words that look like a pseudonym already.
    private(set) var pseudonyms: Set<String> = []

    /// Hosts that cannot be told from a word of the plan, and so stay.
    var ambiguous: [String] { hosts.filter { vocabulary.contains($0) && $0 != "localhost" }.sorted() }

    func isHost(_ name: String) -> Bool { hosts.contains(name) && !vocabulary.contains(name) }

    /// A name below a known one, or one with a known one in it: `cache.isp.example` where `isp.example` is known.
    func holdsHost(_ name: String) -> Bool {
        dotted.contains { name.utf8.count > $0.utf8.count && name.contains($0) }
    }

    private var dotted: [String] = []

    mutating func add(host text: String) {
        guard let host = Self.host(in: text), AddressText(host) == nil, !Pseudonyms.isPseudonym(host) else { return }
        guard hosts.insert(host).inserted, host.contains(".") else { return }
        dotted.append(host)
    }

    mutating func add(secret text: String) {
        guard text.utf8.count >= 3, !secrets.contains(text), !Pseudonyms.isPseudonym(text) else { return }
        let place = secrets.firstIndex { $0.utf8.count < text.utf8.count } ?? secrets.endIndex
        secrets.insert(text, at: place)
    }

    mutating func add(words text: String) { vocabulary.formUnion(Self.words(text).map { $0.lowercased() }) }

    mutating func noteWords(_ text: String) {
        guard text.contains("-") else { return }
        pseudonyms.formUnion(Self.words(text).filter(Pseudonyms.isPseudonym).map(String.init))
    }

    private static func words(_ text: String) -> [Substring] {
        text.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_") }
    }

    /// The host of `host`, `host:port`, `[address]:port` or a URL; nil for a word such as `@gateway` and for a variable.
    static func host(in text: String) -> String? {
        var rest = text[...]
        if let scheme = rest.firstRange(of: "//") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { !"/?#".contains($0) }
        if let at = rest.lastIndex(of: "@") {
            guard at != rest.startIndex else { return nil }
            rest = rest[rest.index(after: at)...]
        }
        if rest.first == "[" { return rest.dropFirst().prefix { $0 != "]" }.lowercased() }
        if rest.count(where: { $0 == ":" }) == 1 { rest = rest.prefix { $0 != ":" } }
        while rest.last == "." { rest = rest.dropLast() }
        guard !rest.isEmpty, !rest.contains("$"), !rest.contains(" ") else { return nil }
        return rest.lowercased()
    }
}
