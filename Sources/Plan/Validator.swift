import LinecheckJSON
import LinecheckQuantities

/// Checks one document against the table: unknown keys, missing keys, types, units, ranges.
///
/// It knows nothing of what names mean; that is ``PlanChecks``.
struct Validator {
    /// Whether keys of the resolved form may stand here.
    let isResolved: Bool
    private(set) var problems: [Problem] = []
    private var isFull: Bool { problems.count >= Problems.most }

    init(isResolved: Bool) { self.isResolved = isResolved }

    mutating func check(document: Field) {
        check(object: document, as: PlanTable.root, named: nil)
    }

    // MARK: Objects

    private mutating func check(object: Field, as shape: Shape, named name: String?) {
        for field in object.fields where !isFull {
            guard let spec = shape.spec(field.key), isResolved || !spec.isResolvedOnly else {
                unknown(field, in: shape, named: name)
                continue
            }
            check(field, as: spec.type, like: spec.example ?? spec.fallback)
        }
        // An including file may override single keys of a probe or load, so theirs are asked for after merging.
        guard !shape.isMerged else { return }
        for spec in shape.keys where spec.isRequired && object[spec.key] == nil {
            problems.append(missing(spec, in: object, shape: shape))
        }
    }

    /// The problem of a key that is not there, with an example of how to write it.
    func missing(_ spec: KeySpec, in object: Field, shape: Shape) -> Problem {
        let range = object.keyRange.isEmpty ? object.node.range : object.keyRange
        let example = spec.example.map { ", as in \"\(spec.key)\": \(quoteExample($0, spec.type))" } ?? ""
        return Problem(
            code: "missing-key", in: object.source, at: range.lowerBound..<min(range.upperBound, range.lowerBound + 60),
            pointer: object.pointer, message: "\(shape.title) needs \"\(spec.key)\"\(example)")
    }

    private func quoteExample(_ example: String, _ type: KeyType) -> String {
        if case .integer = type { return example }
        return "\"\(example)\""
    }

    private mutating func unknown(_ field: Field, in shape: Shape, named name: String?) {
        if field.key == "each" {
            problems.append(
                field.keyProblem(
                    "not-yet", "\"each\" and catalogues are not in this version of the program",
                    fix: "write one probe for each target"))
            return
        }
        let keys = shape.keys.filter { isResolved || !$0.isResolvedOnly }.map(\.key)
        let elsewhere = PlanTable.shapes.filter {
            $0.title != shape.title && $0.spec(field.key)?.isResolvedOnly == false
        }
        let fix: String
        if let near = nearestName(to: field.key, among: keys) {
            fix = "did you mean \"\(near)\"?"
        } else if let owner = elsewhere.first {
            fix = "it is a key of \(owner.title)"
        } else {
            fix = "its keys are \(keys.joined(separator: ", "))"
        }
        problems.append(
            field.keyProblem("unknown-key", "\"\(field.key)\" is not a key of \(name ?? shape.title)", fix: fix))
    }

    // MARK: Values

    /// - Parameter example: how such a value is written; its unit is what a number without one most likely lacks.
    private mutating func check(_ field: Field, as type: KeyType, like example: String? = nil) {
        if case .null = field.node.content, field.node.range.count != 4 { return }  // a variable that was not found
        guard type.fitsKind(of: field.node) else {
            problems.append(wrongType(field, type, example))
            return
        }
        switch type {
        case .object(let shape): check(object: field, as: shape, named: describe(field, shape))
        case .map(let element): for member in field.fields where !isFull { check(member: member, as: element) }
        case .list(let element): for member in field.elements where !isFull { check(member, as: element) }
        case .either(let types, _):
            if let fitting = types.first(where: { $0.fitsKind(of: field.node) && accepts($0, field) })
                ?? types.first(where: { $0.fitsKind(of: field.node) })
            {
                check(field, as: fitting)
            }
        default: if let problem = scalarProblem(field, type, like: example) { problems.append(problem) }
        }
    }

    private mutating func check(member: Field, as type: KeyType) {
        if case .object = type, !isName(member.key) {
            problems.append(
                member.keyProblem("bad-name", "\"\(member.key)\" is no name", fix: "use lower-case words with hyphens"))
        }
        check(member, as: type)
    }

    /// "a ping probe" says more than "a probe".
    private func describe(_ field: Field, _ shape: Shape) -> String? {
        guard let type = field["type"]?.node.string, !type.isEmpty else { return nil }
        return shape.title == PlanTable.probe.title || shape.title == PlanTable.load.title
            ? "a \(type) \(shape.title.dropFirst(2))" : nil
    }

    private func accepts(_ type: KeyType, _ field: Field) -> Bool { scalarProblem(field, type) == nil }

    private func wrongType(_ field: Field, _ type: KeyType, _ example: String?) -> Problem {
        let what = field.key.isEmpty ? "this" : "\"\(field.key)\""
        if case .integer(let number) = field.node.content, let units = units(of: type, like: example) {
            return field.problem(
                "missing-unit", "\(what) is a number without a unit", fix: "write \"\(number)\(units.common)\"")
        }
        return field.problem("wrong-type", "\(what) wants \(type.wanted), this is \(field.node.kindName)")
    }

    private func units(of type: KeyType, like example: String?) -> (names: [String], common: String)? {
        let unit = example.map { String($0.drop { $0.isNumber || $0 == "." }) }
        return switch type {
        case .duration: (Duration.unitNames, unit ?? "ms")
        case .size: (ByteCount.unitNames, unit ?? "MB")
        case .rate: (BitRate.unitNames, unit ?? "Mbps")
        case .limit: (Duration.unitNames + ByteCount.unitNames + BitRate.unitNames + Ratio.unitNames, unit ?? "%")
        default: nil
        }
    }

    private func scalarProblem(_ field: Field, _ type: KeyType, like example: String? = nil) -> Problem? {
        let what = field.key.isEmpty ? "this" : "\"\(field.key)\""
        switch (type, field.node.content) {
        case (.integer(let range), .integer(let number)):
            return range.contains(number)
                ? nil : outOfRange(field, "\(number)", "\(range.lowerBound)", "\(range.upperBound)")
        case (.integer(let range), .number(let number)) where number == number.rounded():
            return outOfRange(field, "\(number)", "\(range.lowerBound)", "\(range.upperBound)")
        case (.integer, .number(let number)):
            return field.problem("wrong-type", "\(what) wants a whole number, this is \(number)")
        case (.choice(let words), .string(let text)):
            guard !words.contains(text) else { return nil }
            let fix = nearestName(to: text, among: words).map { "did you mean \"\($0)\"?" }
            return field.problem("bad-value", "\(what) wants \(type.wanted), not \"\(text)\"", fix: fix)
        case (.name, .string(let text)):
            return isName(text)
                ? nil : field.problem("bad-name", "\"\(text)\" is no name", fix: "use lower-case words with hyphens")
        case (.target, .string(let text)): return targetProblem(field, text)
        case (.url, .string(let text)): return urlProblem(field, text)
        case (.duration(let range), .string(let text)):
            return quantityProblem(field, text, units(of: type, like: example)) { () throws(QuantityProblem) in
                let value = try Duration(text: text).nanoseconds
                return range.contains(value)
                    ? nil
                    : outOfRange(
                        field, text, Duration.nanoseconds(range.lowerBound).text,
                        Duration.nanoseconds(range.upperBound).text)
            }
        case (.size(let range), .string(let text)):
            return quantityProblem(field, text, units(of: type, like: example)) { () throws(QuantityProblem) in
                let value = try ByteCount(text: text).bytes
                return range.contains(value)
                    ? nil
                    : outOfRange(
                        field, text, ByteCount(bytes: range.lowerBound).text, ByteCount(bytes: range.upperBound).text)
            }
        case (.rate(let range), .string(let text)):
            return quantityProblem(field, text, units(of: type, like: example)) { () throws(QuantityProblem) in
                let value = try BitRate(text: text).bitsPerSecond
                return range.contains(value)
                    ? nil
                    : outOfRange(
                        field, text, BitRate(bitsPerSecond: range.lowerBound).text,
                        BitRate(bitsPerSecond: range.upperBound).text)
            }
        default: return nil
        }
    }

    private func quantityProblem(
        _ field: Field, _ text: String, _ units: (names: [String], common: String)?,
        _ body: () throws(QuantityProblem) -> Problem?
    ) -> Problem? {
        do throws(QuantityProblem) { return try body() } catch {
            return Self.describe(error, field, text, units: units?.names ?? [], common: units?.common ?? "")
        }
    }

    /// A quantity's problem in the author's words.
    static func describe(
        _ problem: QuantityProblem, _ field: Field, _ text: String, units: [String], common: String
    ) -> Problem {
        switch problem {
        case .missingUnit:
            field.problem("missing-unit", "\"\(text)\" has no unit", fix: "write \"\(text)\(common)\"")
        case .unknownUnit(let unit):
            field.problem(
                "unknown-unit", "\"\(unit)\" is not a unit here", fix: "the units are \(units.joined(separator: ", "))")
        case .malformed:
            field.problem(
                "bad-quantity", "\"\(text)\" is not a number with a unit",
                fix: "digits and a unit without a space, like \"20\(common)\"")
        case .tooFine: field.problem("out-of-range", "\"\(text)\" is finer than what is stored")
        case .overflow: field.problem("overflow", "\"\(text)\" is too large")
        }
    }

    private func outOfRange(_ field: Field, _ found: String, _ low: String, _ high: String) -> Problem {
        field.problem("out-of-range", "\"\(field.key)\" is \(found)", fix: "it may be from \(low) to \(high)")
    }

    private func targetProblem(_ field: Field, _ text: String) -> Problem? {
        if text.isEmpty { return field.problem("bad-value", "an empty target") }
        if text.utf8.contains(where: { $0 <= 0x20 }) { return field.problem("bad-value", "white space in a target") }
        let special = ["@gateway", "@resolver", "@embedded"]
        guard text.hasPrefix("@"), !special.contains(text) else { return nil }
        return field.problem(
            "bad-value", "\"\(text)\" is not a special target",
            fix: nameHint(text, among: special, kind: "special target"))
    }

    private func urlProblem(_ field: Field, _ text: String) -> Problem? {
        if holdsCredentials(text) {
            return field.problem("bad-value", "credentials in a load's URL are not supported")
        }
        // RFC 3986 §3.1: a scheme has no case.
        let lower = text.lowercased()
        for scheme in ["http://", "https://"] where lower.hasPrefix(scheme) {
            let host = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            guard !host.isEmpty, !text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) else {
                return field.problem("bad-value", "a URL without a host, or with characters that a URL cannot have")
            }
            return nil
        }
        return text == "@embedded"
            ? nil : field.problem("bad-value", "a load's URL starts with http:// or https://, this is \"\(text)\"")
    }
}

/// Whether a URL's authority has userinfo (RFC 3986 §3.2.1), whatever its scheme. Such a text is not repeated in problems.
func holdsCredentials(_ url: String) -> Bool {
    guard let slashes = url.firstRange(of: "://") else { return false }
    return url[slashes.upperBound...].prefix { !"/?#".contains($0) }.contains("@")
}

/// Lower-case words with hyphens; digits and underscores too.
func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
    return (0x61...0x7A).contains(first)
        && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
        && text.utf8.last != 0x2D
}
