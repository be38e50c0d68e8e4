private let byteScales: [UnitScale] = [
    UnitScale(suffix: "B", factor: 1), UnitScale(suffix: "kB", factor: 1_000), UnitScale(suffix: "KB", factor: 1_000),
    UnitScale(suffix: "MB", factor: 1_000_000), UnitScale(suffix: "GB", factor: 1_000_000_000),
    UnitScale(suffix: "TB", factor: 1_000_000_000_000), UnitScale(suffix: "KiB", factor: 1_024),
    UnitScale(suffix: "MiB", factor: 1_048_576), UnitScale(suffix: "GiB", factor: 1_073_741_824),
    UnitScale(suffix: "TiB", factor: 1_099_511_627_776),
]

/// A number of bytes. `MB` is a million (SI), `MiB` is 2^20 (IEC 80000-13).
public struct ByteCount: Hashable, Comparable, Sendable {
    public var bytes: Int64

    public init(bytes: Int64) { self.bytes = bytes }

    /// The units a size may be written in.
    public static var unitNames: [String] { byteScales.map(\.suffix) }

    /// Reads `"8MB"`, `"512KiB"`.
    public init(text: String) throws(QuantityProblem) {
        let (value, rest) = try readDecimal(text[...], scales: byteScales)
        guard rest.isEmpty else { throw .malformed }
        bytes = value
    }

    /// The shortest exact SI form: `8MB`, `52.4288MB`.
    public var text: String {
        switch bytes.magnitude {
        case ..<1_000: decimalText(bytes, exponent: 0) + "B"
        case ..<1_000_000: decimalText(bytes, exponent: 3) + "kB"
        case ..<1_000_000_000: decimalText(bytes, exponent: 6) + "MB"
        case ..<1_000_000_000_000: decimalText(bytes, exponent: 9) + "GB"
        default: decimalText(bytes, exponent: 12) + "TB"
        }
    }

    public static func < (left: Self, right: Self) -> Bool { left.bytes < right.bytes }
    public static func + (left: Self, right: Self) -> Self { Self(bytes: left.bytes + right.bytes) }
}
