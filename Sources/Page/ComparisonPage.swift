import LinecheckJudge
import LinecheckPlan
public import LinecheckReport

/// Two runs side by side, as one HTML file: the conclusion, every metric with its noise, the distributions over each other.
public struct ComparisonPage: Sendable {
    private let comparison: Comparison
    private let before: RunAccount
    private let after: RunAccount

    public init(_ comparison: Comparison, before: RunAccount, after: RunAccount) {
        self.comparison = comparison
        self.before = before
        self.after = after
    }

    public var text: String {
        Document(
            title: "\(comparison.after.verdict.plan): before and after",
            body: [opening, distributions, metrics, gaps, notes], script: nil
        ).text
    }

    private var opening: Markup {
        let runs = [("before", comparison.before), ("after", comparison.after)].flatMap { name, run in
            [
                Markup.element("dt", [:], Markup(name)),
                .element("dd", [:], Markup(run.began), .element("div", ["class": "hash"], Markup(run.name))),
            ]
        }
        let opinions = comparison.opinions.map { subject, before, after in
            Markup.element(
                "div", [:], .element("dt", [:], Markup(subject)),
                .element("dd", ["class": "medium"], Markup(before == after ? after : "\(before) → \(after)")))
        }
        return .element(
            "header", [:],
            .element("p", ["class": "eyebrow"], Markup("\(after.plan.title ?? after.plan.name) · before and after")),
            headline, .element("dl", ["class": "figures"], opinions),
            .element("section", [:], .element("dl", ["class": "facts"], runs)), differences)
    }

    private var differences: Markup {
        guard !comparison.differences.isEmpty else { return .nothing }
        return .element(
            "section", [:], .element("h2", [:], "What differs"),
            .element("ul", ["class": "notes"], comparison.differences.map { .element("li", [:], Markup($0)) }))
    }

    /// The conclusion: its first clause large, what else differs below.
    private var headline: Markup {
        let clauses = comparison.conclusion.split(separator: ";", maxSplits: 1).map(String.init)
        guard clauses.count == 2 else { return .element("h1", [:], Markup(comparison.conclusion)) }
        let rest = clauses[1].drop { $0 == " " }
        return .element("h1", [:], Markup(clauses[0] + "."))
            + .element("p", ["class": "lead"], Markup(rest.prefix(1).uppercased() + rest.dropFirst()))
    }

    // MARK: Distributions

    private var distributions: Markup {
        let panels = after.scored.attempts.enumerated().compactMap { index, later in
            before.scored.attempts.first { $0.probe == later.probe && $0.phase == later.phase }.map {
                panel(
                    $0.probe, $0.phase,
                    [("before", $0.roundTrips, $0.obstacle), ("after", later.roundTrips, later.obstacle)], index)
            }
        }
        guard !panels.isEmpty else { return .nothing }
        return .element(
            "section", [:], .element("h2", [:], "Distributions"),
            .element(
                "p", ["class": "quiet"],
                "The share of scored attempts that were answered within a time (logarithmic). Further to the left is faster; a curve that ends below 100 % lost attempts."
            ),
            .element("div", ["class": "panels"], panels))
    }

    private func panel(
        _ probe: String, _ phase: String, _ runs: [(name: String, roundTrips: [Int64?], obstacle: String?)],
        _ index: Int
    ) -> Markup {
        let curves = runs.enumerated().filter { $1.obstacle == nil }.map { style, run in
            Distribution.Curve(run.name, run.roundTrips, style: style)
        }
        let legend = curves.map { curve in
            Markup.element(
                "li", [:], Swatch.markup(curve.style, isCurve: true),
                Markup("\(curve.name), n = \(curve.count)" + (curve.lost > 0 ? ", \(curve.lost) lost" : "")))
        }
        let gaps = runs.compactMap { run in
            run.obstacle.map { Markup.element("li", [:], Markup("\(run.name) "), notMeasured($0)) }
        }
        let id = "distribution-\(index)"
        return .element(
            "figure", [:], .element("h3", ["id": id], Markup("\(probe) in \(phase)")),
            Distribution(curves).map { $0.svg(label: id) }
                ?? .element("p", ["class": "missing"], "no attempt was answered"),
            .element("ul", ["class": "legend"], legend + gaps))
    }

    // MARK: Metrics

    private var metrics: Markup {
        let rows = comparison.rows.map { row -> [Markup] in
            let sign =
                switch row.direction {
                case .better: "✓ "
                case .worse: "✕ "
                case .lower, .higher: "● "
                case .same: ""
                }
            let kind = row.direction == .better ? "badge good" : row.direction == .worse ? "badge bad" : "badge"
            let result: Markup =
                row.noise == nil && row.bound == nil
                ? "not tested"
                : row.direction == .same
                    ? "same" : .element("span", ["class": kind], Markup(sign + row.direction.rawValue))
            return [
                Markup(comparison.label(row)), Markup(comparison.words(.before, row)),
                Markup(comparison.words(.after, row)), Markup(comparison.difference(row)),
                row.noise.map { Markup("±\(comparison.words($0, row))") }
                    ?? (row.bound == nil ? notMeasured("too few values, or too few beyond it") : "a bound"),
                result,
                Markup("\(row.counts.before.map(String.init) ?? "–"), \(row.counts.after.map(String.init) ?? "–")"),
            ]
        }
        return .element(
            "section", [:], .element("h2", [:], "Every metric"),
            Table(
                caption: "Metrics before and after", head: ["", "before", "after", "change", "noise", "", "n"],
                rows: rows,
                numbers: [1, 2, 3, 4, 6]
            ).markup)
    }

    private var gaps: Markup {
        guard !comparison.gaps.isEmpty else { return .nothing }
        let items = comparison.gaps.flatMap { gap in
            [Markup.element("dt", [:], Markup(gap.name)), .element("dd", [:], notMeasured(gap.reason))]
        }
        return .element(
            "section", [:], .element("h2", [:], "Not compared"), .element("dl", ["class": "gaps"], items))
    }

    private var notes: Markup {
        .element(
            "section", [:], .element("h2", [:], "Notes"),
            .element("ul", ["class": "notes"], comparison.caveats.map { .element("li", [:], Markup($0)) }))
    }
}
