/// One comparison, or `measured(x)`, as a set of values of one term.
struct Fact {
    /// The term, however it is written; two terms relate to each other under a key of their own.
    private(set) var key: String
    /// Its values when the fact holds, and when its negation does; both within what the term can be.
    private(set) var set: ValueSet
    private(set) var negated: ValueSet
    /// Whether it holds whatever is measured.
    private(set) var constant: Truth

    private static let yes = ValueSet.words(WordSet(words: ["true"]))
    private static let no = ValueSet.words(WordSet(words: ["false"]))

    init(_ term: Term, of expression: Expression, in environment: OpenEnvironment) {
        let evaluator = Evaluator(expression: expression, environment: environment)
        key = term.key(in: environment)
        (set, negated) = (Self.yes, Self.no)
        constant = evaluator.finding(term).truth
        guard case .comparison(let relation, let left, let right) = term.form else { return }
        switch (evaluator.side(left).value, evaluator.side(right).value) {
        case (.quantity(let first), .quantity(let second)): compare(left, first, relation, right, second, environment)
        case (.grade(let first), .grade(let second)): compare(left, first, relation, right, second, environment)
        case (.text(let first), .text(let second)): compare(left, first, relation, right, second, environment)
        default: break
        }
    }

    private mutating func compare(
        _ left: Term, _ first: Reading, _ relation: Relation, _ right: Term, _ second: Reading,
        _ environment: OpenEnvironment
    ) {
        if second.missing.isEmpty, let limit = second.interval.point {
            key = left.key(in: environment)
            take(relation, limit, within: first.interval)
        } else if first.missing.isEmpty, let limit = first.interval.point {
            key = right.key(in: environment)
            take(relation.turned, limit, within: second.interval)
        } else {
            // Two terms: where their difference lies, in one order of the two.
            let (one, other) = (left.key(in: environment), right.key(in: environment))
            let isTurned = one > other
            key = isTurned ? "\(other) against \(one)" : "\(one) against \(other)"
            take(
                isTurned ? relation.turned : relation, 0,
                within: isTurned ? second.interval - first.interval : first.interval - second.interval)
        }
    }

    private mutating func take(_ relation: Relation, _ limit: Double, within bounds: Interval) {
        let domain = NumberSet(bounds)
        set = .numbers(NumberSet(relation, limit).intersection(domain))
        negated = .numbers(NumberSet(relation.negated, limit).intersection(domain))
    }

    /// A grade against a step of its scale: the words for which it holds.
    private mutating func compare(
        _ left: Term, _ first: GradeReading, _ relation: Relation, _ right: Term, _ second: GradeReading,
        _ environment: OpenEnvironment
    ) {
        let isTurned = second.missing.isEmpty == false
        let (graded, step, relation) = isTurned ? (second, first, relation.turned) : (first, second, relation)
        guard step.best == step.worst, step.missing.isEmpty else { return }
        key = (isTurned ? right : left).key(in: environment)
        let limit = Interval(point: -Double(step.best))
        let held = graded.scale.indices.filter { relation.holds(Interval(point: -Double($0)), limit) == .yes }
        let words = Set(held.map { graded.scale[$0] })
        set = .words(WordSet(words: words))
        negated = .words(WordSet(words: Set(graded.scale).subtracting(words)))
    }

    /// Equality of a text with a constant one.
    private mutating func compare(
        _ left: Term, _ first: TextReading, _ relation: Relation, _ right: Term, _ second: TextReading,
        _ environment: OpenEnvironment
    ) {
        let isTurned = !second.missing.isEmpty
        let (text, constant) = isTurned ? (second, first) : (first, second)
        guard constant.missing.isEmpty, let word = constant.possible?.first, constant.possible?.count == 1 else {
            return
        }
        key = (isTurned ? right : left).key(in: environment)
        let domain = text.possible.map { ValueSet.words(WordSet(words: Set($0))) }
        let among = ValueSet.words(WordSet(words: [word], areExcluded: relation == .notEqual))
        let outside = ValueSet.words(WordSet(words: [word], areExcluded: relation == .equal))
        set = domain.map { among.intersection($0) } ?? among
        negated = domain.map { outside.intersection($0) } ?? outside
    }
}

extension Relation {
    /// The same with its sides exchanged.
    fileprivate var turned: Self {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .equal, .notEqual: self
        }
    }

    fileprivate var negated: Self {
        switch self {
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        case .equal: .notEqual
        case .notEqual: .equal
        }
    }
}

extension Term {
    /// The same text for the same term, whatever its spacing and whether it is written out or named.
    func key(in environment: OpenEnvironment) -> String {
        let key = { (term: Term) in term.key(in: environment) }
        switch form {
        case .quantity(let value): return value.description
        case .text(let text): return "'\(text)'"
        case .metric(let path): return path.text
        case .named(let name): return environment.definition(of: name).map { key($0.root) } ?? name
        case .grade(let name): return "grade.\(name)"
        case .step(let grade, let index): return "grade.\(grade)[\(index)]"
        case .verdict(let name): return "verdict.\(name)"
        case .variable(let name): return "vars.\(name)"
        case .link: return "network.link"
        case .negation(let inner): return "-(\(key(inner)))"
        case .absolute(let inner): return "abs(\(key(inner)))"
        case .sum(let left, let right): return "(\(key(left)) + \(key(right)))"
        case .difference(let left, let right): return "(\(key(left)) - \(key(right)))"
        case .product(let left, let right, let factor): return "(\(key(left)) * \(key(right)) * \(factor))"
        case .quotient(let left, let right, let factor): return "(\(key(left)) / \(key(right)) * \(factor))"
        case .minimum(let terms): return "min(\(terms.map(key).joined(separator: ", ")))"
        case .maximum(let terms): return "max(\(terms.map(key).joined(separator: ", ")))"
        case .alternative(let term, let instead): return "(\(key(term)) ?? \(key(instead)))"
        case .raw(let inner): return "raw(\(key(inner)))"
        case .measured(let inner): return "measured(\(key(inner)))"
        case .comparison(let relation, let left, let right):
            return "(\(key(left)) \(relation.rawValue) \(key(right)))"
        case .not(let inner): return "not(\(key(inner)))"
        case .and(let left, let right): return "(\(key(left)) and \(key(right)))"
        case .or(let left, let right): return "(\(key(left)) or \(key(right)))"
        }
    }
}
