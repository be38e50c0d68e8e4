/// Texts that are compared as a whole: equal ones have to stay equal, and different ones different.
extension TextRedactor {
    /// What becomes of a value of a variable, or of a text in quotes.
    ///
    /// The same text becomes the same everywhere. Where two would become the same, since a host may be written in several ways
    /// and a condition tells them apart, the second is replaced as a whole.
    mutating func literal(_ text: String) -> String {
        if let known = literals[text] { return known }
        var result = candidate(text)
        if known.compared.judged.contains(text) {
            if let owner = owners[result], owner != text {
                result = another(text, than: result)
                if !known.isPlain(text) { known.add(whole: text) }
            }
            owners[result] = text
        }
        literals[text] = result
        return result
    }

    /// What is no host's pseudonym but may stand where a host or a URL does.
    private mutating func another(_ text: String, than result: String) -> String {
        guard let scheme = result.firstRange(of: "://") else {
            return pseudonyms.pseudonym(.secret, text, key: "literal \(text)")
        }
        let authority = result[scheme.upperBound...].prefix { $0 != "/" }
        return result[..<authority.endIndex] + "/" + pseudonyms.pseudonym(.path, text, key: "literal \(text)")
    }

    /// An answer, a grade, or what a condition saw: a text, a number, or why there is none.
    mutating func word(_ text: String) -> String {
        literals[text] ?? (NumberShape.isDecimal(text) ? text : redact(text))
    }

    /// An expression: its numbers stay, and its quoted texts are compared.
    mutating func formula(_ text: String) -> String {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        var result = ""
        for (place, part) in parts.enumerated() {
            if place > 0 { result += "'" }
            result += place % 2 == 1 ? literal(String(part)) : outsideQuotes(String(part))
        }
        return result
    }

    /// Settles what becomes of every compared text before any is written, so that sentences find them as well.
    mutating func settleLiterals() {
        for text in known.compared.texts { _ = literal(text) }
        forget()
    }

    private mutating func candidate(_ text: String) -> String {
        let compared = known.compared
        guard text.contains(where: { $0.isLetter || $0.isNumber }), !known.isPseudonym(text), text != "redacted" else {
            return text
        }
        if compared.quantities.contains(text), outsideQuotes(text) == text { return text }
        if compared.answers.contains(text) { return redact(text) }
        if text.hasPrefix("@") || text.contains("://") { return redact(text) }
        if compared.hidden.contains(text) { return isShortNumber(text) ? text : hidden(text) }
        if let host = KnownNames.host(in: text), known.names(host: host) || AddressText(host) != nil {
            return self.host(text)
        }
        let isOneWord = !text.utf8.contains { $0 <= 0x20 }
        let isOneRun = text.utf8.allSatisfy { TextScan.isWordByte($0) || $0 >= 0x80 }
        if isOneRun || isOneWord && (text.contains("@") || text.contains("$")) { return redact(text) }
        return isOneWord && isUnchanged(text) ? text : hidden(text)
    }

    /// On a copy, so that a text that goes as a whole takes no pseudonyms for its parts.
    private func isUnchanged(_ text: String) -> Bool {
        var trial = self
        return trial.redact(text) == text
    }

    /// A number in a text says no more than a number beside it, as long as it is short.
    func isShortNumber(_ text: String) -> Bool {
        text.utf8.first.map(PlainToken.isDigit) == true && known.isPlain(text) && !NumberShape.isLong(text)
    }

    /// A text of which nothing may stay. In sentences it is found where it has a word that is none of ours: a phrase of nothing
    /// but our words, such as `no answer`, stands in our own.
    private mutating func hidden(_ text: String) -> String {
        if !isUnchanged(text) { known.add(secret: text) }
        return pseudonym(text.contains("/") ? .file : .secret, text)
    }
}
