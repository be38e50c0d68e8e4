import LinecheckExpressions
import LinecheckJSON

extension RulesReader {
    mutating func readGrades(_ object: ObjectReading) {
        guard let node = object.value("grades") else { return }
        for member in entries(node, "grades") {
            guard let grade = self.object(member.value, as: RulesTable.grade) else {
                continue
            }
            readGrade(member.key, grade)
        }
    }

    private mutating func readGrade(_ name: String, _ object: ObjectReading) {
        let formula = required(object, "of").flatMap { self.formula($0, .quantity) }
        let type = formula?.expression.type
        var neighbours: [MetricRule] = []
        if let by = object.value("by") {
            for member in entries(by, "statistics with their formulas") {
                guard let formula = self.formula(member.value, .quantity) else { continue }
                if let type, formula.expression.type != type {
                    report(
                        "unit-mismatch", member.value,
                        "this is \(formula.expression.type.name), and the grade is of \(type.name)")
                }
                neighbours.append(MetricRule(name: member.key, formula: formula))
            }
        }
        let scale = required(object, "scale").map { readScale($0, type) } ?? []
        names.grades.append(Namespace.Words(name: name, words: scale.map(\.grade)))
        guard let formula, !scale.isEmpty else { return }
        document.grades.append(
            GradeRule(
                name: name, title: optionalString(object, "title"), formula: formula, neighbours: neighbours,
                scale: scale))
    }

    private mutating func readScale(_ node: JSONNode, _ type: ValueType?) -> [GradeRule.Step] {
        var steps: [GradeRule.Step] = []
        var places: [JSONNode] = []
        for entry in list(node, "steps") {
            guard let step = object(entry, as: RulesTable.step) else { continue }
            guard let grade = string(step, "grade") else { continue }
            if steps.contains(where: { $0.grade == grade }) {
                report("duplicate-step", entry, "the grade \"\(grade)\" stands twice in this scale")
            }
            steps.append(GradeRule.Step(grade: grade, threshold: threshold(step, type, scale: nil)))
            places.append(entry)
        }
        checkOrder(steps.map(\.threshold), places, node)
        return steps
    }

    /// The threshold of a step; nil when it has none, which only the last may.
    ///
    /// - Parameter scale: the words of a grade, when that is what is sorted.
    mutating func threshold(_ step: ObjectReading, _ type: ValueType?, scale: [String]?) -> Threshold? {
        let present = Threshold.Kind.allCases.filter { step.value($0.rawValue) != nil }
        guard let kind = present.first, let node = step.value(kind.rawValue) else { return nil }
        if present.count > 1, let member = step.node.member(present[1].rawValue) {
            reportKey("conflicting-keys", member, "a step has one threshold", "remove one of them")
        }
        let text: String
        switch node.content {
        case .string(let string): text = string
        case .integer(let value): text = String(value)
        case .number(let value): text = value.description
        default:
            report("bad-type", node, "a threshold is needed here, and this is \(node.kindName)")
            return nil
        }
        guard let type else { return nil }
        guard let value = scale.map({ gradeValue(text, $0) }) ?? type.literal(text) else {
            let fix = scale.map { "the grades are \($0.joined(separator: ", "))" }
            report("bad-threshold", node, "\"\(text)\" is not \(type.name)", fix ?? type.literalFix(text))
            return nil
        }
        return Threshold(kind: kind, value: value, text: text)
    }

    private func gradeValue(_ text: String, _ scale: [String]) -> Double? {
        scale.firstIndex(of: text).map { -Double($0) }
    }

    /// Steps are tried in order: one that an earlier step always takes from can never be reached.
    mutating func checkOrder(_ thresholds: [Threshold?], _ places: [JSONNode], _ node: JSONNode) {
        guard let last = thresholds.last else {
            report("empty-scale", node, "there are no steps here")
            return
        }
        if last != nil, let place = places.last {
            report("open-scale", place, "the last step takes what is left", "add a step without a threshold after it")
        }
        for index in thresholds.indices.dropLast() where thresholds[index] == nil {
            // A threshold that could not be read has its own problem.
            guard Threshold.Kind.allCases.allSatisfy({ places[index].member($0.rawValue) == nil }) else { continue }
            report("unreachable-step", places[index + 1], "the step before it takes everything", "move that one last")
        }
        for index in thresholds.indices.dropFirst() {
            guard let earlier = thresholds[index - 1], let later = thresholds[index], !later.follows(earlier) else {
                continue
            }
            report(
                "unreachable-step", places[index], "\(later.text) after \(earlier.text) can never be reached",
                "order the steps from the one to try first")
        }
    }
}

extension ValueType {
    /// How the threshold could be written.
    fileprivate func literalFix(_ text: String) -> String? {
        switch self {
        case .duration: "write a duration, for example 30ms"
        case .rate: "write a rate, for example 10Mbps"
        case .bytes: "write a size, for example 8MB"
        case .ratio: "write a share, for example 2%"
        default: "write a number"
        }
    }
}
