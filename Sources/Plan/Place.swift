import LinecheckJSON

/// A value of a plan file with everything needed to point at it. Plans include plans, so each value knows its file.
struct Field: Sendable {
    var key: String
    var keyRange: Range<Int>
    var node: JSONNode
    var source: SourceText
    /// RFC 6901.
    var pointer: String

    /// The members of an object, each with its own place; comments left out.
    var fields: [Field] {
        (node.members ?? []).filter { !$0.key.hasPrefix("#") }.map { member in
            Field(
                key: member.key, keyRange: member.keyRange, node: member.value, source: source,
                pointer: pointer + "/" + escaped(member.key))
        }
    }

    /// The elements of a list.
    var elements: [Field] {
        (node.array ?? []).enumerated().map { index, element in
            Field(key: "", keyRange: element.range, node: element, source: source, pointer: "\(pointer)/\(index)")
        }
    }

    subscript(key: String) -> Field? { fields.first { $0.key == key } }

    /// An error that points at the value.
    func problem(_ code: String, _ message: String, fix: String? = nil) -> Problem {
        Problem(code: code, in: source, at: node.range, pointer: pointer, message: message, fix: fix)
    }

    /// An error that points at the key.
    func keyProblem(_ code: String, _ message: String, fix: String? = nil) -> Problem {
        Problem(code: code, in: source, at: keyRange, pointer: pointer, message: message, fix: fix)
    }

    /// A warning that points at the value.
    func warning(_ code: String, _ message: String, fix: String? = nil) -> Problem {
        Problem(.warning, code: code, in: source, at: node.range, pointer: pointer, message: message, fix: fix)
    }

    /// A warning that points at the key.
    func keyWarning(_ code: String, _ message: String, fix: String? = nil) -> Problem {
        Problem(.warning, code: code, in: source, at: keyRange, pointer: pointer, message: message, fix: fix)
    }

    /// A second place in a message: `14:7`, with the file's name when that is another one.
    func placeText(seenFrom other: Field) -> String {
        let place = source.place(of: keyRange.lowerBound)
        let text = "\(place.line):\(place.column)"
        return source.name == other.source.name ? text : "\(source.name):\(text)"
    }

    init(key: String, keyRange: Range<Int>, node: JSONNode, source: SourceText, pointer: String) {
        self.key = key
        self.keyRange = keyRange
        self.node = node
        self.source = source
        self.pointer = pointer
    }

    /// A whole document.
    init(document node: JSONNode, of source: SourceText) {
        self.init(
            key: "", keyRange: node.range.lowerBound..<node.range.lowerBound + 1, node: node, source: source,
            pointer: "")
    }
}

private func escaped(_ key: String) -> String {
    key.flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.map(String.init).joined()
}

/// The names in quotes, for a message: `"a", "b"`.
func quotedList(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }

/// The nearest valid name, else all there are.
func nameHint(_ written: String, among names: [String], kind: String) -> String {
    if let near = nearestName(to: written, among: names) { return "did you mean \"\(near)\"?" }
    return names.isEmpty ? "there is no \(kind) in this plan" : "there is \(quotedList(names))"
}
