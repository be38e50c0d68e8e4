import LinecheckExpressions
import LinecheckJSON

/// An object whose keys were checked.
struct ObjectReading {
    let node: JSONNode
    /// "a grade", for problems.
    let kind: String

    func value(_ key: String) -> JSONNode? { node.member(key)?.value }
}

/// Reading what a document is made of; each function reports what does not fit and goes on.
extension RulesReader {
    /// The object, or nil when it is none; keys that start with # are comments.
    mutating func object(_ node: JSONNode, as shape: Shape) -> ObjectReading? {
        let (kind, keys) = (shape.title, shape.names)
        guard let members = node.members else {
            report("bad-type", node, "\(kind) is an object, and this is \(node.kindName)")
            return nil
        }
        for member in members where !member.key.hasPrefix("#") && !keys.contains(member.key) {
            let near = nearestName(to: member.key, among: keys)
            reportKey(
                "unknown-key", member, "\"\(member.key)\" is not a key of \(kind)",
                near.map { "did you mean \"\($0)\"?" } ?? "the keys are \(keys.joined(separator: ", "))")
        }
        return ObjectReading(node: node, kind: kind)
    }

    /// The members of an object whose keys are names.
    mutating func entries(_ node: JSONNode, _ kind: String) -> [JSONNode.Member] {
        guard let members = node.members else {
            report("bad-type", node, "an object of \(kind) is needed here, and this is \(node.kindName)")
            return []
        }
        return members.filter { !$0.key.hasPrefix("#") }
    }

    mutating func list(_ node: JSONNode, _ kind: String) -> [JSONNode] {
        guard let nodes = node.array else {
            report("bad-type", node, "a list of \(kind) is needed here, and this is \(node.kindName)")
            return []
        }
        return nodes
    }

    /// A required string.
    mutating func string(_ object: ObjectReading, _ key: String) -> String? {
        guard let node = required(object, key) else { return nil }
        return text(node)
    }

    mutating func optionalString(_ object: ObjectReading, _ key: String) -> String? {
        object.value(key).flatMap { text($0) }
    }

    /// A required whole number.
    mutating func integer(_ object: ObjectReading, _ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let node = required(object, key) else { return nil }
        guard case .integer(let value) = node.content, let whole = Int(exactly: value), range.contains(whole) else {
            let most = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
            report("bad-value", node, "a whole number from \(range.lowerBound) \(most) is needed here")
            return nil
        }
        return whole
    }

    mutating func required(_ object: ObjectReading, _ key: String) -> JSONNode? {
        if let node = object.value(key) { return node }
        let start = object.node.range.lowerBound
        problems.append(
            Problem(
                code: "missing-key", in: source, at: start..<start + 1, message: "\(object.kind) needs \"\(key)\"",
                fix: "add \"\(key)\""))
        return nil
    }

    private mutating func text(_ node: JSONNode) -> String? {
        if let text = node.string { return text }
        report("bad-type", node, "a string is needed here, and this is \(node.kindName)")
        return nil
    }

    // MARK: Expressions

    mutating func formula(_ node: JSONNode, _ expectation: Expression.Expectation) -> Formula? {
        guard let text = node.string else {
            report("bad-type", node, "an expression in quotes is needed here, and this is \(node.kindName)")
            return nil
        }
        do {
            let expression = try Expression(text, in: names, expecting: expectation)
            warnOfAbsence(expression, node)
            return Formula(expression: expression, node: node)
        } catch {
            if !isFull { problems.append(Problem(.error, error, in: node, source: source)) }
            return nil
        }
    }

    private mutating func warnOfAbsence(_ expression: Expression, _ node: JSONNode) {
        for use in expression.absenceUses {
            let name = use.word == "??" ? "??" : "\(use.word)()"
            problems.append(
                Problem(
                    .warning, code: "absence-as-value", in: source, at: node.place(ofPart: use.range, in: source),
                    message: "\(name) turns what was not measured into a value",
                    fix: "make sure that nothing scores better for being absent"))
        }
    }

    mutating func report(_ code: String, _ node: JSONNode, _ message: String, _ fix: String? = nil) {
        if isFull { return }
        problems.append(Problem(code: code, in: source, at: node.range, message: message, fix: fix))
    }

    mutating func reportKey(_ code: String, _ member: JSONNode.Member, _ message: String, _ fix: String? = nil) {
        if isFull { return }
        problems.append(Problem(code: code, in: source, at: member.keyRange, message: message, fix: fix))
    }
}

extension Problem {
    /// A problem inside an expression, marked under its very token.
    init(_ severity: Severity, _ problem: ExpressionProblem, in node: JSONNode, source: SourceText) {
        self.init(
            severity, code: problem.code, in: source, at: node.place(ofPart: problem.range, in: source),
            message: problem.message, fix: problem.fix)
    }
}
