extension Expression {
    /// Whether nothing that could be measured makes this condition true.
    ///
    /// True is a proof; false only means that none was found.
    public func neverHolds(in environment: OpenEnvironment) -> Bool {
        finding(in: environment).truth == .no || NormalForm(self, in: environment)?.clauses.isEmpty == true
    }

    /// Whether this condition is true whatever is measured.
    public func alwaysHolds(in environment: OpenEnvironment) -> Bool { finding(in: environment).truth == .yes }

    /// Whether the other condition is true whenever this one is: a comparison of the same term against a looser
    /// threshold, a part of this conjunction, a disjunction that holds this condition.
    ///
    /// True is a proof; false only means that none was found.
    public func implies(_ other: Expression, in environment: OpenEnvironment) -> Bool {
        guard let mine = NormalForm(self, in: environment), let theirs = NormalForm(other, in: environment) else {
            return false
        }
        return mine.implies(theirs)
    }
}
