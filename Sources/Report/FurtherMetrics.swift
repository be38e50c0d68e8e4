import LinecheckExpressions
package import LinecheckJudge

/// What rules and expectations asked of probes and loads beyond what every verdict has: one-way delays, connects, bursts.
package struct FurtherMetrics {
    package struct Row {
        /// `echo in download`.
        package var place: String
        /// `owd down p50`.
        package var name: String
        /// With its unit; where there is no value, why.
        package var value: String
        /// nil: not measured.
        package var count: Int?
    }

    package let rows: [Row]

    private static let shown: Set = [
        "rtt.p50", "rtt.p95", "rtt.max", "jitter", "loss", "sent", "lost", "recovery", "rate.mean", "bytes",
    ]

    package init(_ verdict: Verdict) {
        rows = verdict.metrics.compactMap { metric in
            let words = metric.name.split(separator: ".", maxSplits: 2).map(String.init)
            guard words.count == 3, !Self.shown.contains(words[2]), case .quantity(let reading) = metric.value else {
                return nil
            }
            let name = words[2].split { $0 == "." || $0 == "_" }.joined(separator: " ")
            let gap = "not measured: \(reading.missing.first?.reason ?? "out of range")"
            return Row(
                place: "\(words[0]) in \(words[1])", name: name,
                value: reading.value.map { Words.quantity($0, metric.type) } ?? gap,
                count: reading.value == nil ? nil : reading.samples)
        }
    }
}
