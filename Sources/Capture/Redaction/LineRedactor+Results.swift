import LinecheckJSON

extension LineRedactor {
    /// Members that are numbers by the format.
    private static let numbers: Set<String> = ["t", "rcode", "bytes", "status", "length", "hop", "extended_errors"]

    /// A structured answer. What a server says about itself in its own words goes: whose it is can be read from any of it.
    mutating func redact(result: JSONValue) -> JSONValue {
        switch result {
        case .object(let members): .object(members.map { redact(resultMember: $0) })
        case .array(let values): .array(values.map { redact(result: $0) })
        case .string: removed(result)
        default: unknown(result)
        }
    }

    private mutating func redact(resultMember member: JSONMember) -> JSONMember {
        let key = texts.redact(member.key)
        switch (member.key, member.value) {
        case ("type", _), ("probe", _): return JSONMember(key, redact(member.value))
        case (let name, .string(let text)) where RegisteredShape.fits(text, name): return member
        case (let name, _) where Self.numbers.contains(name) && member.value.string == nil:
            return JSONMember(key, numbers(member.value))
        case ("url", .string(let text)), ("location", .string(let text)), ("leads_to", .string(let text)):
            return JSONMember(key, .string(location(text)))
        case ("answers", .array(let answers)):
            return JSONMember(key, .array(answers.map { .string(answer($0.string ?? "")) }))
        case ("names", .array(let names)):
            return JSONMember(key, .array(names.map { .string(certificateName($0.string ?? "")) }))
        default: return JSONMember(key, redact(result: member.value))
        }
    }

    /// A number, or a list of them.
    private mutating func numbers(_ value: JSONValue) -> JSONValue {
        switch value {
        case .integer, .number: value
        case .array(let values): .array(values.map { numbers($0) })
        default: redact(result: value)
        }
    }

    /// `A 192.0.2.1`, `CNAME www.example.net.`; the data of any other type may be anything.
    private mutating func answer(_ text: String) -> String {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { return text.isEmpty ? text : whole(text) }
        let type = texts.redact(words[0])
        switch words[0] {
        case "A", "AAAA": return "\(type) \(texts.redact(words[1]))"
        case "CNAME", "NS", "PTR": return "\(type) \(texts.host(words[1]))"
        default: return "\(type) \(whole(words[1]))"
        }
    }

    /// `*.example.net`, and with a kind before it as OpenSSL prints: `DNS:example.net`.
    static func certificateName(_ text: String) -> (lead: Substring, name: Substring) {
        var name = text[...]
        for lead in ["DNS:", "*."] where name.hasPrefix(lead) { name = name.dropFirst(lead.count) }
        return (text[..<name.startIndex], name)
    }

    private mutating func certificateName(_ text: String) -> String {
        let (lead, name) = Self.certificateName(text)
        return lead + texts.host(String(name))
    }
}
