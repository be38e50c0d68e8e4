/// How two values are compared.
public enum Relation: String, CaseIterable, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="

    /// True or false if it is so for every pair of values that the sides may have, else unknown.
    public func holds(_ left: Interval, _ right: Interval) -> Truth {
        switch self {
        case .less: left.high < right.low ? .yes : left.low >= right.high ? .no : .unknown
        case .lessOrEqual: left.high <= right.low ? .yes : left.low > right.high ? .no : .unknown
        case .greater: Self.less.holds(right, left)
        case .greaterOrEqual: Self.lessOrEqual.holds(right, left)
        case .equal:
            if let left = left.point, let right = right.point {
                Truth(left == right)
            } else {
                left.high < right.low || right.high < left.low ? .no : .unknown
            }
        case .notEqual: Truth.not(Self.equal.holds(left, right))
        }
    }

    /// Equality of texts, of each of which several may be possible; nil: any text.
    func holds(_ left: [String]?, _ right: [String]?) -> Truth {
        guard let left, let right else { return .unknown }
        let equal: Truth
        if left.count == 1, right.count == 1 {
            equal = Truth(left[0] == right[0])
        } else {
            equal = left.contains { right.contains($0) } ? .unknown : .no
        }
        return self == .notEqual ? Truth.not(equal) : equal
    }
}
