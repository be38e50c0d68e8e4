import LinecheckExpressions
public import LinecheckJSON

/// Reads a rules document and tells every problem in it, each with its place, also inside an expression.
public struct RulesReader {
    let source: SourceText
    var problems: [Problem] = []
    var isFull: Bool { problems.count >= Problems.most }
    /// The names defined so far: a formula uses what stands above it.
    var names = Namespace()
    var document: RulesDocument

    private init(source: SourceText) {
        self.source = source
        document = RulesDocument(name: "", version: 1, source: source)
    }

    /// Reads a file.
    ///
    /// - Throws: every problem that keeps it from being used.
    public static func read(_ source: SourceText) throws(Problems) -> RulesDocument {
        let node = try JSONReader.read(source)
        if let crowding = node.crowding(in: source) { throw Problems([crowding]) }
        return try read(node, in: source)
    }

    /// Reads rules that stand inline in a plan.
    public static func read(_ node: JSONNode, in source: SourceText) throws(Problems) -> RulesDocument {
        var reader = RulesReader(source: source)
        reader.root(node)
        let found = Problems(reader.problems)
        guard !found.hasErrors else { throw found }
        reader.document.warnings = found.list
        return reader.document
    }

    private mutating func root(_ node: JSONNode) {
        guard let object = object(node, as: RulesTable.root) else { return }
        checkLanguage(object)
        document.name = string(object, "name") ?? ""
        if let name = object.value("name"), let text = name.string, !isName(text) {
            report("bad-name", name, "\"\(text)\" is not a name", "lower-case words with hyphens, for example my-rules")
        }
        document.version = integer(object, "version", in: 1...1_000_000) ?? 1
        document.title = optionalString(object, "title")
        readOptional(object)
        readUnderLoad(object)
        readMetrics(object)
        readGrades(object)
        readVerdicts(object)
        readScore(object)
        readNotes(object)
        checkOptional()
    }

    private mutating func readOptional(_ object: ObjectReading) {
        guard let node = object.value("optional") else { return }
        for entry in list(node, "probes") {
            if let name = entry.string {
                document.optional.append(name)
            } else {
                report("wrong-type", entry, "a probe's name is needed here", nil)
            }
        }
    }

    /// An answer, a grade or points that hung on a probe which a plan may leave out could get better by leaving it out.
    private mutating func checkOptional() {
        let supplements = document.supplements
        for formula in document.opinions where supplements.concern(formula) {
            let probes = document.optional.map { "\"\($0)\"" }.joined(separator: ", ")
            report(
                "optional-in-rule", formula.node,
                "this hangs on a probe that plans may lack (\(probes)): leaving it out could make the answer better",
                "use it in metrics, evidence and notes only")
        }
    }

    private mutating func checkLanguage(_ object: ObjectReading) {
        guard let language = integer(object, "rules", in: 1...Int.max), language > 1 else { return }
        report(
            "newer-language", object.value("rules") ?? object.node,
            "these rules are written in version \(language) of the language, and this linecheck reads version 1",
            "update linecheck")
    }

    private mutating func readUnderLoad(_ object: ObjectReading) {
        guard let node = object.value("under_load") else { return }
        for member in entries(node, "phases, each with the direction of its load") {
            for entry in member.value.array ?? [member.value] {
                guard let word = entry.string, let direction = LoadedPhase.Direction(rawValue: word) else {
                    report("bad-value", entry, "a load's direction is needed here", "write \"download\" or \"upload\"")
                    continue
                }
                document.underLoad.append(LoadedPhase(phase: member.key, direction: direction))
            }
        }
    }

    private mutating func readMetrics(_ object: ObjectReading) {
        guard let node = object.value("metrics") else { return }
        for member in entries(node, "names with their formulas") {
            guard checkFormulaName(member) else { continue }
            guard let formula = formula(member.value, .quantityOrCondition) else {
                // Later formulas may use the name; one mistake is enough to tell.
                names.metrics.append(Namespace.Metric(name: member.key, type: .duration))
                continue
            }
            document.metrics.append(MetricRule(name: member.key, formula: formula))
            names.metrics.append(Namespace.Metric(name: member.key, type: formula.expression.type))
        }
    }

    private mutating func readNotes(_ object: ObjectReading) {
        guard let node = object.value("notes") else { return }
        for entry in list(node, "notes") {
            guard let note = self.object(entry, as: RulesTable.note) else { continue }
            let condition = note.value("when").flatMap { formula($0, .condition) }
            document.notes.append(NoteRule(condition: condition, say: string(note, "say") ?? ""))
        }
    }

    private mutating func checkFormulaName(_ member: JSONNode.Member) -> Bool {
        let reserved = [
            "and", "or", "not", "min", "max", "abs", "measured", "raw", "grade", "verdict", "vars", "network",
        ]
        let bytes = Array(member.key.utf8)
        let fits = bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
        if !fits || !(bytes.first.map { isLetter($0) } ?? false) {
            reportKey("bad-name", member, "\"\(member.key)\" cannot be named in a formula", "letters, digits and _")
            return false
        }
        if reserved.contains(member.key) {
            reportKey("bad-name", member, "\"\(member.key)\" means something else in a formula", "choose another name")
            return false
        }
        return true
    }
}

private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

private func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("-") && !text.hasSuffix("-")
        && text.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
        }
}
