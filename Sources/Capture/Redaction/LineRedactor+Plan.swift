import LinecheckJSON

extension LineRedactor {
    // MARK: The header

    mutating func redact(_ header: Header, _ line: JSONValue) -> JSONValue {
        var members: [JSONMember] = []
        var (plan, rules) = (header.plan, header.rules)
        for var member in line.members ?? [] {
            switch member.key {
            case "type", "version": break
            case "id", "started": member.value = registered(member.value, as: member.key)
            case "software": member.value = redact(software: member.value)
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
                rules = opinions(rules)
                member.value = rules
            case "plan_sha256": member.value = .string(SHA256.hex(plan.canonicalBytes))
            case "rules_sha256": member.value = .string(SHA256.hex(rules.canonicalBytes))
            case "redacted": continue
            case "clock", "loopback", "requires": member.value = redact(member.value)
            default: member = unknown(member)
            }
            members.append(member)
        }
        return .object(members)
    }

    /// What has the shape that it must have stays.
    private mutating func registered(_ value: JSONValue, as shape: String) -> JSONValue {
        guard let text = value.string else { return unknown(value) }
        let isWord = texts.known.isPlain(text) && !NumberShape.isLong(text)
        return RegisteredShape.fits(text, shape) || isWord ? value : .string(whole(text))
    }

    private mutating func redact(software: JSONValue) -> JSONValue {
        .object(
            (software.members ?? []).map { member in
                switch member.key {
                case "name": JSONMember(member.key, redact(member.value))
                case "version": JSONMember(member.key, registered(member.value, as: "software"))
                case "revision": JSONMember(member.key, registered(member.value, as: "revision"))
                default: unknown(member)
                }
            })
    }

    /// Behind a kernel's release stands what whoever built it put there.
    private mutating func redact(host: JSONValue) -> JSONValue {
        .object(
            (host.members ?? []).map { member in
                switch member.key {
                case "os", "arch": return JSONMember(member.key, redact(member.value))
                case "cpus": return member
                case "kernel":
                    let release = member.value.string?.prefix { $0.isASCII && $0.isNumber || $0 == "." } ?? ""
                    return JSONMember(member.key, .string(NumberShape.isLong(release) ? "" : String(release)))
                default: return unknown(member)
                }
            })
    }

    private mutating func redact(network: JSONValue) -> JSONValue {
        .object(
            (network.members ?? []).map { member in
                switch (member.key, member.value) {
                case ("link", .string(let text)): JSONMember(member.key, .string(texts.word(text)))
                case ("interface", .string(let text)): JSONMember(member.key, .string(texts.redact(text)))
                case (let key, .string(let text)) where Self.hosts.contains(key):
                    JSONMember(key, .string(texts.host(text)))
                case ("mtu", .integer), ("signal", .integer), ("bit_rate", .integer): member
                default: unknown(member)
                }
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
        case "title", "description":
            return JSONMember(key, member.value.string.map { .string(texts.foreign($0)) } ?? redact(member.value))
        case "headers": return JSONMember(key, redact(headers: member.value))
        case "rules":
            return JSONMember(key, member.value.string.map { .string(texts.literal($0)) } ?? redact(member.value))
        case "path": return JSONMember(key, member.value.string.map { .string(path($0)) } ?? redact(member.value))
        case "proxy" where ["environment", "none"].contains(member.value.string): return member
        case let name where ComparedTexts.formulas.contains(name): return JSONMember(key, formulas(member.value))
        case let name where Self.targets.contains(name):
            return JSONMember(key, member.value.string.map { .string(texts.host($0)) } ?? redact(plan: member.value))
        default: return JSONMember(key, redact(plan: member.value))
        }
    }

    private mutating func path(_ text: String) -> String {
        if text == "/dns-query" || texts.known.isPseudonym(text.dropFirst()) { return text }
        return "/" + texts.pseudonym(.path, text)
    }

    /// Values of variables, which conditions compare.
    private mutating func settings(_ values: JSONValue) -> JSONValue {
        .object(
            (values.members ?? []).map { member in
                let key = texts.redact(member.key)
                if member.key.hasPrefix("#") { return JSONMember(key, removed(member.value)) }
                guard let text = ComparedTexts.text(of: member.value) else {
                    return JSONMember(key, redact(plan: member.value))
                }
                let redacted = texts.literal(text)
                return JSONMember(key, redacted == text ? member.value : .string(redacted))
            })
    }

    /// Expressions, in a list or by their names; or a number as the plan language writes it.
    private mutating func formulas(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(texts.formula(text))
        case .array(let values): .array(values.map { formulas($0) })
        case .object(let members): .object(members.map { JSONMember(texts.redact($0.key), formulas($0.value)) })
        default: value
        }
    }

    /// Rules or a verdict: expressions, words that are compared, and sentences.
    mutating func opinions(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(texts.redact(text))
        case .array(let values): .array(values.map { opinions($0) })
        case .object(let members): .object(members.map { opinions($0) })
        default: value
        }
    }

    mutating func opinions(_ member: JSONMember) -> JSONMember {
        let key = texts.redact(member.key)
        if ComparedTexts.words.contains(member.key) { return JSONMember(key, words(member.value)) }
        guard ComparedTexts.formulas.contains(member.key) else { return JSONMember(key, opinions(member.value)) }
        switch member.value {
        case .string(let text): return JSONMember(key, .string(texts.formula(text)))
        case .array(let values) where values.allSatisfy({ $0.string != nil }):
            return JSONMember(key, formulas(member.value))
        case .object(let members)
        where ["by", "metrics"].contains(member.key) && members.allSatisfy({ $0.value.members == nil }):
            return JSONMember(key, formulas(member.value))
        // In a verdict they hold what was found, beside the expression.
        default: return JSONMember(key, opinions(member.value))
        }
    }

    private mutating func words(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(texts.word(text))
        case .array(let values): .array(values.map { words($0) })
        default: opinions(value)
        }
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
        case .integer, .number: .string("redacted")
        default: value
        }
    }
}
