import LinecheckExpressions
public import LinecheckRules

/// What a rules document asks of a capture.
public struct RulesNeeds {
    /// Every metric of a probe or load that its formulas name, each once, in the order of the document.
    public let metrics: [String]

    public init(_ rules: RulesDocument) {
        var names: [String] = []
        for formula in rules.formulas {
            for metric in formula.expression.metrics where !names.contains(metric.path.text) {
                names.append(metric.path.text)
            }
        }
        metrics = names
    }
}
