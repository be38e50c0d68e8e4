import LinecheckExpressions
import LinecheckJudge

/// The values that rules name as their evidence, of each list those of the rule that answered.
struct RuleEvidence {
    /// A formula as written and its value in words, with n or why it is not measured; each once.
    let rows: [(formula: String, words: String)]

    init(_ verdict: Verdict) {
        let sides = verdict.answers.flatMap { answer in
            // Where nothing fired it is what could not be judged that a person wants to see.
            let fired = answer.rules.filter { $0.outcome == .fired }
            return (fired.isEmpty ? answer.rules.filter { $0.outcome == .unknown } : fired).flatMap(\.evidence)
        }
        var seen: Set<String> = []
        rows = sides.filter { seen.insert($0.text).inserted }.map { ($0.text, Self.words($0)) }
    }

    private static func words(_ side: Side) -> String {
        guard case .quantity(let reading) = side.value, reading.value == nil, let gap = reading.missing.first else {
            return side.counted
        }
        return "not measured: \(gap.reason)"
    }
}
