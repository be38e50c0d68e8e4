import LinecheckExpressions
import LinecheckJudge
import LinecheckReport

/// Where the points come from.
struct ScoreSection {
    let verdict: Verdict

    var markup: Markup {
        guard let score = verdict.score else { return .nothing }
        return .element(
            "section", [:], .element("h2", [:], "Score"),
            Table(
                caption: "Points by component", head: ["", "", "points", "because"],
                rows: score.components.map(row) + [total(score)], numbers: [2]
            ).markup)
    }

    private func row(_ component: Verdict.Score.Component) -> [Markup] {
        [
            Markup(component.title), bar(component), Markup("\(points(component)) of \(component.max)"),
            .element("ul", ["class": "plain"], inputs(component)),
        ]
    }

    private func total(_ score: Verdict.Score) -> [Markup] {
        let points = score.score.map(String.init) ?? "\(score.atLeast) to \(score.atMost)"
        let why = score.rating ?? "not determined: parts of it are not measured"
        return [
            .element("b", [:], "All"), .nothing, .element("b", [:], Markup("\(points) of \(score.most)")), Markup(why),
        ]
    }

    private func points(_ component: Verdict.Score.Component) -> String {
        component.atLeast == component.atMost ? "\(component.atLeast)" : "\(component.atLeast) to \(component.atMost)"
    }

    /// What is sure is full, what may be is hatched.
    private func bar(_ component: Verdict.Score.Component) -> Markup {
        let unit = 120 / Double(max(1, component.max))
        let sure = Double(component.atLeast) * unit
        let open = Double(component.atMost - component.atLeast) * unit
        return .element(
            "svg", ["viewBox": "0 0 120 10", "class": "bar", "aria-hidden": "true"],
            Drawing.rectangle(0, 1, width: 120, height: 8, style: "track", radius: 4),
            Drawing.rectangle(0, 1, width: sure, height: 8, style: "fill", radius: 4),
            Drawing.rectangle(sure, 1, width: open, height: 8, style: "may", radius: 4))
    }

    private func inputs(_ component: Verdict.Score.Component) -> [Markup] {
        component.inputs.filter { $0.condition?.truth != .no }.map { input in
            var cells = Markup("\(input.of.text) ")
            if let given = input.given {
                cells = Markup(given)
            } else if let missing = input.of.missing.first {
                cells += notMeasured(missing.reason)
            } else {
                cells += Markup(input.of.words + count(input.of))
                if let step = input.step { cells += Markup(", step \(step)") }
            }
            return .element("li", [:], cells)
        }
    }

    private func count(_ side: Side) -> String {
        guard case .quantity(let reading) = side.value, let samples = reading.samples else { return "" }
        return " (n = \(samples))"
    }
}
