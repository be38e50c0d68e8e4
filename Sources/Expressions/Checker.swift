import LinecheckJSON

/// Gives every name its meaning and every part its type; ms against % and the like are found here.
struct Checker {
    let names: Namespace
    private(set) var metrics: [(path: MetricPath, range: Range<Int>)] = []
    private(set) var formulas: [String] = []
    private(set) var absenceUses: [(word: String, range: Range<Int>)] = []

    init(names: Namespace) { self.names = names }

    mutating func term(
        of syntax: Syntax, expecting expectation: Expression.Expectation
    ) throws(ExpressionProblem) -> Term {
        let term = try term(of: syntax)
        let fits: Bool
        let wanted: String
        switch expectation {
        case .condition: (fits, wanted) = (term.type == .boolean, "a condition")
        case .quantity: (fits, wanted) = (term.type.isQuantity, "a quantity")
        case .quantityOrCondition:
            (fits, wanted) = (term.type.isQuantity || term.type == .boolean, "a quantity or a condition")
        case .quantityOrGrade: (fits, wanted) = (term.type.isQuantity || term.type.isGrade, "a quantity or a grade")
        }
        guard fits else {
            let fix = wanted == "a condition" ? "compare it with something" : nil
            throw mismatch("\(wanted) is needed here, and this is \(term.type.name)", fix, at: term.range)
        }
        return term
    }

    mutating func term(of syntax: Syntax) throws(ExpressionProblem) -> Term {
        switch syntax.form {
        case .number(let text): return try literal(text, syntax.range)
        case .string(let text): return Term(form: .text(text), type: .string, range: syntax.range)
        case .name(let name): return try self.name(name, syntax.range)
        case .negation(let inner):
            let operand = try quantity(inner)
            return Term(form: .negation(operand), type: operand.type, range: syntax.range)
        case .not(let inner):
            return Term(form: .not(try condition(inner)), type: .boolean, range: syntax.range)
        case .binary(let symbol, let left, let right): return try binary(symbol, left, right, syntax.range)
        case .call(let name, let nameRange, let arguments):
            return try call(name, nameRange, arguments, syntax.range)
        }
    }

    mutating func note(_ path: MetricPath, at range: Range<Int>) { metrics.append((path, range)) }
    mutating func note(formula name: String) { formulas.append(name) }

    // MARK: Literals

    private func literal(_ text: String, _ range: Range<Int>) throws(ExpressionProblem) -> Term {
        for type in [ValueType.number] + ValueType.withUnits {
            if let value = type.literal(text), text.utf8.first != UInt8(ascii: "-") {
                guard value.magnitude < 9_007_199_254_740_992 else {
                    throw ExpressionProblem(
                        code: "overflow", message: "\(text) is too large to be kept exactly", range: range)
                }
                return Term(form: .quantity(value), type: type, range: range)
            }
        }
        let unit = String(text.drop { $0.isNumber || $0 == "." })
        guard !ValueType.allUnitNames.contains(unit) else {
            throw ExpressionProblem(
                code: "overflow", message: "\(text) is no number that can be kept exactly", range: range)
        }
        let near = nearestName(to: unit, among: ValueType.allUnitNames)
        throw ExpressionProblem(
            code: "unknown-unit", message: "\"\(unit)\" is not a unit",
            fix: near.map { "did you mean \"\($0)\"?" }
                ?? "units are \(ValueType.allUnitNames.joined(separator: ", "))",
            range: range)
    }

    // MARK: Operators

    private mutating func binary(
        _ symbol: String, _ left: Syntax, _ right: Syntax, _ range: Range<Int>
    ) throws(ExpressionProblem) -> Term {
        switch symbol {
        case "and":
            return Term(form: .and(try condition(left), try condition(right)), type: .boolean, range: range)
        case "or":
            return Term(form: .or(try condition(left), try condition(right)), type: .boolean, range: range)
        case "+", "-":
            let (left, right, type) = try pair(left, right)
            return Term(form: symbol == "+" ? .sum(left, right) : .difference(left, right), type: type, range: range)
        case "*": return try product(left, right, range)
        case "/": return try quotient(left, right, range)
        case "??":
            let (value, instead, type) = try pair(left, right)
            absenceUses.append(("??", range))
            return Term(form: .alternative(value, instead), type: type, range: range)
        default:
            guard let relation = Relation(rawValue: symbol) else {
                throw .syntax("\(symbol) means nothing here", at: range)
            }
            return try comparison(relation, left, right, range)
        }
    }

    private mutating func product(
        _ left: Syntax, _ right: Syntax, _ range: Range<Int>
    ) throws(ExpressionProblem) -> Term {
        let (left, right) = (try quantity(left), try quantity(right))
        let (l, r) = (left.type, right.type)
        let share = 1e-6
        let result: (type: ValueType, factor: Double)?
        switch (l, r) {
        case (.ratio, .ratio): result = (.ratio, share)
        case (.ratio, _) where r.isPlain: result = (.ratio, 1)
        case (_, .ratio) where l.isPlain: result = (.ratio, 1)
        case (.ratio, _): result = (r, share)
        case (_, .ratio): result = (l, share)
        case _ where l.isPlain && r.isPlain: result = (.number, 1)
        case _ where l.isPlain: result = (r, 1)
        case _ where r.isPlain: result = (l, 1)
        default: result = nil
        }
        if let result {
            return Term(form: .product(left, right, factor: result.factor), type: result.type, range: range)
        }
        throw mismatch("\(left.type.name) times \(right.type.name) is nothing measured here", nil, at: range)
    }

    private mutating func quotient(
        _ left: Syntax, _ right: Syntax, _ range: Range<Int>
    ) throws(ExpressionProblem) -> Term {
        let (left, right) = (try quantity(left), try quantity(right))
        let type: ValueType
        var factor: Double = 1
        if right.type.isPlain {
            type = left.type.isPlain ? .number : left.type
        } else if left.type == right.type {
            type = .number
        } else if right.type == .ratio, left.type.isQuantity, !left.type.isPlain {
            (type, factor) = (left.type, 1_000_000)
        } else {
            throw mismatch("\(left.type.name) divided by \(right.type.name) is nothing measured here", nil, at: range)
        }
        return Term(form: .quotient(left, right, factor: factor), type: type, range: range)
    }

    private mutating func call(
        _ name: String, _ nameRange: Range<Int>, _ arguments: [Syntax], _ range: Range<Int>
    ) throws(ExpressionProblem) -> Term {
        let functions = ["min", "max", "abs", "measured", "raw"]
        guard functions.contains(name) else {
            let near = nearestName(to: name, among: functions)
            throw ExpressionProblem(
                code: "unknown-name", message: "there is no function \"\(name)\"",
                fix: near.map { "did you mean \"\($0)\"?" } ?? "the functions are \(functions.joined(separator: ", "))",
                range: nameRange)
        }
        if name == "min" || name == "max" {
            guard arguments.count >= 2 else {
                throw .syntax("\(name) takes two values or more", "write \(name)(a, b)", at: range)
            }
            let (terms, type) = try alike(arguments)
            return Term(form: name == "min" ? .minimum(terms) : .maximum(terms), type: type, range: range)
        }
        guard arguments.count == 1, let argument = arguments.first else {
            throw .syntax("\(name) takes one value", "write \(name)(a)", at: range)
        }
        if name != "abs" { absenceUses.append((name, range)) }
        if name == "measured" {
            return Term(form: .measured(try measurable(argument)), type: .boolean, range: range)
        }
        let operand = try quantity(argument)
        return Term(form: name == "abs" ? .absolute(operand) : .raw(operand), type: operand.type, range: range)
    }

    private mutating func measurable(_ syntax: Syntax) throws(ExpressionProblem) -> Term {
        let term = try term(of: syntax)
        guard term.type.isQuantity || term.type.isGrade else {
            throw mismatch(
                "only a quantity or a grade can be measured, and this is \(term.type.name)", nil, at: term.range)
        }
        return term
    }

    // MARK: Types

    mutating func condition(_ syntax: Syntax) throws(ExpressionProblem) -> Term {
        let term = try term(of: syntax)
        guard term.type == .boolean else {
            throw mismatch(
                "a condition is needed here, and this is \(term.type.name)", "compare it with something", at: term.range
            )
        }
        return term
    }

    mutating func quantity(_ syntax: Syntax) throws(ExpressionProblem) -> Term {
        let term = try term(of: syntax)
        if case .variable = term.type {
            throw mismatch(
                "a variable can only be compared, added or passed with something that has a unit",
                "write it beside a metric, for example internet.idle.rtt.p50 < vars.limit", at: term.range)
        }
        guard term.type.isQuantity else {
            throw mismatch("a quantity is needed here, and this is \(term.type.name)", nil, at: term.range)
        }
        return term
    }

    /// Quantities of one type; variables take the type of the others.
    mutating func alike(_ parts: [Syntax]) throws(ExpressionProblem) -> (terms: [Term], type: ValueType) {
        var terms: [Term] = []
        for part in parts { terms.append(try term(of: part)) }
        if let term = terms.first(where: { !$0.type.isQuantity && $0.type != .variable }) {
            throw mismatch("a quantity is needed here, and this is \(term.type.name)", nil, at: term.range)
        }
        let type = terms.first { $0.type != .variable && $0.type != .number }?.type ?? .number
        for index in terms.indices {
            terms[index] = try fit(terms[index], to: type)
        }
        return (terms, type)
    }

    mutating func pair(_ left: Syntax, _ right: Syntax) throws(ExpressionProblem) -> (Term, Term, ValueType) {
        let (terms, type) = try alike([left, right])
        return (terms[0], terms[1], type)
    }

    func fit(_ term: Term, to type: ValueType) throws(ExpressionProblem) -> Term {
        if term.type == type || (term.type.isPlain && type.isPlain) { return term }
        if term.type == .variable, type.isQuantity || type == .string {
            return Term(form: term.form, type: type, range: term.range)
        }
        if term.type == .number, type.isQuantity, case .quantity(let value) = term.form {
            throw ExpressionProblem(
                code: "missing-unit", message: "a number without a unit beside \(type.name)",
                fix: "write a unit, for example \(plainText(value))\(type.likelyUnit)", range: term.range)
        }
        throw mismatch("\(term.type.name) does not go with \(type.name)", nil, at: term.range)
    }

    private func plainText(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? value.description }

    func mismatch(_ message: String, _ fix: String?, at range: Range<Int>) -> ExpressionProblem {
        ExpressionProblem(code: "unit-mismatch", message: message, fix: fix, range: range)
    }
}

extension ValueType {
    var isGrade: Bool { if case .grade = self { true } else { false } }
}
