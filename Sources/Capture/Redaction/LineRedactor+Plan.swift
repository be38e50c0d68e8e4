import LinecheckJSON

extension LineRedactor {
    // MARK: The header

    /// Made by this program, and of nobody.
    private static let plain: Set<String> = ["type", "version", "software", "id", "started"]

    mutating func redact(_ header: Header, _ line: JSONValue) -> JSONValue {
        var members: [JSONMember] = []
        var (plan, rules) = (header.plan, header.rules)
        for var member in line.members ?? [] {
            switch member.key {
            case let key where Self.plain.contains(key): break
            case "host": member.value = redact(host: member.value)
            case "network": member.value = redact(network: member.value)
            case "options": member.value = .array(redact(options: header.options).map { .string($0) })
            case "plan_source":
                members.append(JSONMember("redacted", .bool(true)))
                member.value = .string(redact(source: header.planSource))
            case "plan":
                plan = redact(plan: plan)
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

    /// Behind a kernel's release stands what whoever built it put there.
    private mutating func redact(host: JSONValue) -> JSONValue {
        .object(
            (host.members ?? []).map { member in
                guard member.key == "kernel", let text = member.value.string else {
                    return JSONMember(member.key, redact(member.value))
                }
                let release = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
                return JSONMember(member.key, .string(String(release)))
            })
    }

    private mutating func redact(network: JSONValue) -> JSONValue {
        .object(
            (network.members ?? []).map { member in
                let text = member.value.string
                let isHost = Self.hosts.contains(member.key)
                return JSONMember(
                    member.key, text.map { .string(isHost ? texts.host($0) : texts.redact($0)) } ?? member.value)
            })
    }

    // MARK: The plan

    /// The plan as it was typed, without its comments and its layout; what is no JSON cannot be told apart, and goes.
    private mutating func redact(source: String) -> String {
        do throws(Problems) {
            return redact(plan: try JSONReader.read(SourceText(name: "", text: source)).plain).prettyText()
        } catch {
            return source.isEmpty ? source : "redacted"
        }
    }

    private static let targets: Set<String> = [
        "target", "server_name", "query", "keep_awake", "url", "upload_url", "proxy", "source",
    ]

    private mutating func redact(plan: JSONValue) -> JSONValue {
        switch plan {
        case .object(let members): .object(members.map { redact(planMember: $0) })
        case .array(let values): .array(values.map { redact(plan: $0) })
        default: redact(plan)
        }
    }

    private mutating func redact(planMember member: JSONMember) -> JSONMember {
        let key = texts.redact(member.key)
        if member.key.hasPrefix("#") { return JSONMember(key, removed(member.value)) }
        switch member.key {
        case "vars": return JSONMember(key, settings(member.value))
        case "headers": return JSONMember(key, redact(headers: member.value))
        case "rules": return JSONMember(key, member.value.string.map { .string(setting($0)) } ?? redact(member.value))
        case "path": return JSONMember(key, member.value.string.map { .string(path($0)) } ?? redact(member.value))
        case "proxy" where ["environment", "none"].contains(member.value.string): return member
        case let name where Self.targets.contains(name):
            return JSONMember(key, member.value.string.map { .string(texts.host($0)) } ?? redact(plan: member.value))
        default: return JSONMember(key, redact(plan: member.value))
        }
    }

    private mutating func path(_ text: String) -> String {
        if text == "/dns-query" || Pseudonyms.isPseudonym(text.dropFirst()) { return text }
        return "/" + texts.pseudonym(.path, text)
    }

    private mutating func settings(_ values: JSONValue) -> JSONValue {
        .object(
            (values.members ?? []).map { member in
                let isSecret = SecretWords.end(member.key)
                let value: JSONValue =
                    if let text = member.value.string {
                        .string(isSecret ? whole(text) : setting(text))
                    } else {
                        redact(plan: member.value)
                    }
                return JSONMember(texts.redact(member.key), value)
            })
    }

    private mutating func redact(headers: JSONValue) -> JSONValue {
        .object(
            (headers.members ?? []).map { member in
                JSONMember(texts.redact(member.key), member.value.string.map { .string(whole($0)) } ?? member.value)
            })
    }

    /// Comments are notes of whoever wrote the plan.
    mutating func removed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string: .string("redacted")
        case .array(let values): .array(values.map { removed($0) })
        case .object(let members): .object(members.map { JSONMember(texts.redact($0.key), removed($0.value)) })
        default: value
        }
    }
}
