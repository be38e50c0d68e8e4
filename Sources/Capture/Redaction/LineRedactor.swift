import LinecheckJSON

/// Redacts one line of a capture, by what each of its members may hold.
struct LineRedactor {
    var texts: TextRedactor

    init(_ known: KnownNames) { texts = TextRedactor(known) }

    mutating func redact(_ record: Record, _ line: JSONValue) -> JSONValue {
        switch record {
        case .header(let header): redact(header, line)
        case .result: redact(result: line)
        case .verdict: redact(verdict: line)
        case .unknown: unknown(line)
        default: redact(line, known: CaptureSchema.members(of: line["type"]?.string ?? ""))
        }
    }

    /// Texts that are sentences, expressions and words of the plan, and so are the keys.
    mutating func redact(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(texts.redact(text))
        case .array(let values): .array(values.map { redact($0) })
        case .object(let members):
            .object(members.map { JSONMember(texts.redact($0.key), redact($0.value)) })
        default: value
        }
    }

    /// A checksum is made to fit by who writes the line.
    private mutating func redact(verdict line: JSONValue) -> JSONValue {
        .object(
            (line.members ?? []).map { member in
                member.key == "crc32c" ? member : JSONMember(texts.redact(member.key), redact(member.value))
            })
    }

    // MARK: Records of a known type

    /// Members that name a host or an address, whatever it is spelled like.
    static let hosts: Set<String> = ["name", "address", "source", "host", "proxy", "from", "gateway", "resolver"]

    private mutating func redact(_ line: JSONValue, known: Set<String>) -> JSONValue {
        let names: Set<String> =
            switch line["type"]?.string {
            case "target", "stream", "sample", "late", "duplicate", "foreign": Self.hosts
            default: []
            }
        return .object(
            (line.members ?? []).map { member in
                guard known.contains(member.key) || member.key == "type" || member.key == "crc32c" else {
                    return unknown(member)
                }
                guard let text = member.value.string else { return member }
                let redacted =
                    switch member.key {
                    case "type", "crc32c": text
                    case "location": location(text)
                    case let key where names.contains(key): texts.host(text)
                    default: texts.redact(text)
                    }
                return JSONMember(member.key, .string(redacted))
            })
    }

    /// Where a redirect leads: a URL, or what a server understands as a part of one.
    mutating func location(_ text: String) -> String {
        if text.contains("://") { return texts.redact(text) }
        let bare = text.hasPrefix("/") ? text.dropFirst() : text[...]
        return text.isEmpty || Pseudonyms.isPseudonym(bare) ? text : texts.pseudonym(.path, text)
    }

    // MARK: What a later version may have written

    /// Nobody knows what it means, so no text of it stays.
    private mutating func unknown(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(whole(text))
        case .array(let values): .array(values.map { unknown($0) })
        case .object(let members): .object(members.map { unknown($0) })
        default: value
        }
    }

    private mutating func unknown(_ member: JSONMember) -> JSONMember {
        if member.key == "type" || member.key == "crc32c", let text = member.value.string {
            return JSONMember(member.key, .string(member.key == "type" ? texts.redact(text) : text))
        }
        let isWord = PlainToken.isPlain(member.key) && texts.redact(member.key) == member.key
        return JSONMember(isWord ? member.key : texts.pseudonym(.name, member.key), unknown(member.value))
    }

    /// A text of which nothing may stay; a number in it says no more than a number beside it.
    mutating func whole(_ text: String) -> String {
        let isNumber = text.utf8.first.map { (0x30...0x39).contains($0) } == true && PlainToken.isPlain(text)
        return text.isEmpty || text == "redacted" || isNumber && text.utf8.count < 8
            ? text : texts.pseudonym(.secret, text)
    }
}
