/// A part of an expression whose names and units are known to fit.
struct Term: Sendable {
    indirect enum Form: Sendable {
        /// A number in the smallest unit.
        case quantity(Double)
        case text(String)
        case metric(MetricPath)
        /// A named metric, quantity or condition.
        case named(String)
        case grade(String)
        /// A step of a grade's scale, by its place from the best.
        case step(String, Int)
        case verdict(String)
        case variable(String)
        case link
        case negation(Term)
        case absolute(Term)
        case sum(Term, Term)
        case difference(Term, Term)
        /// The factor turns the product of the smallest units into the smallest unit of the result.
        case product(Term, Term, factor: Double)
        case quotient(Term, Term, factor: Double)
        case minimum([Term])
        case maximum([Term])
        /// `x ?? y`
        case alternative(Term, Term)
        /// `raw(x)`: metrics inside are read although their load was not valid.
        case raw(Term)
        case measured(Term)
        case comparison(Relation, Term, Term)
        case not(Term)
        case and(Term, Term)
        case or(Term, Term)
    }

    var form: Form
    var type: ValueType
    /// UTF-8 byte offsets in the expression.
    var range: Range<Int>
}
