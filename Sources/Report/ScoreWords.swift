import LinecheckExpressions
import LinecheckJudge

/// What the points of a component rest on.
enum ScoreWords {
    /// `internet.idle.rtt.p50 14.7 ms (n = 10)`, joined by commas; what does not count is left out.
    static func inputs(_ component: Verdict.Score.Component) -> String {
        component.inputs.filter { $0.condition?.truth != .no }.map { input in
            guard let missing = input.of.missing.first else { return "\(input.of.text) \(input.of.counted)" }
            return "\(input.of.text) not measured: \(missing.reason)"
        }.joined(separator: ", ")
    }
}

extension Side {
    /// In words, with how many values are behind it.
    var counted: String {
        guard case .quantity(let reading) = value, reading.value != nil, let samples = reading.samples else {
            return words
        }
        return "\(words) (n = \(samples))"
    }
}
