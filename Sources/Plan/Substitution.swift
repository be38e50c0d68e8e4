import LinecheckJSON

/// Puts the values of variables where `${name}` stands.
///
/// A string that is just `"${name}"` takes the variable's own type; inside a longer string the value is written out. The
/// places stay those of the text, so that a problem points at what the author wrote.
struct Substitution {
    let values: [Variable]
    private(set) var used: Set<String> = []
    private(set) var problems: [Problem] = []

    init(values: [Variable]) { self.values = values }

    /// The document with its variables replaced everywhere except under `vars` itself.
    mutating func apply(to document: Field) -> Field {
        var result = document
        result.node.content = .object(
            (document.node.members ?? []).map { member in
                var member = member
                if member.key != "vars", !member.key.hasPrefix("#") {
                    member.value = replaced(member.value, in: document)
                }
                return member
            })
        return result
    }

    private mutating func replaced(_ node: JSONNode, in document: Field) -> JSONNode {
        var node = node
        switch node.content {
        case .string(let text): if text.contains("${") { replace(text, in: &node, document) }
        case .array(let elements): node.content = .array(elements.map { replaced($0, in: document) })
        case .object(let members):
            node.content = .object(
                members.map { member in
                    var member = member
                    if !member.key.hasPrefix("#") { member.value = replaced(member.value, in: document) }
                    return member
                })
        default: break
        }
        return node
    }

    private mutating func replace(_ text: String, in node: inout JSONNode, _ document: Field) {
        var result = ""
        var splices: [JSONNode.Splice] = []
        var rest = text[...]
        while let start = rest.firstRange(ofText: "${") {
            result += rest[..<start.lowerBound]
            let after = rest[start.upperBound...]
            guard let close = after.firstIndex(of: "}") else {
                note("syntax", "\"${\" without \"}\"", node, document, "write ${name}")
                node.content = .null
                return
            }
            let name = String(after[..<close])
            guard let value = values.first(where: { $0.name == name })?.value else {
                note(
                    "unknown-var", "there is no variable \"\(name)\"", node, document,
                    nameHint(name, among: values.map(\.name), kind: "variable"))
                node.content = .null
                return
            }
            used.insert(name)
            rest = after[after.index(after: close)...]
            if result.isEmpty, rest.isEmpty, start.lowerBound == text.startIndex {
                node.content = content(of: value)
                return
            }
            let begins = result.utf8.count
            result += value.string ?? value.canonicalText
            let written = text[..<start.lowerBound].utf8.count..<text[..<rest.startIndex].utf8.count
            splices.append(JSONNode.Splice(written: written, value: begins..<result.utf8.count))
        }
        node.content = .string(result + rest)
        node.splices = splices
    }

    private func content(of value: JSONValue) -> JSONNode.Content {
        switch value {
        case .string(let text): .string(text)
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        default: .null
        }
    }

    private mutating func note(_ code: String, _ message: String, _ node: JSONNode, _ document: Field, _ fix: String) {
        problems.append(Problem(code: code, in: document.source, at: node.range, message: message, fix: fix))
    }
}

extension Substring {
    /// The first place of a text; the standard library's own search needs the string-processing module.
    fileprivate func firstRange(ofText needle: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
