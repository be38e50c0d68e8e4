/// Evaluates on intervals: what was not measured is every value that it may have.
struct Evaluator {
    let expression: Expression
    let environment: any Environment
    /// Inside `raw()`.
    private(set) var raw = false

    init(expression: Expression, environment: any Environment, raw: Bool = false) {
        self.expression = expression
        self.environment = environment
        self.raw = raw
    }

    // MARK: Quantities

    func reading(_ term: Term) -> Reading {
        switch term.form {
        case .quantity(let value): return Reading(interval: Interval(point: value))
        case .metric(let path): return environment.reading(of: path, raw: raw)
        case .named(let name): return environment.reading(of: name, raw: raw)
        case .variable(let name): return variable(name, as: term.type)
        case .negation(let inner):
            let operand = reading(inner)
            return Reading(-operand.withoutLeast, from: [operand])
        case .absolute(let inner): return one(inner) { $0.absolute }
        case .sum(let left, let right): return two(left, right) { $0 + $1 }
        case .difference(let left, let right): return difference(left, right)
        case .product(let left, let right, let factor): return product(left, right, factor)
        case .quotient(let left, let right, let factor): return quotient(left, right, factor)
        case .minimum(let terms): return fold(terms, Interval.minimum)
        case .maximum(let terms): return fold(terms, Interval.maximum)
        case .alternative(let term, let instead):
            let value = reading(term)
            if value.missing.isEmpty { return value }
            let other = reading(instead)
            guard environment.isOpen else { return other }
            return Reading(
                interval: value.interval.hull(other.interval), missing: uniqued(value.missing + other.missing))
        case .raw(let inner):
            return Evaluator(expression: expression, environment: environment, raw: true).reading(inner)
        default: return Reading(interval: .everything)
        }
    }

    private func one(_ term: Term, _ operation: (Interval) -> Interval) -> Reading {
        let operand = reading(term)
        return Reading(operation(operand.interval), from: [operand])
    }

    private func two(_ left: Term, _ right: Term, _ operation: (Interval, Interval) -> Interval) -> Reading {
        let (left, right) = (reading(left), reading(right))
        return Reading(operation(left.interval, right.interval), from: [left, right])
    }

    private func fold(_ terms: [Term], _ operation: (Interval, Interval) -> Interval) -> Reading {
        let readings = terms.map { reading($0) }
        let interval = readings.dropFirst().reduce(readings[0].interval) { operation($0, $1.interval) }
        return Reading(interval, from: readings)
    }

    /// A factor of one millionth is a division by a million: 1e-6 is no exact double, a million is.
    private func product(_ left: Term, _ right: Term, _ factor: Double) -> Reading {
        two(left, right) { factor == 1 ? $0 * $1 : ($0 * $1) / Interval(point: 1_000_000) }
    }

    private func difference(_ left: Term, _ right: Term) -> Reading {
        let (left, right) = (reading(left), reading(right))
        return Reading(left.interval - right.withoutLeast, from: [left, right])
    }

    private func quotient(_ left: Term, _ right: Term, _ factor: Double) -> Reading {
        let (dividend, divisor) = (reading(left), reading(right))
        var result = Reading(
            (dividend.interval * Interval(point: factor)) / divisor.withoutLeast, from: [dividend, divisor])
        if divisor.interval == Interval(point: 0) {
            result.missing.append(Missing(metric: expression.source(right), source: nil, reason: "division by zero"))
        }
        return result
    }

    private func variable(_ name: String, as type: ValueType) -> Reading {
        guard let text = environment.variable(name) else {
            return unknownVariable(name, "the plan has no variable \"\(name)\"")
        }
        guard let value = type.literal(text) else {
            return unknownVariable(name, "the variable is \"\(text)\", which is not \(type.name)")
        }
        return Reading(interval: Interval(point: value))
    }

    private func unknownVariable(_ name: String, _ reason: String) -> Reading {
        Reading(interval: .everything, missing: [Missing(metric: "vars.\(name)", source: nil, reason: reason)])
    }

    // MARK: Grades and texts

    func grade(_ term: Term) -> GradeReading {
        switch term.form {
        case .grade(let name): return environment.grade(name)
        case .step(let name, let place):
            return GradeReading(best: place, worst: place, scale: environment.grade(name).scale)
        default: return GradeReading(best: 0, worst: 0, scale: [])
        }
    }

    private func text(_ term: Term) -> TextReading {
        switch term.form {
        case .text(let text): return TextReading(possible: [text])
        case .verdict(let name): return environment.verdict(name)
        case .link:
            if let link = environment.link { return TextReading(possible: [link]) }
            return unknownText("network.link", "the kind of link is unknown")
        case .variable(let name):
            if let text = environment.variable(name) { return TextReading(possible: [text]) }
            return unknownText("vars.\(name)", "the plan has no variable \"\(name)\"")
        default: return TextReading(possible: nil)
        }
    }

    private func unknownText(_ name: String, _ reason: String) -> TextReading {
        TextReading(possible: nil, missing: [Missing(metric: name, source: nil, reason: reason)])
    }

    // MARK: Conditions

    func finding(_ term: Term) -> Finding {
        switch term.form {
        case .not(let inner):
            let finding = finding(inner)
            return Finding(truth: .not(finding.truth), comparisons: finding.comparisons, missing: finding.missing)
        case .and(let left, let right): return join(left, right, Truth.and)
        case .or(let left, let right): return join(left, right, Truth.or)
        case .comparison(let relation, let left, let right): return comparison(relation, left, right, term)
        case .measured(let inner): return measured(inner, term)
        case .named(let name): return environment.finding(of: name)
        default: return Finding(truth: .unknown)
        }
    }

    /// Both sides are always evaluated, because a verdict shows what was seen and not only what decided.
    private func join(_ left: Term, _ right: Term, _ operation: (Truth, Truth) -> Truth) -> Finding {
        let (left, right) = (finding(left), finding(right))
        let truth = operation(left.truth, right.truth)
        return Finding(
            truth: truth, comparisons: left.comparisons + right.comparisons,
            missing: truth == .unknown ? uniqued(left.missing + right.missing) : [])
    }

    private func comparison(_ relation: Relation, _ left: Term, _ right: Term, _ whole: Term) -> Finding {
        let (first, second) = (side(left), side(right))
        let truth: Truth
        var distance: Double?
        switch (first.value, second.value) {
        case (.quantity(let left), .quantity(let right)):
            truth = relation.holds(left.interval, right.interval)
            if let left = left.value, let right = right.value { distance = abs(left - right) }
        case (.grade(let left), .grade(let right)): truth = relation.holds(left.goodness, right.goodness)
        case (.text(let left), .text(let right)): truth = relation.holds(left.possible, right.possible)
        default: truth = .unknown
        }
        let entry = Comparison(
            text: expression.source(whole), left: first, right: second, truth: truth, distance: distance)
        let missing = truth == .unknown ? uniqued(first.missing + second.missing) : []
        return Finding(truth: truth, comparisons: [entry], missing: missing)
    }

    private func measured(_ inner: Term, _ whole: Term) -> Finding {
        let side = side(inner)
        let truth: Truth = environment.isOpen && !side.missing.isEmpty ? .unknown : Truth(side.missing.isEmpty)
        let entry = Comparison(text: expression.source(whole), left: side, right: nil, truth: truth, distance: nil)
        return Finding(truth: truth, comparisons: [entry])
    }

    func side(_ term: Term) -> Side {
        let value: Side.Value
        switch term.type {
        case .grade: value = .grade(grade(term))
        case .string, .verdict: value = .text(text(term))
        default: value = .quantity(reading(term))
        }
        return Side(text: expression.source(term), type: term.type, value: value)
    }
}

extension Side {
    /// Why it is unmeasured; empty when it is known.
    public var missing: [Missing] {
        switch value {
        case .quantity(let reading): reading.missing
        case .grade(let grade): grade.best == grade.worst ? [] : grade.missing
        case .text(let text): text.possible?.count == 1 ? [] : text.missing
        }
    }
}

extension Expression {
    /// The value of a quantity; everything for what is none.
    ///
    /// - Parameter raw: as if the whole stood in `raw()`.
    public func reading(in environment: any Environment, raw: Bool = false) -> Reading {
        Evaluator(expression: self, environment: environment, raw: raw).reading(root)
    }

    /// Whether a condition holds; unknown for what is none.
    public func finding(in environment: any Environment) -> Finding {
        Evaluator(expression: self, environment: environment).finding(root)
    }

    /// The value with its text, as a verdict shows it; for a condition, see ``finding(in:)``.
    public func side(in environment: any Environment) -> Side {
        Evaluator(expression: self, environment: environment).side(root)
    }
}
