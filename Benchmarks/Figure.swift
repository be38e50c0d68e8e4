/// What one run of one program came to.
struct Figure {
    /// Body bytes a second.
    var rate: Double
    /// Processor seconds for each gigabyte (10^9 bytes).
    var cpu: Double

    init(bytes: Double, seconds: Double, cpu: Double) {
        rate = seconds > 0 ? bytes / seconds : 0
        self.cpu = bytes > 0 ? cpu / (bytes / 1e9) : .infinity
    }
}

/// A middle value and how far the others lie from it.
struct Spread: CustomStringConvertible {
    let median: Double
    let low: Double
    let high: Double

    /// At least one value.
    init(_ values: [Double]) {
        let sorted = values.sorted()
        let half = sorted.count / 2
        median = sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
        low = sorted[0]
        high = sorted[sorted.count - 1]
    }

    var description: String { "\(text(median)) [\(text(low)) … \(text(high))]" }

    /// Two decimals.
    private func text(_ value: Double) -> String {
        guard value.isFinite, value < 1e9 else { return "?" }
        let hundredths = Int(value * 100 + 0.5)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
