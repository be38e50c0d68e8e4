import LinecheckJSON

/// What a capture's own fields say are names, so that they are found in its free texts as well and told what they are.
struct KnownNames {
    /// Host names, in lower case and without a final dot.
    private(set) var hosts: Set<String> = []
    /// Header values, variables and the like, which may stand in a text as they are; the longest first.
    private(set) var secrets: [String] = []
    /// Words that look like a pseudonym already.
    private(set) var pseudonyms: Set<String> = []
    /// What the plan and its rules name: probes, phases, formulas.
    private(set) var keys: Set<String> = []
    /// Texts that a condition may compare with others: values of variables, what stands in quotes, answers and grades.
    private(set) var compared = ComparedTexts()
    /// What looks like a pseudonym is one.
    var isRedacted = false
    private var addresses: Set<AddressText> = []
    private var dotted: [String] = []

    /// Hosts that are spelled like a word of this program: in a sentence nobody can tell which of the two is meant.
    var ambiguous: [String] { hosts.filter(isWordAndHost).sorted() }

    func isHost(_ name: String) -> Bool { hosts.contains(name) && !PlainToken.isPlain(name) }

    func isWordAndHost(_ name: String) -> Bool { hosts.contains(name) && PlainToken.isPlain(name) }

    /// Redacting again leaves what was redacted; in any other capture such a word is a name like all others.
    func isPseudonym(_ text: some StringProtocol) -> Bool { isRedacted && Pseudonyms.isPseudonym(text) }

    /// Names nobody: a word or number of ours, or a pseudonym.
    func isPlain(_ token: some StringProtocol) -> Bool { isPseudonym(token) || PlainToken.isPlain(token) }

    /// Whatever it is spelled like.
    func names(host: String) -> Bool { hosts.contains(host) }

    /// A name below a known one, or one with a known one in it: `cache.isp.example` where `isp.example` is known.
    func holdsHost(_ name: String) -> Bool {
        dotted.contains { name.utf8.count > $0.utf8.count && name.contains($0) }
    }

    func holds(_ address: AddressText) -> Bool { addresses.contains(address) }

    mutating func add(host text: String) {
        guard let host = Self.host(in: text), host != "localhost", !isPseudonym(host) else { return }
        if let address = AddressText(host) ?? AddressText(spelled: host) {
            addresses.insert(address)
        } else if hosts.insert(host).inserted, host.contains(".") {
            dotted.append(host)
        }
    }

    mutating func add(keysOf value: JSONValue) {
        for member in value.members ?? [] {
            keys.insert(member.key)
            if member.key == "name", let name = member.value.string { keys.insert(name) }
            add(keysOf: member.value)
        }
        for element in value.array ?? [] { add(keysOf: element) }
    }

    /// A word that every capture has is no secret, wherever it stands, and of a variable's URL the plan needs the form.
    mutating func add(secret text: String) {
        guard !isPlain(text), !isURLOfPlan(text) else { return }
        add(whole: text)
    }

    private func isURLOfPlan(_ text: String) -> Bool { text.contains("://") && compared.holds(text) }

    /// A text that is replaced as one wherever it stands.
    mutating func add(whole text: String) {
        guard text.utf8.count >= 3, !secrets.contains(text) else { return }
        let place = secrets.firstIndex { $0.utf8.count < text.utf8.count } ?? secrets.endIndex
        secrets.insert(text, at: place)
    }

    mutating func add(compared header: Header) {
        compared.collect(header.plan)
        compared.collect(header.rules)
        compared.judge(header.network.link)
        for variable in header.plan["vars"]?.members ?? [] {
            compared.add(variable.value, of: variable.key, isResolved: true)
        }
        for (name, value) in LineRedactor.settings(header.options) {
            compared.add(.string(value), of: name)
            if SecretWords.end(name) { add(secret: value) }
        }
        secrets.removeAll(where: isURLOfPlan)
    }

    mutating func add(source variables: JSONValue?) {
        for variable in variables?.members ?? [] where !variable.key.hasPrefix("#") {
            compared.add(variable.value, of: variable.key)
        }
    }

    /// Takes in each run of a text that is a pseudonym or an address by itself.
    mutating func note(_ text: String) {
        guard text.utf8.contains(where: { ".:-".utf8.contains($0) || PlainToken.isDigit($0) }) else { return }
        var scan = TextScan(text)
        while !scan.isAtEnd {
            guard scan.isAtWord else {
                _ = scan.takeCharacter()
                continue
            }
            let run = scan.takeRun()
            for part in run.split(whereSeparator: { ".:%".contains($0) }) where Pseudonyms.isPseudonym(part) {
                pseudonyms.insert(String(part))
            }
            let host = run.hasSuffix(":") || run.hasSuffix(".") ? run.dropLast() : run[...]
            let bare = host.count { $0 == ":" } == 1 ? host.prefix { $0 != ":" } : host
            if let address = AddressText(bare) { addresses.insert(address) }
        }
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
