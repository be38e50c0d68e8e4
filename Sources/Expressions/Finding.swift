/// What became of a condition, with everything it rests on.
public struct Finding: Equatable, Sendable {
    public var truth: Truth
    /// Every comparison in it, in the order of the text, also those that did not decide.
    public var comparisons: [Comparison]
    /// Why it is unknown, one entry for each metric that is missing.
    public var missing: [Missing]

    public init(truth: Truth, comparisons: [Comparison] = [], missing: [Missing] = []) {
        self.truth = truth
        self.comparisons = comparisons
        self.missing = missing
    }
}

/// One comparison, or `measured(x)`, and what was seen on its sides.
public struct Comparison: Equatable, Sendable {
    /// As written.
    public var text: String
    public var left: Side
    /// nil for `measured(x)`.
    public var right: Side?
    public var truth: Truth
    /// How far the left side is from the right, in their unit; nil when one is unmeasured or no quantity.
    public var distance: Double?

    public init(text: String, left: Side, right: Side?, truth: Truth, distance: Double?) {
        self.text = text
        self.left = left
        self.right = right
        self.truth = truth
        self.distance = distance
    }
}

/// One side of a comparison.
public struct Side: Equatable, Sendable {
    /// As written.
    public var text: String
    public var type: ValueType
    public var value: Value

    public enum Value: Equatable, Sendable {
        case quantity(Reading)
        case grade(GradeReading)
        case text(TextReading)
    }

    public init(text: String, type: ValueType, value: Value) {
        self.text = text
        self.type = type
        self.value = value
    }
}
