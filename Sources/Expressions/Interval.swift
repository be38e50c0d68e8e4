/// All the values that a quantity may have, given what is known: a point when it was measured, wider when it was not.
///
/// Ends may be infinite inside a computation and are never printed so. Every operation is inclusion isotonic (Moore 1966): knowing less
/// can only widen the result, which is what keeps absence from scoring better than presence.
public struct Interval: Equatable, Sendable {
    public var low: Double
    public var high: Double

    /// Ends that are not numbers become infinite, so an interval never holds NaN.
    public init(_ low: Double, _ high: Double) {
        self.low = low.isNaN ? -.infinity : low
        self.high = high.isNaN ? .infinity : high
    }

    public init(point value: Double) { self.init(value, value) }

    /// Nothing is known at all.
    public static let everything = Interval(-.infinity, .infinity)
    /// What is known of a duration, rate or size that nobody measured.
    public static let notNegative = Interval(0, .infinity)

    /// The one value, or nil when there are several.
    public var point: Double? { low == high && low.isFinite ? low : nil }

    public static func + (left: Self, right: Self) -> Self { Self(left.low + right.low, left.high + right.high) }
    public static func - (left: Self, right: Self) -> Self { Self(left.low - right.high, left.high - right.low) }
    public static prefix func - (value: Self) -> Self { Self(-value.high, -value.low) }

    public static func * (left: Self, right: Self) -> Self {
        let products = [
            product(left.low, right.low), product(left.low, right.high), product(left.high, right.low),
            product(left.high, right.high),
        ]
        return Self(products.reduce(.infinity) { min($0, $1) }, products.reduce(-.infinity) { max($0, $1) })
    }

    /// Anything at all when the divisor may be zero: a quotient by zero is unmeasured, and so could be this one.
    public static func / (left: Self, right: Self) -> Self {
        guard right.low > 0 || right.high < 0 else { return .everything }
        let quotients = [
            quotient(left.low, right.low), quotient(left.low, right.high), quotient(left.high, right.low),
            quotient(left.high, right.high),
        ]
        return Self(quotients.reduce(.infinity) { min($0, $1) }, quotients.reduce(-.infinity) { max($0, $1) })
    }

    public var absolute: Self {
        if low >= 0 { return self }
        if high <= 0 { return -self }
        return Self(0, max(-low, high))
    }

    public static func minimum(_ left: Self, _ right: Self) -> Self {
        Self(min(left.low, right.low), min(left.high, right.high))
    }

    public static func maximum(_ left: Self, _ right: Self) -> Self {
        Self(max(left.low, right.low), max(left.high, right.high))
    }

    /// The smallest interval that holds both.
    public func hull(_ other: Self) -> Self { Self(min(low, other.low), max(high, other.high)) }

    public func clamped(to limits: Self) -> Self {
        Self(min(max(low, limits.low), limits.high), min(max(high, limits.low), limits.high))
    }
}

/// An infinite end is never attained, so zero times it is zero and not NaN.
private func product(_ left: Double, _ right: Double) -> Double { left == 0 || right == 0 ? 0 : left * right }

/// ∞ ÷ ∞ can be any positive value; its smallest is 0, and the largest comes from another pair of ends.
private func quotient(_ left: Double, _ right: Double) -> Double {
    right.isInfinite ? 0 : left / right
}
