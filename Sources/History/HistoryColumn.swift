import LinecheckQuantities

/// A figure of a run that has a column, and a sparkline over all runs.
public enum HistoryColumn: String, CaseIterable, Sendable {
    case score
    case idle
    case downloadRise = "download_rise"
    case uploadRise = "upload_rise"
    case downloadRate = "download_rate"
    case uploadRate = "upload_rate"

    /// Above the numbers, with their unit.
    var title: [String] {
        switch self {
        case .score: ["", "score"]
        case .idle: ["idle", "ms"]
        case .downloadRise: ["down", "+ms"]
        case .uploadRise: ["up", "+ms"]
        case .downloadRate: ["down", "Mbit/s"]
        case .uploadRate: ["up", "Mbit/s"]
        }
    }

    /// Beside the sparkline.
    public var name: String {
        switch self {
        case .score: "score"
        case .idle: "idle p50"
        case .downloadRise: "rise under download"
        case .uploadRise: "rise under upload"
        case .downloadRate: "download"
        case .uploadRate: "upload"
        }
    }

    /// Points, ns or bit/s; nil: not measured.
    public func value(of run: RunSummary) -> Int64? {
        switch self {
        case .score: run.score
        case .idle: run.idle?.nanoseconds
        case .downloadRise: run.downloadRise?.nanoseconds
        case .uploadRise: run.uploadRise?.nanoseconds
        case .downloadRate: run.downloadRate?.bitsPerSecond
        case .uploadRate: run.uploadRate?.bitsPerSecond
        }
    }

    /// In JSON: `ns`, `bit/s`, `points`.
    public var unit: String {
        switch self {
        case .score: "points"
        case .idle, .downloadRise, .uploadRise: "ns"
        case .downloadRate, .uploadRate: "bit/s"
        }
    }

    /// In the unit of the title: two decimals below ten, else one.
    func cell(_ value: Int64) -> String {
        guard self != .score else { return String(value) }
        let isSmall = value.magnitude < 10_000_000
        let unit: Double = isSmall ? 10_000 : 100_000
        guard let whole = Int64(exactly: (Double(value) / unit).rounded()) else { return "?" }
        let (integer, fraction) = whole.magnitude.quotientAndRemainder(dividingBy: isSmall ? 100 : 10)
        return "\(whole < 0 ? "-" : "")\(integer).\(isSmall && fraction < 10 ? "0" : "")\(fraction)"
    }

    /// What values have to differ by for a trend: a tenth of the largest, and more than one in the last place that is printed.
    /// A scale from the least to the largest would show any rounding as a fall.
    public func leastSpan(of values: [Int64]) -> Double {
        let most = values.map(\.magnitude).max() ?? 0
        let place: Double = self == .score ? 1 : most < 10_000_000 ? 10_000 : 100_000
        return max(Double(most) / 10, 1.5 * place)
    }

    /// With its unit: `14.0 ms`.
    public func words(_ value: Int64) -> String {
        switch self {
        case .score: "\(value)"
        case .idle, .downloadRise, .uploadRise: cell(value) + " ms"
        case .downloadRate, .uploadRate: cell(value) + " Mbit/s"
        }
    }
}
