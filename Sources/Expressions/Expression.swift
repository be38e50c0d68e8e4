/// A condition or formula that was read, and whose names and units fit.
public struct Expression: Sendable {
    /// As written.
    public let text: String
    public var type: ValueType { root.type }
    /// Every metric of a probe or load that it names, in order, with its place.
    public let metrics: [(path: MetricPath, range: Range<Int>)]
    /// The formulas with names that it uses, in order.
    public let formulas: [String]
    /// `??`, `raw()` and `measured()` turn absence into a value, so a rule that uses them may reward what was not measured.
    public let absenceUses: [(word: String, range: Range<Int>)]
    let root: Term

    /// What an expression must give.
    public enum Expectation: Sendable {
        case condition
        /// Any quantity.
        case quantity
        /// A quantity or a condition.
        case quantityOrCondition
        /// A quantity or a grade.
        case quantityOrGrade
    }

    /// Reads and checks.
    ///
    /// - Throws: the first problem, with its place in `text`.
    public init(_ text: String, in names: Namespace, expecting expectation: Expectation) throws(ExpressionProblem) {
        let syntax = try Parser.parse(text)
        var checker = Checker(names: names)
        root = try checker.term(of: syntax, expecting: expectation)
        metrics = checker.metrics
        formulas = checker.formulas
        absenceUses = checker.absenceUses
        self.text = text
    }

    /// The part of the text that a term was read from.
    func source(_ term: Term) -> String {
        let bytes = Array(text.utf8)[term.range]
        return String(decoding: bytes, as: UTF8.self)
    }
}
