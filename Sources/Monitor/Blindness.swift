/// Checks in a row that said nothing about the line: told once, since a monitor that sees nothing must not pass for a good line.
public struct Blindness: Equatable, Sendable {
    public enum News: Equatable, Sendable {
        /// So many checks in a row could not judge.
        case began
        /// After that was told, a check could.
        case ended
    }

    public var count: Int
    /// When the first of them was, RFC 3339; nil while there is none.
    public var since: String?
    public var isTold: Bool

    public init(count: Int = 0, since: String? = nil, isTold: Bool = false) {
        self.count = count
        self.since = since
        self.isTold = isTold
    }

    /// - Parameters:
    ///   - now: RFC 3339.
    ///   - limit: checks in a row after which it is told.
    /// - Returns: what is worth telling. A suspended machine is nobody's trouble and counts neither way.
    public mutating func observe(_ condition: Condition, at now: String, limit: Int) -> News? {
        switch condition {
        case .unknown(reason: "suspended"): return nil
        case .unknown:
            count += 1
            since = since ?? now
            guard !isTold, count >= limit else { return nil }
            isTold = true
            return .began
        case .good, .bad:
            defer { self = Blindness() }
            return isTold ? .ended : nil
        }
    }
}
