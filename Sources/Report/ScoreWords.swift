import LinecheckExpressions
package import LinecheckJudge

/// What the points of a component rest on.
enum ScoreWords {
    /// `internet.idle.rtt.p50 14.7 ms (n = 10)`, joined by commas; what does not count is left out.
    static func inputs(_ component: Verdict.Score.Component) -> String {
        component.inputs.filter { $0.condition?.truth != .no }.map { input in
            if let reason = input.given { return reason }
            guard let missing = input.of.missing.first else { return "\(input.of.text) \(input.of.counted)" }
            return "\(input.of.text) not measured: \(missing.reason)"
        }.joined(separator: ", ")
    }
}

extension Verdict.Score.Input {
    /// Points that rest on no measurement, as where there is nothing of one's own to judge: `given, since cellular`.
    package var given: String? {
        guard Double(of.text) != nil else { return nil }
        return "given" + (conditionText.map { ", since \($0)" } ?? "")
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
