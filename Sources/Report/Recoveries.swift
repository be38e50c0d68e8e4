import LinecheckExpressions
import LinecheckJudge

/// How long each probe's round trips stayed above their baseline after a load.
struct Recoveries {
    /// Probe and phase, and what became of it, in the order of the verdict.
    let rows: [(place: String, words: String)]

    init(_ verdict: Verdict) {
        rows = verdict.metrics.compactMap { metric in
            let parts = metric.name.split(separator: ".")
            guard parts.count == 3, parts[2] == "recovery", case .quantity(let reading) = metric.value,
                let words = Self.words(reading, metric.type)
            else { return nil }
            return ("\(parts[0]) in \(parts[1])", words)
        }
    }

    /// nil for what could not be measured: its reason stands with the phase's other gaps.
    private static func words(_ reading: Reading, _ type: ValueType) -> String? {
        if let value = reading.value {
            return value == 0 ? "at once" : "after \(Words.quantity(value, type))"
        }
        guard let reason = reading.missing.first?.reason, reason == Recovery.notRecovered else { return nil }
        return "\(reason), still above after \(Words.quantity(reading.interval.low, type))"
    }
}
