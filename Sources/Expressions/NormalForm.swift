/// A condition as alternatives, each a set of comparisons that hold together (disjunctive normal form).
///
/// Kleene's connectives keep it honest: a conjunction is true exactly when each part is, and a disjunction when one of its
/// parts is, also on intervals. A comparison that is true of a whole interval of values says that the interval lies in a set,
/// so sets can be intersected and compared without knowing the interval.
struct NormalForm {
    /// What must hold together: by term, the set that its values lie in.
    typealias Clause = [String: ValueSet]

    private(set) var clauses: [Clause]

    /// More alternatives than any rule that a person reads has.
    private static let most = 256

    private init(_ clauses: [Clause]) { self.clauses = clauses }

    private static let always = NormalForm([[:]])
    private static let never = NormalForm([])

    /// nil when it has too many alternatives to be worth the time.
    init?(_ expression: Expression, in environment: OpenEnvironment) {
        guard let form = Self.form(of: expression.root, of: expression, in: environment, isNegated: false) else {
            return nil
        }
        self = form
    }

    /// Whether each of its alternatives makes one of the other's hold.
    func implies(_ other: NormalForm) -> Bool {
        clauses.allSatisfy { clause in
            other.clauses.contains { weaker in
                weaker.allSatisfy { key, set in clause[key]?.isSubset(of: set) ?? false }
            }
        }
    }

    private static func form(
        of term: Term, of expression: Expression, in environment: OpenEnvironment, isNegated: Bool
    ) -> NormalForm? {
        let inner = { (term: Term) in form(of: term, of: expression, in: environment, isNegated: isNegated) }
        switch term.form {
        case .not(let operand):
            return form(of: operand, of: expression, in: environment, isNegated: !isNegated)
        case .and(let left, let right), .or(let left, let right):
            guard let left = inner(left), let right = inner(right) else { return nil }
            var isConjunction = isNegated
            if case .and = term.form { isConjunction.toggle() }
            return isConjunction ? conjunction(left, right) : disjunction(left, right)
        case .named(let name):
            guard let definition = environment.definition(of: name) else {
                return literal("condition \(name)", .words(WordSet(words: [isNegated ? "false" : "true"])))
            }
            return form(of: definition.root, of: definition, in: environment, isNegated: isNegated)
        case .comparison, .measured:
            let fact = Fact(term, of: expression, in: environment)
            switch fact.constant {
            case .yes: return isNegated ? never : always
            case .no: return isNegated ? always : never
            case .unknown where environment.isUnmeasured(term):
                // A comparison that is unknown on its bounds stays unknown, and so does its negation.
                if case .measured = term.form, isNegated { return always }
                return never
            case .unknown: return literal(fact.key, isNegated ? fact.negated : fact.set)
            }
        default: return nil
        }
    }

    private static func literal(_ key: String, _ set: ValueSet) -> NormalForm {
        set.isEmpty ? never : Self([[key: set]])
    }

    private static func disjunction(_ left: NormalForm, _ right: NormalForm) -> NormalForm? {
        left.clauses.count + right.clauses.count <= most ? NormalForm(left.clauses + right.clauses) : nil
    }

    /// Every alternative of one with every one of the other; those that contradict themselves fall out.
    private static func conjunction(_ left: NormalForm, _ right: NormalForm) -> NormalForm? {
        guard left.clauses.count * right.clauses.count <= most else { return nil }
        let pairs = left.clauses.flatMap { first in right.clauses.map { (first, $0) } }
        let merged = pairs.map { first, second in first.merging(second) { $0.intersection($1) } }
        return NormalForm(merged.filter { clause in clause.values.allSatisfy { !$0.isEmpty } })
    }
}
