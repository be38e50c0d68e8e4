import LinecheckExpressions
import LinecheckJudge

/// The metrics of each probe in each phase as rows of a table; what has no value at all is in ``NotMeasured``.
struct EvidenceTable {
    private let metrics: [Verdict.NamedMetric]
    private(set) var rows: [[String]] = []

    private static let columns = ["rtt.p50", "rtt.p95", "rtt.max", "jitter", "loss", "sent"]

    init(_ verdict: Verdict) {
        metrics = verdict.metrics
        for prefix in prefixes() {
            let cells = Self.columns.map { words("\(prefix).\($0)") }
            guard cells[0..<5].contains(where: { $0 != nil }) else { continue }
            rows.append(prefix.split(separator: ".", maxSplits: 1).map(String.init) + cells.map { $0 ?? "–" })
        }
    }

    /// `probe.phase` of every round-trip time, in the order of the verdict.
    private func prefixes() -> [String] {
        metrics.compactMap { metric in
            metric.name.hasSuffix(".rtt.p50") && metric.name.split(separator: ".").count == 4
                ? String(metric.name.dropLast(8)) : nil
        }
    }

    /// The value in words, or nil when it is not measured.
    func words(_ name: String) -> String? {
        guard let metric = metrics.first(where: { $0.name == name }), case .quantity(let reading) = metric.value else {
            return nil
        }
        return reading.value.map { Words.quantity($0, metric.type) }
    }
}
