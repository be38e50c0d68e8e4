/// Truth with a third value for what cannot be told; `and`, `or`, `not` are Kleene's strong ones (Kleene 1952, §64).
public enum Truth: String, CaseIterable, Sendable {
    case yes = "true"
    case no = "false"
    case unknown

    public init(_ value: Bool) { self = value ? .yes : .no }

    public static func and(_ left: Self, _ right: Self) -> Self {
        if left == .no || right == .no { return .no }
        return left == .yes && right == .yes ? .yes : .unknown
    }

    public static func or(_ left: Self, _ right: Self) -> Self {
        if left == .yes || right == .yes { return .yes }
        return left == .no && right == .no ? .no : .unknown
    }

    public static func not(_ value: Self) -> Self {
        switch value {
        case .yes: .no
        case .no: .yes
        case .unknown: .unknown
        }
    }
}
