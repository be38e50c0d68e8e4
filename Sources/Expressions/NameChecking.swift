import LinecheckJSON

/// What the names of an expression mean.
extension Checker {
    mutating func name(_ name: String, _ range: Range<Int>) throws(ExpressionProblem) -> Term {
        let parts = segments(of: name)
        switch (parts.first ?? "", parts.count) {
        case ("grade", 2): return try grade(parts[1], range)
        case ("verdict", 2): return try verdict(parts[1], range)
        case ("vars", 2): return try variable(parts[1], range)
        case ("network", 2):
            guard parts[1] == "link" else { throw unknown("there is no \"\(name)\"", ["network.link"], name, range) }
            return Term(form: .link, type: .string, range: range)
        case (_, 1): return try named(name, range)
        case (_, 3), (_, 4): return try metric(parts, range)
        default: throw metricShape(name, range)
        }
    }

    private func grade(_ name: String, _ range: Range<Int>) throws(ExpressionProblem) -> Term {
        guard names.grades.contains(where: { $0.name == name }) else {
            throw unknown("there is no grade \"\(name)\"", names.grades.map(\.name), name, range)
        }
        return Term(form: .grade(name), type: .grade(name), range: range)
    }

    private func verdict(_ name: String, _ range: Range<Int>) throws(ExpressionProblem) -> Term {
        guard names.verdicts.contains(where: { $0.name == name }) else {
            throw unknown("there is no verdict list \"\(name)\" above", names.verdicts.map(\.name), name, range)
        }
        return Term(form: .verdict(name), type: .verdict(name), range: range)
    }

    private func variable(_ name: String, _ range: Range<Int>) throws(ExpressionProblem) -> Term {
        if let variables = names.variables, !variables.contains(name) {
            throw unknown("there is no variable \"\(name)\"", variables, name, range)
        }
        return Term(form: .variable(name), type: .variable, range: range)
    }

    private mutating func named(_ name: String, _ range: Range<Int>) throws(ExpressionProblem) -> Term {
        guard let metric = names.metrics.first(where: { $0.name == name }) else {
            if name.contains("-"), names.metrics.contains(where: { name.hasPrefix("\($0.name)-") }) {
                throw unknownName(
                    "there is no metric \"\(name)\"", "write spaces around - to subtract", range)
            }
            throw unknown("there is no metric \"\(name)\" above", names.metrics.map(\.name), name, range)
        }
        note(formula: name)
        return Term(form: .named(name), type: metric.type, range: range)
    }

    private mutating func metric(_ parts: [String], _ range: Range<Int>) throws(ExpressionProblem) -> Term {
        guard let quantity = MetricQuantity(rawValue: parts[2]) else {
            let all = MetricQuantity.allCases.map(\.rawValue)
            throw unknown("\"\(parts[2])\" is not something that is measured", all, parts[2], range)
        }
        let statistic = try statistic(parts, quantity, range)
        let path = MetricPath(source: parts[0], phase: parts[1], quantity: quantity, statistic: statistic)
        if let problem = names.sources?.problem(with: path, at: range) { throw problem }
        note(path, at: range)
        return Term(form: .metric(path), type: path.type, range: range)
    }

    private func statistic(
        _ parts: [String], _ quantity: MetricQuantity, _ range: Range<Int>
    ) throws(ExpressionProblem) -> Statistic? {
        guard parts.count == 4 else {
            guard quantity.needsStatistic else { return nil }
            let example = quantity == .rate ? "mean" : "p50"
            throw ExpressionProblem(
                code: "missing-statistic", message: "which \(quantity.rawValue)? A statistic must be named",
                fix: "write \(parts.joined(separator: ".")).\(example)", range: range)
        }
        guard quantity.needsStatistic else {
            throw ExpressionProblem(
                code: "unknown-name", message: "\(quantity.rawValue) has no statistics",
                fix: "write \(parts.dropLast().joined(separator: "."))", range: range)
        }
        guard let statistic = Statistic(text: parts[3]), quantity.allows(statistic) else {
            throw unknown(
                "\"\(parts[3])\" is not a statistic of \(quantity.rawValue)", quantity.statisticNames, parts[3], range)
        }
        return statistic
    }

    private func metricShape(_ name: String, _ range: Range<Int>) -> ExpressionProblem {
        unknownName(
            "\"\(name)\" is no name of a metric", "a metric is probe.phase.quantity, for example internet.idle.rtt.p50",
            range)
    }

    private func unknown(
        _ message: String, _ known: [String], _ name: String, _ range: Range<Int>
    ) -> ExpressionProblem {
        if let near = nearestName(to: name, among: known) {
            return unknownName(message, "did you mean \"\(near)\"?", range)
        }
        return unknownName(message, known.isEmpty ? nil : "there are \(known.joined(separator: ", "))", range)
    }

    private func unknownName(_ message: String, _ fix: String?, _ range: Range<Int>) -> ExpressionProblem {
        ExpressionProblem(code: "unknown-name", message: message, fix: fix, range: range)
    }

    // MARK: Comparisons

    mutating func comparison(
        _ relation: Relation, _ left: Syntax, _ right: Syntax, _ range: Range<Int>
    ) throws(ExpressionProblem) -> Term {
        var (first, second) = (try term(of: left), try term(of: right))
        (first, second) = (try word(first, beside: second.type), try word(second, beside: first.type))
        switch (first.type, second.type) {
        case (.grade(let one), .grade(let other)):
            guard one == other || scale(one) == scale(other) else {
                throw mismatch("the grades \(one) and \(other) have different scales", nil, at: range)
            }
        case (.boolean, _), (_, .boolean):
            throw mismatch("a condition is not compared", "write it, or not before it", at: range)
        case (.verdict, _), (_, .verdict), (.string, _), (_, .string), (.variable, .variable):
            guard relation == .equal || relation == .notEqual else {
                throw mismatch("texts are only equal or not", "write == or !=", at: range)
            }
            (first, second) = (try asText(first), try asText(second))
        default:
            let type = first.type == .variable || first.type == .number ? second.type : first.type
            (first, second) = (try fit(first, to: type), try fit(second, to: type))
        }
        return Term(form: .comparison(relation, first, second), type: .boolean, range: range)
    }

    /// A quoted word beside a grade is a step of its scale; beside a verdict it must be one of its answers.
    private func word(_ term: Term, beside type: ValueType) throws(ExpressionProblem) -> Term {
        guard case .text(let word) = term.form else { return term }
        switch type {
        case .grade(let name):
            let scale = scale(name)
            guard let place = scale.firstIndex(of: word) else {
                throw unknown("\"\(word)\" is not a step of the grade \(name)", scale, word, term.range)
            }
            return Term(form: .step(name, place), type: type, range: term.range)
        case .verdict(let name):
            let answers = names.verdicts.first { $0.name == name }?.words ?? []
            guard answers.contains(word) else {
                throw unknown("\(name) never says \"\(word)\"", answers, word, term.range)
            }
            return term
        default: return term
        }
    }

    private func asText(_ term: Term) throws(ExpressionProblem) -> Term {
        if case .verdict = term.type { return term }
        return try fit(term, to: .string)
    }

    private func scale(_ grade: String) -> [String] { names.grades.first { $0.name == grade }?.words ?? [] }
}

/// The parts between the dots; a dot inside a member's brackets belongs to the member.
private func segments(of name: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in name {
        if character == "[" { depth += 1 }
        if character == "]" { depth -= 1 }
        if character == ".", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
}
