import LinecheckExpressions
public import LinecheckJudge

/// What became of each condition that a plan expects.
public struct ExpectationWords: Sendable {
    /// `internet.idle.loss < 2%  holds: 0 % (n = 10)`
    public let lines: [String]
    /// Those of them that fail or are unknown.
    public let troubles: [String]

    public init(_ verdict: Verdict) {
        lines = verdict.expectations.map(Self.words)
        troubles = verdict.expectations.filter { $0.truth != .yes }.map(Self.words)
    }

    private static func words(_ expectation: Verdict.Expectation) -> String {
        let observed = expectation.finding.comparisons.first.map { ": \($0.left.counted)" } ?? ""
        let result =
            switch expectation.truth {
            case .yes: "holds\(observed)"
            case .no: "FAILS\(observed)"
            case .unknown: "unknown: \(expectation.reason ?? "not measured")"
            }
        return "\(expectation.condition)  \(result)"
    }
}
