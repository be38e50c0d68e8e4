/// Why a text is not a quantity.
public enum QuantityProblem: Error, Equatable, Sendable {
    /// `"200"` where a unit is needed.
    case missingUnit
    /// `"200 parsecs"`; carries the unit as written.
    case unknownUnit(String)
    /// Not digits with an optional fraction.
    case malformed
    /// Finer than the smallest unit that is stored, for example half a nanosecond.
    case tooFine
    /// Does not fit 63 bits of the smallest unit.
    case overflow
}

/// A unit's suffix and how many of the smallest unit it stands for.
struct UnitScale {
    let suffix: String
    let factor: Int64
}

/// Reads `digits[.digits]unit` exactly, in integers: `"1.5s"` with `s` = 1,000,000,000 is 1,500,000,000.
///
/// No floating point is involved, so what is written is what is stored.
func readDecimal(_ text: Substring, scales: [UnitScale]) throws(QuantityProblem) -> (value: Int64, rest: Substring) {
    var bytes = text.utf8[...]
    var digits: [UInt8] = []
    var fractionDigits = 0
    var seenPoint = false
    while let byte = bytes.first {
        if byte >= 0x30, byte <= 0x39 {
            digits.append(byte - 0x30)
            if seenPoint { fractionDigits += 1 }
        } else if byte == 0x2E, !seenPoint, !digits.isEmpty {
            seenPoint = true
        } else {
            break
        }
        bytes = bytes.dropFirst()
    }
    guard !digits.isEmpty, !seenPoint || fractionDigits > 0 else { throw .malformed }
    let unit = bytes.prefix { isUnitByte($0) }
    let name = String(Substring(unit))
    guard !name.isEmpty else { throw bytes.isEmpty ? .missingUnit : .malformed }
    guard let scale = scales.first(where: { $0.suffix == name }) else { throw .unknownUnit(name) }
    return (try scaled(digits, fractionDigits: fractionDigits, by: scale.factor), Substring(bytes[unit.endIndex...]))
}

private func isUnitByte(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x25 || byte == 0x2F || byte >= 0x80
}

private func scaled(_ written: [UInt8], fractionDigits: Int, by factor: Int64) throws(QuantityProblem) -> Int64 {
    let zeros = written.suffix(fractionDigits).reversed().prefix { $0 == 0 }.count
    let digits = written.dropLast(zeros)
    let fractionDigits = fractionDigits - zeros
    // More digits than 64 bits hold make a number too large or too fine, as they stand before or behind the point.
    let tooLong: QuantityProblem = digits.count - fractionDigits < 19 ? .tooFine : .overflow
    var value: Int64 = 0
    for digit in digits {
        let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflowedSum) = product.addingReportingOverflow(Int64(digit))
        guard !overflowed, !overflowedSum else { throw tooLong }
        value = sum
    }
    var denominator: Int64 = 1
    for _ in 0..<fractionDigits {
        let (next, overflowed) = denominator.multipliedReportingOverflow(by: 10)
        guard !overflowed else { throw .tooFine }
        denominator = next
    }
    let (quotient, remainder) = (Int128(value) * Int128(factor)).quotientAndRemainder(dividingBy: Int128(denominator))
    guard let result = Int64(exactly: quotient) else { throw .overflow }
    guard remainder == 0 else { throw .tooFine }
    return result
}

/// The shortest exact text of `value / 10^exponent`: `(1500, 3)` is `1.5`.
func decimalText(_ value: Int64, exponent: Int) -> String {
    let sign = value < 0 ? "-" : ""
    var digits = String(value.magnitude)
    if digits.count <= exponent { digits = String(repeating: "0", count: exponent + 1 - digits.count) + digits }
    let whole = digits.dropLast(exponent)
    var fraction = Substring(digits.suffix(exponent))
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? sign + whole : sign + whole + "." + fraction
}
