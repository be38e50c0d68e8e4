import LinecheckCapture
import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan
import LinecheckReport
import LinecheckRules

/// What a person needs first: the verdict in a sentence, its numbers, and what to do.
struct Opening {
    let account: RunAccount

    var markup: Markup {
        .element(
            "header", [:], .element("p", ["class": "eyebrow"], eyebrow), .element("h1", [:], Markup(sentence)),
            lead, figures, steps)
    }

    private var lead: Markup {
        let text = Headline(verdict).text
        return text == sentence ? .nothing : .element("p", ["class": "lead"], Markup(text))
    }

    private var verdict: Verdict { account.verdict }

    private var eyebrow: Markup {
        let title = account.plan.title ?? account.plan.name
        guard let header = account.trace.header else { return Markup(title) }
        let time = LocalTime(utc: header.started, offset: account.offset)?.text ?? header.started
        return "\(title) · " + .element("time", ["datetime": header.started], Markup(time))
    }

    var sentence: String {
        let conclusion = Conclusion(verdict).sentence
        return conclusion.isEmpty ? Headline(verdict).text : conclusion
    }

    // MARK: Numbers

    private var figures: Markup {
        .element("dl", ["class": "figures"], verdict.grades.map(figure) + [score] + idle + rates)
    }

    private func figure(_ title: String, _ value: Markup, _ note: Markup, isUnknown: Bool = false) -> Markup {
        .element(
            "div", ["class": isUnknown ? "unknown" : nil], .element("dt", [:], Markup(title)),
            .element("dd", ["class": "big"], value), .element("dd", ["class": "note"], note))
    }

    private func figure(_ grade: Verdict.Grade) -> Markup {
        let title = grade.title ?? grade.name
        guard let word = grade.grade else {
            let best = grade.atBest.map { "at best \($0); " } ?? ""
            return figure(
                title, "–", Markup("\(best)not measured: \(grade.of.missing.first?.reason ?? "several are possible")"),
                isUnknown: true)
        }
        let by = grade.neighbours.map { "\($0.name) \($0.reading.grade ?? "not measured")" }.joined(separator: ", ")
        guard case .quantity(let reading) = grade.of.value, let value = reading.value else {
            return figure(title, Markup(word), Markup(Self.bound(grade.of).map { "\($0); \(by)" } ?? by))
        }
        let count = reading.samples.map { " (n\u{A0}=\u{A0}\($0))" } ?? ""
        let hedge = verdict.gradesAtBest.contains(grade.name) ? "at best, " : ""
        return figure(title, Markup(word), Markup("\(hedge)\(Words.quantity(value, grade.of.type))\(count); \(by)"))
    }

    /// A grade may be certain although its value is not: what is known of it then.
    private static func bound(_ side: Side) -> String? {
        guard case .quantity(let reading) = side.value, reading.interval.low.isFinite, reading.interval.low > 0 else {
            return nil
        }
        return "at least \(Words.quantity(reading.interval.low, side.type))"
    }

    private var score: Markup {
        guard let score = verdict.score else { return .nothing }
        guard let points = score.score else {
            return figure(
                "Score", Markup("\(score.atLeast)–\(score.atMost)"),
                Markup("of \(score.most); parts are not measured"), isUnknown: true)
        }
        return figure("Score", Markup("\(points)"), Markup("of \(score.most)\(score.rating.map { ", \($0)" } ?? "")"))
    }

    /// What the line is like when nothing else is going on, as the rules judge it.
    private var idle: [Markup] {
        for path in idleMetrics {
            guard let reading = account.reading(path.text), let value = reading.value else { continue }
            let count = reading.samples.map { ", n\u{A0}=\u{A0}\($0)" } ?? ""
            let note = "median of \(path.source) in \(path.phase)\(count)"
            return [figure("At rest", unit(Words.duration(Int64(value))), Markup(note))]
        }
        return []
    }

    /// Medians of a quiet phase, the one to tell first: what the score counts, what else the rules ask for, then the probe named
    /// internet. The gateway is no line.
    private var idleMetrics: [MetricPath] {
        let counted = account.rules?.score?.components.flatMap { $0.inputs.map(\.formula) } ?? []
        let asked = (counted + (account.rules?.formulas ?? [])).flatMap { $0.expression.metrics.map(\.path) }
        let own = account.plan.phases.map { phase in
            MetricPath(source: "internet", phase: phase.name, quantity: .rtt, statistic: .percentile(50))
        }
        return (asked + own).filter { path in
            path.quantity == .rtt && path.statistic == .percentile(50) && !isGateway(path.source)
                && account.plan.phase(path.phase)?.loads.isEmpty == true
        }
    }

    private func isGateway(_ name: String) -> Bool {
        let gateway = account.trace.header?.network.gateway
        let address = account.probes.first { $0.name == name }?.target?.address
        return name == "gateway" || account.plan.probe(name)?.target == "@gateway"
            || (gateway != nil && address == gateway)
    }

    private var rates: [Markup] {
        verdict.loads.flatMap { load in
            load.phases.map { phase in
                let title = load.name.prefix(1).uppercased() + load.name.dropFirst()
                let value = account.value("\(load.name).\(phase.phase).rate.mean")
                guard let value else {
                    let reading = account.reading("\(load.name).\(phase.phase).rate.mean")
                    let reason = phase.reason ?? reading?.missing.first?.reason ?? "no rate"
                    return figure(title, "–", Markup("not measured: \(reason)"), isUnknown: true)
                }
                return figure(
                    title, unit(Words.rate(Int64(value))),
                    Markup("\(Words.bytes(phase.bytes)) over \(phase.streams) stream\(phase.streams == 1 ? "" : "s")"))
            }
        }
    }

    /// A number and, smaller, its unit.
    private func unit(_ words: String) -> Markup {
        let parts = words.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return Markup(words) }
        return Markup("\(parts[0])") + .element("span", ["class": "unit"], Markup("\u{A0}\(parts[1])"))
    }

    // MARK: Next

    private var steps: Markup {
        .element(
            "section", ["class": "next", "aria-labelledby": "next"], .element("h2", ["id": "next"], "What to do next"),
            .element(
                "ol", [:], Advice(verdict, plan: account.plan).steps.map { .element("li", [:], Self.unbroken($0)) }))
    }

    /// A flag is typed as it stands: no line may end between its hyphens.
    private static func unbroken(_ text: String) -> Markup {
        Markup(
            text.split(separator: " ", omittingEmptySubsequences: false).enumerated().map { index, word in
                let space = Markup(index == 0 ? "" : " ")
                return space
                    + (word.contains("--")
                        ? .element("span", ["class": "whole"], Markup(String(word))) : Markup(String(word)))
            })
    }
}
