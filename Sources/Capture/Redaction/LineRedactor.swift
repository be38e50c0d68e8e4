import LinecheckJSON

/// Redacts one line of a capture: every text in it, and some as a whole.
struct LineRedactor {
    private(set) var texts: TextRedactor

    init(_ known: KnownNames) { texts = TextRedactor(known) }

    mutating func redact(_ record: Record, _ line: JSONValue) -> JSONValue {
        switch record {
        case .header(let header): redact(header, line)
        case .result: redact(result: line)
        default: redact(line)
        }
    }

    /// Keys are words of the format and of the plan, and stay.
    private mutating func redact(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(texts.redact(text))
        case .array(let values): return .array(values.map { redact($0) })
        case .object(let members): return .object(members.map { JSONMember($0.key, redact($0.value)) })
        default: return value
        }
    }

    // MARK: The header

    /// Versions have dots as addresses have, and no names.
    private static let plain: Set<String> = ["software", "host", "id", "started", "clock"]

    private mutating func redact(_ header: Header, _ line: JSONValue) -> JSONValue {
        var members: [JSONMember] = []
        var (plan, rules) = (header.plan, header.rules)
        for var member in line.members ?? [] {
            switch member.key {
            case let key where Self.plain.contains(key): break
            case "options": member.value = .array(options(header.options).map { .string($0) })
            case "plan_source":
                members.append(JSONMember("redacted", .bool(true)))
                member.value = .string(source(header.planSource))
            case "plan":
                plan = redact(plan)
                member.value = plan
            case "rules":
                rules = redact(rules)
                member.value = rules
            case "plan_sha256": member.value = .string(SHA256.hex(plan.canonicalBytes))
            case "rules_sha256": member.value = .string(SHA256.hex(rules.canonicalBytes))
            case "redacted": continue
            default: member.value = redact(member.value)
            }
            members.append(member)
        }
        return .object(members)
    }

    /// Where a file lies says whose it is.
    private mutating func options(_ options: [String]) -> [String] {
        var isFile = false
        return options.map { option in
            defer { isFile = ["-o", "--output", "--rules"].contains(option) }
            let isPath = option.contains("/") && !option.contains("://") && !option.contains("=")
            guard isFile || isPath, option != "-" else { return texts.redact(option) }
            return texts.pseudonym(.file, option)
        }
    }

    /// The plan as it was typed: its texts one by one, since a name may be written with escapes there; comments go.
    private mutating func source(_ source: String) -> String {
        var bytes = Array(source.utf8)[...]
        var result: [UInt8] = []
        var isComment = false
        while let start = bytes.firstIndex(of: UInt8(ascii: "\"")) {
            result += bytes[..<start]
            let literal = bytes[start...].prefix(JSONLiteral.length(bytes[start...]))
            bytes = bytes[literal.endIndex...]
            guard let text = JSONLiteral.text(literal) else {
                result += literal
                continue
            }
            let isKey = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ":")
            let redacted = !isKey && isComment ? "redacted" : texts.redact(text)
            isComment = isKey && text.hasPrefix("#")
            result += redacted == text ? Array(literal) : JSONValue.string(redacted).canonicalBytes
        }
        return String(decoding: result + bytes, as: UTF8.self)
    }

    // MARK: Results

    /// What a server says about itself in its own words; whose it is can be read from any of it.
    private static let whole: Set<String> = ["fields", "subject", "issuer", "sha256", "distrust"]

    private mutating func redact(result: JSONValue) -> JSONValue {
        switch result {
        case .object(let members):
            return .object(
                members.map { member in
                    let isWhole = Self.whole.contains(member.key)
                    return JSONMember(member.key, isWhole ? removed(member.value) : redact(result: member.value))
                })
        case .array(let values): return .array(values.map { redact(result: $0) })
        default: return redact(result)
        }
    }

    private func removed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string: .string("redacted")
        case .array(let values): .array(values.map { removed($0) })
        case .object(let members): .object(members.map { JSONMember($0.key, removed($0.value)) })
        default: value
        }
    }
}
