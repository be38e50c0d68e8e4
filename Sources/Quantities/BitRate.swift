private let rateScales: [UnitScale] = [
    UnitScale(suffix: "bps", factor: 1), UnitScale(suffix: "kbps", factor: 1_000),
    UnitScale(suffix: "Mbps", factor: 1_000_000), UnitScale(suffix: "Gbps", factor: 1_000_000_000),
]

/// A data rate in bits a second, decimal prefixes.
public struct BitRate: Hashable, Comparable, Sendable {
    public var bitsPerSecond: Int64

    public init(bitsPerSecond: Int64) { self.bitsPerSecond = bitsPerSecond }

    /// The units a rate may be written in.
    public static var unitNames: [String] { rateScales.map(\.suffix) }

    /// Reads `"10Mbps"`.
    public init(text: String) throws(QuantityProblem) {
        let (value, rest) = try readDecimal(text[...], scales: rateScales)
        guard rest.isEmpty else { throw .malformed }
        bitsPerSecond = value
    }

    /// The shortest exact form: `10Mbps`, `447.5Mbps`.
    public var text: String {
        switch bitsPerSecond.magnitude {
        case ..<1_000: decimalText(bitsPerSecond, exponent: 0) + "bps"
        case ..<1_000_000: decimalText(bitsPerSecond, exponent: 3) + "kbps"
        case ..<1_000_000_000: decimalText(bitsPerSecond, exponent: 6) + "Mbps"
        default: decimalText(bitsPerSecond, exponent: 9) + "Gbps"
        }
    }

    public static func < (left: Self, right: Self) -> Bool { left.bitsPerSecond < right.bitsPerSecond }
}
