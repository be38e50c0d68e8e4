import LinecheckExpressions
import LinecheckJudge

/// The metrics of each probe in each phase as rows of a table; what has no value at all is in ``NotMeasured``.
struct EvidenceTable {
    private let metrics: [Verdict.NamedMetric]
    private(set) var rows: [[String]] = []
    /// Why a cell of a row has no value, each reason once: `p95 of gateway in drain: n = 10, p95 needs 20`.
    private(set) var gaps: [String] = []

    /// `n` is of the percentiles and of loss: attempts that were settled. Jitter rests on `pairs` of neighbours.
    static let heads = ["p50", "p95", "max", "jitter", "pairs", "loss", "n"]
    private static let columns = ["rtt.p50", "rtt.p95", "rtt.max", "jitter", "loss", "sent"]

    init(_ verdict: Verdict) {
        metrics = verdict.metrics
        var reasons: [(reason: String, places: [(column: String, place: String)])] = []
        for prefix in prefixes() {
            let cells = Self.columns.map { words("\(prefix).\($0)") }
            guard cells[0..<5].contains(where: { $0 != nil }) else { continue }
            let place = prefix.split(separator: ".", maxSplits: 1).map(String.init)
            let pairs = reading("\(prefix).jitter").flatMap { $0.value == nil ? nil : $0.samples }.map(String.init)
            rows.append(place + (cells[..<4] + [pairs] + cells[4...]).map { $0 ?? "–" })
            for (column, cell) in zip(Self.columns, cells) where cell == nil {
                guard let reason = reading("\(prefix).\(column)")?.missing.first?.reason else { continue }
                let name = column.hasPrefix("rtt.") ? String(column.dropFirst(4)) : column
                let entry = (name, place.joined(separator: " in "))
                if let known = reasons.firstIndex(where: { $0.reason == reason }) {
                    reasons[known].places.append(entry)
                } else {
                    reasons.append((reason, [entry]))
                }
            }
        }
        gaps = reasons.map { "\(Self.subject($0.places)): \($0.reason)" }
    }

    /// `p95 of gateway in drain and internet in drain`.
    private static func subject(_ places: [(column: String, place: String)]) -> String {
        var columns: [(name: String, places: [String])] = []
        for (column, place) in places {
            if let known = columns.firstIndex(where: { $0.name == column }) {
                columns[known].places.append(place)
            } else {
                columns.append((column, [place]))
            }
        }
        return columns.map { "\($0.name) of \(Headline.list($0.places))" }.joined(separator: ", ")
    }

    /// `probe.phase` of every round-trip time, in the order of the verdict.
    private func prefixes() -> [String] {
        metrics.compactMap { metric in
            metric.name.hasSuffix(".rtt.p50") && metric.name.split(separator: ".").count == 4
                ? String(metric.name.dropLast(8)) : nil
        }
    }

    private func reading(_ name: String) -> Reading? {
        guard let metric = metrics.first(where: { $0.name == name }), case .quantity(let reading) = metric.value else {
            return nil
        }
        return reading
    }

    /// The value in words, or nil when it is not measured.
    func words(_ name: String) -> String? {
        guard let metric = metrics.first(where: { $0.name == name }), let value = reading(name)?.value else {
            return nil
        }
        return Words.quantity(value, metric.type)
    }
}
