public import LinecheckExpressions

/// Where a step of a scale ends.
public struct Threshold: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case below, above
        case atLeast = "at_least"
    }

    public var kind: Kind
    /// In the smallest unit of what is sorted; for a grade minus its place from the best, so that larger is better.
    public var value: Double
    /// As written: `30ms`, `100Mbps`, `A`.
    public var text: String

    /// Whether a value of this interval lies in the step.
    public func holds(_ interval: Interval) -> Truth {
        let limit = Interval(point: value)
        return switch kind {
        case .below: Relation.less.holds(interval, limit)
        case .above: Relation.greater.holds(interval, limit)
        case .atLeast: Relation.greaterOrEqual.holds(interval, limit)
        }
    }

    /// Whether a later step with this threshold can still be reached after `earlier` was not.
    func follows(_ earlier: Threshold) -> Bool {
        guard (kind == .below) == (earlier.kind == .below) else { return false }
        return kind == .below ? value > earlier.value : value < earlier.value
    }
}
