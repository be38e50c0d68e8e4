import LinecheckExpressions
import LinecheckJudge

/// The metrics of each probe in each phase as rows of a table, and what was not measured as sentences.
struct EvidenceTable {
    private let metrics: [Verdict.NamedMetric]
    private(set) var rows: [[String]] = []
    /// Probes and phases that have no value at all, together where the reason is the same.
    private(set) var gaps: [(names: String, reason: String)] = []

    private static let columns = ["rtt.p50", "rtt.p95", "rtt.max", "jitter", "loss", "sent"]

    init(_ verdict: Verdict) {
        metrics = verdict.metrics
        for prefix in prefixes() {
            let cells = Self.columns.map { words("\(prefix).\($0)") }
            let name = prefix.split(separator: ".", maxSplits: 1).map(String.init)
            if cells[0..<5].contains(where: { $0 != nil }) {
                rows.append(name + cells.map { $0 ?? "–" })
            } else if let reason = reason("\(prefix).rtt.p50") {
                note(prefix: name.joined(separator: " "), reason)
            }
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

    private func reason(_ name: String) -> String? {
        guard let metric = metrics.first(where: { $0.name == name }), case .quantity(let reading) = metric.value else {
            return nil
        }
        return reading.missing.first?.reason
    }

    private mutating func note(prefix: String, _ reason: String) {
        if let index = gaps.firstIndex(where: { $0.reason == reason }) {
            gaps[index].names += ", \(prefix)"
        } else {
            gaps.append((prefix, reason))
        }
    }
}
