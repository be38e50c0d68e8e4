private let durationScales: [UnitScale] = [
    UnitScale(suffix: "ns", factor: 1), UnitScale(suffix: "us", factor: 1_000),
    UnitScale(suffix: "µs", factor: 1_000), UnitScale(suffix: "ms", factor: 1_000_000),
    UnitScale(suffix: "s", factor: 1_000_000_000), UnitScale(suffix: "m", factor: 60_000_000_000),
    UnitScale(suffix: "h", factor: 3_600_000_000_000), UnitScale(suffix: "d", factor: 86_400_000_000_000),
]

extension Duration {
    /// The units a duration may be written in, smallest first.
    public static var unitNames: [String] { durationScales.map(\.suffix) }

    /// Reads `"200ms"`, `"5s"`, `"1.5s"`, `"1m30s"`. Parts go from the larger to the smaller unit.
    public init(text: String) throws(QuantityProblem) {
        var rest = text[...]
        var total: Int64 = 0
        var previous = Int64.max
        repeat {
            let before = rest
            let (value, after) = try readDecimal(rest, scales: durationScales)
            let unit = before.utf8.dropLast(after.utf8.count).drop { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E }
            let factor = durationScales.first { $0.suffix == String(Substring(unit)) }?.factor ?? 0
            guard factor < previous else { throw .malformed }
            previous = factor
            let (sum, overflowed) = total.addingReportingOverflow(value)
            guard !overflowed else { throw .overflow }
            total = sum
            rest = after
        } while !rest.isEmpty
        self = .nanoseconds(total)
    }

    /// Whole nanoseconds, toward zero; clamped to what 64 bits hold (292 years).
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowedSum) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflowed || overflowedSum ? (seconds < 0 ? .min : .max) : sum
    }

    /// The shortest exact form in the largest unit that keeps it above one: `200ms`, `1.5s`, `90s`.
    public var text: String {
        let value = nanoseconds
        switch value.magnitude {
        case 0: return "0s"
        case ..<1_000: return decimalText(value, exponent: 0) + "ns"
        case ..<1_000_000: return decimalText(value, exponent: 3) + "us"
        case ..<1_000_000_000: return decimalText(value, exponent: 6) + "ms"
        default: return decimalText(value, exponent: 9) + "s"
        }
    }
}
