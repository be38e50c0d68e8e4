import LinecheckExpressions
import LinecheckRules

extension Verdict.Score {
    init(_ rule: ScoreRule, in bench: Bench) {
        let components = rule.components.map { Component($0, in: bench) }
        let atLeast = components.reduce(0) { $0 + $1.atLeast }
        let atMost = components.reduce(0) { $0 + $1.atMost }
        let rating = rule.ratings.first { atLeast >= $0.atLeast ?? .min }?.rating
        self.init(
            atLeast: atLeast, atMost: atMost, most: rule.most, rating: atLeast == atMost ? rating : nil,
            components: components)
    }
}

extension Verdict.Score.Component {
    /// Adds up its inputs at both ends and keeps each end between nothing and its maximum.
    init(_ rule: ScoreRule.Component, in bench: Bench) {
        let inputs = rule.inputs.map { Verdict.Score.Input($0, in: bench) }
        let least = inputs.reduce(0) { $0 + $1.atLeast }
        let most = inputs.reduce(0) { $0 + $1.atMost }
        self.init(
            name: rule.name, title: rule.title, max: rule.max, atLeast: min(Swift.max(least, 0), rule.max),
            atMost: min(Swift.max(most, 0), rule.max), inputs: inputs)
    }
}

extension Verdict.Score.Input {
    /// The least and most points over the steps that its value may fall in; a condition that is unknown adds "nothing" to them.
    init(_ rule: ScoreRule.Input, in bench: Bench) {
        let side = rule.formula.expression.side(in: bench)
        let condition = rule.condition?.expression.finding(in: bench)
        let steps = condition?.truth == .no ? [] : possibleSteps(rule.steps.map(\.threshold), for: side.interval)
        var points = steps.map { rule.steps[$0].points }
        if points.isEmpty || condition?.truth == .unknown { points.append(0) }
        let known = steps.count == 1 && condition?.truth != .unknown
        self.init(
            of: side, condition: condition, conditionText: rule.condition?.text, atLeast: points.min() ?? 0,
            atMost: points.max() ?? 0, step: known ? rule.steps[steps[0]].threshold.text : nil)
    }
}

extension Side {
    /// A grade's steps count down from the best, so that larger is better as with every other quantity.
    fileprivate var interval: Interval {
        switch value {
        case .quantity(let reading): reading.interval
        case .grade(let grade): Interval(-Double(grade.worst), -Double(grade.best))
        case .text: .everything
        }
    }
}

extension Threshold? {
    /// As a table shows it: `< 20ms`, `≥ 100Mbps`, `otherwise`.
    fileprivate var text: String {
        guard let self else { return "otherwise" }
        return switch self.kind {
        case .below: "< \(self.text)"
        case .above: "> \(self.text)"
        case .atLeast: "≥ \(self.text)"
        }
    }
}
