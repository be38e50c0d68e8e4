/// Rewrites a text token by token: what is known to name nobody stays, and everything else gets a pseudonym.
///
/// That is the safe way round. A hunt for names would have to know every spelling of each; here a name has to be spelled as a
/// word of this program to be left. It is also a function of each token alone, so what judging puts together from redacted
/// parts is what becomes of the sentence that it had put together before.
struct TextRedactor {
    var known: KnownNames
    var pseudonyms: Pseudonyms
    /// What became of the texts that are compared, and of which text each of those results is.
    var literals: [String: String] = [:]
    var owners: [String: String] = [:]
    /// What became of short texts: most stand in thousands of lines.
    private var memory: [String: String] = [:]
    /// In an expression every number is one, and there are no URLs and paths.
    private var isFormula = false
    /// Whoever wrote it, it was not us: a number that is counted in it is no number of ours.
    private var isForeign = false

    init(_ known: KnownNames) {
        self.known = known
        pseudonyms = Pseudonyms(taken: known.pseudonyms)
        settleLiterals()
    }

    mutating func redact(_ text: String) -> String {
        if let result = memory[text] { return result }
        let redacted = scanned(text)
        if text.utf8.count <= 64, memory.count < 10_000 { memory[text] = redacted }
        return redacted
    }

    /// The part of an expression that is no quoted text.
    mutating func outsideQuotes(_ text: String) -> String {
        isFormula = true
        defer { isFormula = false }
        return scanned(text)
    }

    /// A text of whoever wrote the plan, which no sentence of a verdict repeats.
    mutating func foreign(_ text: String) -> String {
        isForeign = true
        defer { isForeign = false }
        return scanned(text)
    }

    mutating func forget() { memory = [:] }

    /// What the plan names is renamed to something that may be named so.
    mutating func pseudonym(_ kind: Pseudonyms.Kind, _ original: String) -> String {
        if known.isPseudonym(original) { return original }
        return literals[original] ?? pseudonyms.pseudonym(known.keys.contains(original) ? .name : kind, original)
    }

    private mutating func scanned(_ text: String) -> String {
        var scan = TextScan(text)
        var result: [UInt8] = []
        while !scan.isAtEnd { step(&scan, &result) }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func step(_ scan: inout TextScan, _ result: inout [UInt8]) {
        let isInside = result.last.map { TextScan.isWordByte($0) } == true
        if !isInside, let secret = scan.secret(of: known) {
            result += pseudonym(.secret, secret).utf8
            scan.skip(secret.utf8.count)
        } else if !isInside, !isFormula, let disguised = scan.disguisedAddress {
            result += pseudonym(of: disguised.address, disguised.text).utf8
            scan.skip(disguised.text.utf8.count)
        } else if !isInside, !isFormula, let number = scan.telephone {
            result += pseudonym(.secret, number).utf8
            scan.skip(number.utf8.count)
        } else if !isInside, let quoted = scan.quoted, let literal = literals[quoted] {
            result.append(contentsOf: scan.takeCharacter())
            scan.skip(quoted.utf8.count)
            result += literal.utf8
            result += scan.takeCharacter()
        } else if result.last.map({ " \"'=(:".utf8.contains($0) }) != false, !isFormula, scan.isAtPath {
            takePath(&scan, &result)
        } else if scan.isAtWord {
            takeRun(&scan, &result)
        } else {
            result += scan.takeCharacter()
        }
    }

    // MARK: One run

    private mutating func takeRun(_ scan: inout TextScan, _ result: inout [UInt8]) {
        var run = scan.takeRun()
        if run.hasSuffix(":"), scan.starts(with: "//") {
            result += words(run.dropLast()).utf8
            result += "://".utf8
            scan.skip(2)
            takeURL(&scan, &result)
            return
        }
        if scan.isAtUser {
            result += pseudonym(.user, run).utf8
            result += scan.takeCharacter()
            return
        }
        // A full stop or colon that ends a sentence is none of the name's; `::` is.
        var tail = ""
        while run.utf8.count > 1, let last = run.last, last == "." || last == ":", AddressText(run) == nil {
            tail.insert(last, at: tail.startIndex)
            run.removeLast()
        }
        // A pseudonym needs no brackets around it, and a URL allows them only around an address.
        let isBracketed = result.last == UInt8(ascii: "[") && tail.isEmpty && scan.starts(with: "]")
        if isNumber(run, tail, scan, after: result) {
            result += run.utf8
        } else if let replaced = replacement(run, after: result) {
            if isBracketed, replaced.utf8.first != UInt8(ascii: "[") {
                result.removeLast()
                scan.skip(1)
            }
            result += replaced.utf8
        } else {
            result += words(run[...], after: result).utf8
        }
        result += tail.utf8
        if !isFormula, tail.isEmpty, scan.isAtQuery() { takePath(&scan, &result) }
        takeSecret(named: run, tail, &scan, &result)
    }

    /// A number that may stay as it is.
    private func isNumber(_ run: String, _ tail: String, _ scan: TextScan, after before: [UInt8]) -> Bool {
        if isFormula { return NumberShape.isDecimal(run) }
        if known.compared.quantities.contains(run), NumberShape.isDecimal(run) { return true }
        guard NumberShape.isLong(run) || NumberShape.isDecimal(run) else { return false }
        return NumberShape.hasUnit(run)
            || !isForeign && NumberShape.isCounted(run, after: before, before: tail.isEmpty ? scan.rest : [])
    }

    /// What stands in the place of a run that is an address or a host, with or without a port; nil: it is none.
    private mutating func replacement(_ run: String, after before: [UInt8]) -> String? {
        if let decoded = PercentText.decoded(run) {
            let redacted = redact(decoded)
            if redacted != decoded { return redacted }
        }
        // Of a word that is a host as well, the sentences of judging say so before it.
        if known.isWordAndHost(run.lowercased()),
            ["HTTP 2", "HTTP 3", "HTTP 4", "HTTP 5", "no response from "].contains(where: { Self.leads($0, before) })
        {
            return pseudonym(ofHost: run)
        }
        if isFormula {
            if let address = AddressText(run), !address.isImpersonal { return pseudonym(of: address, run) }
            return known.isHost(run.lowercased()) ? pseudonym(ofHost: run) : nil
        }
        if let whole = plain(run) { return whole }
        guard let colon = run.lastIndex(of: ":"), NumberShape.isPort(run[run.index(after: colon)...]),
            let host = plain(String(run[..<colon]))
        else { return nil }
        return host + run[colon...]
    }

    /// `HTTP 403 from ` and `no response from ` stand before the name of a server.
    private static func leads(_ words: String, _ before: [UInt8]) -> Bool {
        if words.hasSuffix(" ") { return before.suffix(words.utf8.count).elementsEqual(words.utf8) }
        let start = before.suffix("HTTP 403 from ".utf8.count)
        return start.starts(with: words.utf8) && start.suffix(6).elementsEqual(" from ".utf8)
    }

    private mutating func plain(_ name: String) -> String? {
        if let address = AddressText(name) {
            return address.isImpersonal || name == "::" ? name : pseudonym(of: address, name)
        }
        if let address = AddressText(spelled: name, mayBeFraction: true),
            known.holds(address) || AddressText.hasFourParts(name)
        {
            return address.isImpersonal ? nil : pseudonym(of: address, name)
        }
        if let address = AddressText(bytes: name), !address.isImpersonal { return pseudonym(of: address, name) }
        if NumberShape.isGrouped(name) { return pseudonym(.secret, name) }
        let host = name.lowercased()
        let isHost =
            known.isHost(host) || known.holdsHost(host) || AddressText.stands(in: name)
            || DomainShape.isDomain(name, beside: known.keys)
        return isHost ? pseudonym(ofHost: name) : nil
    }

    private mutating func pseudonym(of address: AddressText, _ text: String) -> String {
        pseudonyms.pseudonym(.address, text, key: "address \(address.canonical)")
    }

    /// What the plan names like a host is renamed with it, to something that may be named so.
    private mutating func pseudonym(ofHost name: String) -> String {
        if known.isPseudonym(name) { return name }
        let host = KnownNames.host(in: name) ?? name.lowercased()
        return pseudonyms.pseudonym(known.keys.contains(host) ? .name : .host, name, key: host)
    }

    /// The parts of a run, each for itself: `name1.idle.rtt.p50`.
    private mutating func words(_ run: Substring, after before: [UInt8] = []) -> String {
        var result = ""
        var part = run.startIndex
        var place = run.startIndex
        var isSecret = false
        func isSeparator(_ character: Character) -> Bool { character == "." || character == ":" || character == "%" }
        while true {
            let isEnd = place == run.endIndex
            if isEnd || isSeparator(run[place]) {
                let token = run[part..<place]
                let isPort =
                    isEnd && NumberShape.isPort(token) && isHost(before.suffix(80) + Array(result.utf8.suffix(80)))
                if token.isEmpty || !isSecret && known.isPlain(token) && (!isTooLong(token) || isPort) {
                    result += token
                } else {
                    result += pseudonym(isSecret || isTooLong(token) ? .secret : .name, String(token))
                }
                guard !isEnd else { return result }
                isSecret = run[place] == ":" && SecretWords.end(String(token))
                result.append(run[place])
                part = run.index(after: place)
            }
            place = run.index(after: place)
        }
    }

    private func isTooLong(_ token: Substring) -> Bool {
        !isFormula && NumberShape.isLong(token) && !known.isPseudonym(token) && !NumberShape.hasUnit(token)
            && !known.compared.quantities.contains(String(token))
    }

    /// Whether a text ends in a host with a port to come: `[::1]:`, `localhost:`, `${server}:`, `address-1:`.
    private func isHost(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.last == UInt8(ascii: ":") else { return false }
        let host = text.dropLast()
        if host.last == UInt8(ascii: "]") || host.last == UInt8(ascii: "}") { return true }
        let word = String(decoding: host.reversed().prefix { TextScan.isWordByte($0) }.reversed(), as: UTF8.self)
        let sign = host.dropLast(word.utf8.count).last
        let isPseudonym = word.hasPrefix("host-") || word.hasPrefix("address-") || known.isRedacted
        return word == "localhost" || isPseudonym && Pseudonyms.isPseudonym(word)
            || sign == UInt8(ascii: "@") && PlainToken.isPlain(word)
    }

    /// What follows `token=`, `password: ` or `Bearer ` is a secret, whatever it looks like.
    private mutating func takeSecret(
        named name: String, _ tail: String, _ scan: inout TextScan, _ result: inout [UInt8]
    ) {
        guard SecretWords.end(name), let value = scan.takeSecretValue(after: name, tail) else {
            return
        }
        result += value.lead.utf8
        let text = value.text
        result += (text == "redacted" ? text : pseudonym(.secret, text)).utf8
    }

    // MARK: URLs and paths

    /// What follows `//`: `user@host:port/path?query#fragment` (RFC 3986 §3). A user is left out; path, query and fragment
    /// are one name, since any of them may be a token.
    private mutating func takeURL(_ scan: inout TextScan, _ result: inout [UInt8]) {
        var authority = scan.takeURLPart { !"/?#".utf8.contains($0) }
        if let at = authority.lastIndex(of: "@") { authority = String(authority[authority.index(after: at)...]) }
        result += host(authority).utf8
        guard scan.starts(with: "/") || scan.starts(with: "?") || scan.starts(with: "#") else { return }
        let path = scan.takeURLPath()
        if path == "/" || known.isPseudonym(path.dropFirst()) {
            result += path.utf8
        } else {
            result += "/\(pseudonym(.path, path))".utf8
        }
    }

    /// `/home/somebody/plan.json`; a path of plain words such as `/dns-query` stays.
    private mutating func takePath(_ scan: inout TextScan, _ result: inout [UInt8]) {
        let path = scan.takeURLPath()
        let parts = path.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || !$0.isASCII) }
        if parts.allSatisfy({ known.isPlain($0) && !isTooLong($0) }), !path.contains("=") {
            result += path.utf8
        } else {
            result += "/\(pseudonym(.path, path))".utf8
        }
    }

    /// A text that is a host by its place, also where it is spelled like a word: `host`, `host:port`, `[address]:port`.
    ///
    /// Words such as `@gateway`, variables and `localhost` stay.
    mutating func host(_ text: String) -> String {
        if let literal = literals[text], literal.contains("://") == text.contains("://") { return literal }
        guard !text.contains("://"), !text.contains("$"), !text.contains("@"), let host = KnownNames.host(in: text),
            host != "localhost", AddressText(host) == nil, !known.isPseudonym(host)
        else { return redact(text) }
        let original = String(text.prefix(host.count))
        let rest = text.dropFirst(original.count).drop { $0 == "." }
        let spelled = (AddressText(spelled: host) ?? AddressText(bytes: host)).flatMap { $0.isImpersonal ? nil : $0 }
        let replaced = spelled.map { pseudonym(of: $0, original) } ?? pseudonym(ofHost: original)
        if rest.first == ":", NumberShape.isPort(rest.dropFirst()) { return replaced + rest }
        return rest.isEmpty ? replaced : replaced + redact(String(rest))
    }
}
