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
                member.key == "crc32c" ? member : opinions(member)
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
                    case let key where RegisteredShape.fits(text, key): text
                    case "type": texts.redact(text)
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
        return text.isEmpty || texts.known.isPseudonym(bare) ? text : texts.pseudonym(.path, text)
    }

    // MARK: What a later version may have written

    /// Nobody knows what it means, so no text of it stays, and no number that is long enough to be somebody's.
    mutating func unknown(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(whole(text))
        case .array(let values): .array(values.map { unknown($0) })
        case .object(let members): .object(members.map { unknown($0) })
        case .integer, .number: unknown(number: value)
        default: value
        }
    }

    private mutating func unknown(number value: JSONValue) -> JSONValue {
        guard let text = ComparedTexts.text(of: value), NumberShape.isLong(text) else { return value }
        return .string(texts.pseudonym(.secret, text))
    }

    /// The type, the time and the checksum are the same in every record.
    mutating func unknown(_ member: JSONMember) -> JSONMember {
        switch (member.key, member.value) {
        case ("t", .integer): return member
        case ("type", .string(let text)): return JSONMember(member.key, .string(texts.redact(text)))
        case ("crc32c", .string(let text)) where RegisteredShape.fits(text, "crc32c"): return member
        default: break
        }
        let isWord = texts.known.isPlain(member.key) && texts.redact(member.key) == member.key
        return JSONMember(isWord ? member.key : texts.pseudonym(.name, member.key), unknown(member.value))
    }

    /// A text of which nothing may stay; a short number in it says no more than a number beside it.
    mutating func whole(_ text: String) -> String {
        text.isEmpty || text == "redacted" || texts.isShortNumber(text) ? text : texts.pseudonym(.secret, text)
    }
}
