import LinecheckExpressions

/// The formulas that ask for certain probes, themselves or by way of formulas above them.
struct Supplements {
    private let probes: Set<String>
    private let names: Set<String>

    init(of probes: [String], in metrics: [MetricRule]) {
        self.probes = Set(probes)
        var names: Set<String> = []
        for metric in metrics where Self.concern(metric.formula.expression, self.probes, names) {
            names.insert(metric.name)
        }
        self.names = names
    }

    func concern(_ formula: Formula) -> Bool { Self.concern(formula.expression, probes, names) }

    private static func concern(_ expression: Expression, _ probes: Set<String>, _ names: Set<String>) -> Bool {
        expression.metrics.contains { probes.contains($0.path.source) }
            || expression.formulas.contains(where: names.contains)
    }
}
