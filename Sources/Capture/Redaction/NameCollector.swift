import LinecheckJSON

extension KnownNames {
    /// Takes in what one line says by itself: which of its members are hosts, and which may be secrets.
    mutating func collect(_ record: Record, _ line: JSONValue) {
        if case .header(let header) = record { isRedacted = header.isRedacted }
        collect(line)
        switch record {
        case .header(let header): collect(header)
        case .target(let target): add(host: target.name)
        case .stream(let event):
            for text in [event.host, event.proxy] { if let text { add(host: text) } }
        case .result: collect(result: line)
        default: break
        }
    }

    /// What any text tells, whatever it is about.
    private mutating func collect(_ value: JSONValue) {
        switch value {
        case .string(let text):
            note(text)
            addHosts(ofURLsIn: text)
        case .array(let values): for value in values { collect(value) }
        case .object(let members):
            for member in members {
                note(member.key)
                if SecretWords.end(member.key) { addSecrets(member.value) }
                collect(member.value)
            }
        default: break
        }
    }

    private mutating func addSecrets(_ value: JSONValue) {
        if let text = value.string { add(secret: text) }
        for element in value.array ?? [] { addSecrets(element) }
    }

    private mutating func addHosts(ofURLsIn text: String) {
        var rest = text[...]
        while let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            add(host: "//" + rest.prefix { !$0.isWhitespace && !"\"'<>`()\\,;".contains($0) })
        }
    }

    // MARK: The header

    private mutating func collect(_ header: Header) {
        // What a variable was before it was set on the command line stands in the text of the plan alone.
        if let source = try? JSONReader.read(SourceText(name: "", text: header.planSource)).plain {
            collect(source)
            add(source: source["vars"])
            for part in ["vars", "probes", "loads"] { addHosts(in: source[part]) }
            collect(plan: source)
        }
        for document in [header.plan, header.rules] { add(keysOf: document) }
        add(compared: header)
        addHosts(in: header.plan["vars"])
        collect(plan: header.plan)
        if let resolver = header.network.resolver { add(host: resolver) }
    }

    private mutating func collect(plan: JSONValue) {
        for part in [plan] + (plan["phases"]?.array ?? []) {
            if let target = part["keep_awake"]?.string { add(host: target) }
        }
        var open: [String] = []
        for probe in plan["probes"]?.members ?? [] { collect(probe: probe.value, &open) }
        for load in plan["loads"]?.members ?? [] { collect(load: load.value, &open) }
        // A variable that went into a header, a path or a user name is what had to be kept secret there.
        for variable in plan["vars"]?.members ?? [] {
            guard let text = variable.value.string, text.utf8.count >= 3 else { continue }
            if open.contains(where: { $0.contains(text) }) { add(secret: text) }
        }
    }

    /// Texts that can be nothing else: `home.example.net`, with or without a port.
    private mutating func addHosts(in value: JSONValue?) {
        for member in value?.members ?? [] { addHosts(in: member.value) }
        for element in value?.array ?? [] { addHosts(in: element) }
        guard let text = value?.string, let host = Self.host(in: text) else { return }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy {
                    $0 >= 0x80 || $0 == 0x2D || Character(Unicode.Scalar($0)).isLetter || (0x30...0x39).contains($0)
                }
        }
        // 1.5ms is none: a top-level domain has no digits (RFC 3696 §2).
        let isTop = labels.last.map { $0.count > 1 && $0.allSatisfy { $0.isLetter } } == true
        if labels.count > 1, isName, isTop { add(host: text) }
    }

    private mutating func collect(probe: JSONValue, _ open: inout [String]) {
        for key in ["target", "server_name", "query"] {
            guard let text = probe[key]?.string, !text.hasPrefix("@") else { continue }
            add(host: text)
            if text.contains("://") { noteSecrets(ofURL: text, &open) }
        }
        if let path = probe["path"]?.string, path != "/dns-query" { add(secret: path) }
        collectHeaders(of: probe, &open)
    }

    private mutating func collect(load: JSONValue, _ open: inout [String]) {
        for key in ["url", "upload_url", "proxy"] {
            guard let text = load[key]?.string, text.contains(":") else { continue }
            add(host: text)
            noteSecrets(ofURL: text, &open)
        }
        collectHeaders(of: load, &open)
    }

    private mutating func collectHeaders(of part: JSONValue, _ open: inout [String]) {
        for field in part["headers"]?.members ?? [] {
            guard let value = field.value.string else { continue }
            add(secret: value)
            open.append(value)
        }
    }

    /// The user of a URL stands in it alone; a path may be asked for in other words, without its host.
    private mutating func noteSecrets(ofURL url: String, _ open: inout [String]) {
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2 else { return }
        if let at = parts[2].lastIndex(of: "@") {
            for secret in parts[2][..<at].split(separator: ":") {
                add(secret: String(secret))
                open.append(String(secret))
            }
        }
        for piece in url.split(whereSeparator: { "?&#".contains($0) }).dropFirst() {
            let value = piece.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
            // How many bytes to send is no secret.
            if value.utf8.count >= 6, !value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                add(secret: value)
                open.append(value)
            }
        }
    }

    // MARK: Results

    private mutating func collect(result: JSONValue) {
        for certificate in result["certificates"]?.array ?? [] {
            for name in certificate["names"]?.array ?? [] {
                if let name = name.string { add(host: String(LineRedactor.certificateName(name).name)) }
            }
        }
        // `CNAME www.example.net.`: the data of a name's records may be another name.
        for answer in result["answers"]?.array ?? [] {
            let words = answer.string?.split(separator: " ") ?? []
            if let name = words.last, words.count > 1, name.contains(".") { add(host: String(name)) }
        }
    }
}
