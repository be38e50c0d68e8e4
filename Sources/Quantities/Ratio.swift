/// A share, kept as whole parts per million so that comparisons are exact: 10 % is 100,000.
public struct Ratio: Hashable, Comparable, Sendable {
    public var partsPerMillion: Int64

    public init(partsPerMillion: Int64) { self.partsPerMillion = partsPerMillion }

    /// The unit a ratio is written in.
    public static var unitNames: [String] { ["%"] }

    /// Reads `"2%"`, `"0.5%"`.
    public init(text: String) throws(QuantityProblem) {
        let (value, rest) = try readDecimal(text[...], scales: [UnitScale(suffix: "%", factor: 10_000)])
        guard rest.isEmpty else { throw .malformed }
        partsPerMillion = value
    }

    public var text: String { decimalText(partsPerMillion, exponent: 4) + "%" }

    public static func < (left: Self, right: Self) -> Bool { left.partsPerMillion < right.partsPerMillion }
}
