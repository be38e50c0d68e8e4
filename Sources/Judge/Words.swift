// `rounded()` may be a call into libm, which only an import of Glibc links.
import Glibc
package import LinecheckCapture
package import LinecheckExpressions
import LinecheckQuantities
import LinecheckStatistics

/// Numbers as a sentence has them: rounded, with a space before the unit.
package enum Words {
    /// `14.0 ms`, `1.2 s`, `850 us`.
    package static func duration(_ nanoseconds: Int64) -> String {
        switch nanoseconds.magnitude {
        case ..<1_000: "\(nanoseconds) ns"
        case ..<1_000_000: "\(tenths(nanoseconds, of: 1_000)) us"
        case ..<1_000_000_000: "\(tenths(nanoseconds, of: 1_000_000)) ms"
        default: "\(tenths(nanoseconds, of: 1_000_000_000)) s"
        }
    }

    /// `once`, `3 times`.
    package static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    /// `http_status 10 times`.
    package static func failure(_ word: FailureWord, _ count: Int) -> String { "\(word.rawValue) \(times(count))" }

    /// A stretch of a run, always in seconds: `0.6 s`.
    package static func seconds(_ duration: Duration) -> String {
        "\(tenths(duration.nanoseconds, of: 1_000_000_000)) s"
    }

    /// `447.5 Mbit/s`.
    package static func rate(_ bitsPerSecond: Int64) -> String {
        switch bitsPerSecond.magnitude {
        case ..<1_000: "\(bitsPerSecond) bit/s"
        case ..<1_000_000: "\(tenths(bitsPerSecond, of: 1_000)) kbit/s"
        case ..<1_000_000_000: "\(tenths(bitsPerSecond, of: 1_000_000)) Mbit/s"
        default: "\(tenths(bitsPerSecond, of: 1_000_000_000)) Gbit/s"
        }
    }

    /// `1 byte`, `80.0 kB`.
    package static func bytes(_ count: Int64) -> String {
        switch count.magnitude {
        case 1: "1 byte"
        case ..<1_000: "\(count) bytes"
        case ..<1_000_000: "\(tenths(count, of: 1_000)) kB"
        case ..<1_000_000_000: "\(tenths(count, of: 1_000_000)) MB"
        default: "\(tenths(count, of: 1_000_000_000)) GB"
        }
    }

    /// `0 %`, `2.5 %`.
    package static func share(_ partsPerMillion: Int64) -> String {
        let text = tenths(partsPerMillion, of: 10_000)
        return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " %"
    }

    /// A value of a quantity in its type's smallest unit.
    package static func quantity(_ value: Double, _ type: ValueType) -> String {
        guard let whole = Int64(exactly: value.rounded(.toNearestOrEven)) else { return "out of range" }
        return switch type {
        case .duration: duration(whole)
        case .rate: rate(whole)
        case .bytes: bytes(whole)
        case .ratio: share(whole)
        default: Int64(exactly: value).map(String.init) ?? thousandths(value)
        }
    }

    /// A quotient has as many digits as a double; a sentence has three.
    private static func thousandths(_ value: Double) -> String { ((value * 1_000).rounded() / 1_000).description }

    private static func tenths(_ value: Int64, of unit: Int64) -> String {
        let tenths = roundedHalfEven(Int128(value) * 10, by: Int128(unit))
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
