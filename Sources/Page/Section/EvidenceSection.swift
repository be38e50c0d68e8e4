import LinecheckExpressions
import LinecheckJudge
import LinecheckReport

/// Every statistic of every probe in every phase, and what has none, each reason once.
struct EvidenceSection {
    let account: RunAccount

    private static let statistics = ["rtt.p50", "rtt.p95", "rtt.max", "jitter", "loss", "sent"]

    var markup: Markup {
        .element(
            "section", [:], .element("h2", [:], "Measured"),
            Table(
                caption: "Statistics by probe and phase", head: ["", "p50", "p95", "max", "jitter", "loss", "sent"],
                rows: rows, numbers: Set(1...6)
            ).markup, further, gaps)
    }

    private var rows: [[Markup]] {
        account.verdict.metrics.compactMap { metric in
            let parts = metric.name.split(separator: ".")
            guard parts.count == 4, metric.name.hasSuffix(".rtt.p50") else { return nil }
            let place = "\(parts[0]).\(parts[1])"
            guard Self.statistics.contains(where: { account.value("\(place).\($0)") != nil }) else { return nil }
            return [Markup("\(parts[0]), \(parts[1])")] + Self.statistics.map { cell("\(place).\($0)") }
        }
    }

    private var further: Markup {
        let rows = FurtherMetrics(account.verdict).rows
        guard !rows.isEmpty else { return .nothing }
        return .element("h3", [:], "Measured as well")
            + Table(
                caption: "What rules and expectations asked for besides", head: ["", "", "value", "n"],
                rows: rows.map { row in
                    [row.place, row.name, row.value, row.count.map(String.init) ?? "–"].map { Markup($0) }
                },
                numbers: [2, 3]
            ).markup
    }

    private func cell(_ name: String) -> Markup {
        guard let metric = account.verdict.metrics.first(where: { $0.name == name }),
            case .quantity(let reading) = metric.value
        else { return notMeasured("not asked for") }
        guard let value = reading.value else { return notMeasured(reading.missing.first?.reason ?? "out of range") }
        return Markup(Words.quantity(value, metric.type))
    }

    private var gaps: Markup {
        let gaps = NotMeasured(account.verdict).gaps
        guard !gaps.isEmpty else { return .nothing }
        let items = gaps.flatMap { gap in
            [Markup.element("dt", [:], Markup(gap.reason)), .element("dd", [:], Markup(gap.subjects))]
        }
        return .element("h3", [:], "Not measured") + .element("dl", ["class": "gaps"], items)
    }
}
