import LinecheckExpressions
public import LinecheckJudge
public import LinecheckRules

/// How often each opinion of a rules document held over captures: every grade, rule, score step and rating, and the
/// expectations of the plans.
public struct RulesCoverage: Sendable {
    /// One opinion and what became of it.
    public struct Line: Equatable, Sendable {
        /// `grade bufferbloat`, `verdict queue`, `score stability`, `rating`, `expected`.
        public var subject: String
        /// `A+`, `3 clean`, `input 1 < 5ms`.
        public var opinion: String
        public var yes = 0
        public var no = 0
        public var unknown = 0
        /// How often a rule answered for its list; what is no rule answers whenever it is true.
        public var fired = 0

        mutating func count(_ truth: Truth, fires: Bool? = nil) {
            switch truth {
            case .yes: yes += 1
            case .no: no += 1
            case .unknown: unknown += 1
            }
            if fires ?? (truth == .yes) { fired += 1 }
        }

        mutating func add(_ other: Self) {
            yes += other.yes
            no += other.no
            unknown += other.unknown
            fired += other.fired
        }
    }

    public let rules: RulesDocument
    public private(set) var captures = 0
    /// In the order of the document, expectations last.
    public private(set) var lines: [Line] = []

    /// One capture's verdict, by those rules.
    public init(_ verdict: Verdict, by rules: RulesDocument) {
        self.rules = rules
        captures = 1
        for rule in rules.grades {
            if let grade = verdict.grades.first(where: { $0.name == rule.name }) { add(grade, of: rule) }
        }
        for list in rules.verdicts {
            if let answer = verdict.answers.first(where: { $0.name == list.name }) { add(answer) }
        }
        if let score = verdict.score, let rule = rules.score { add(score, of: rule) }
        for expectation in verdict.expectations {
            add(Line(subject: "expected", opinion: expectation.condition), expectation.truth)
        }
    }

    /// Adds what another capture says by the same rules.
    public mutating func add(_ other: Self) {
        captures += other.captures
        for line in other.lines {
            if let index = lines.firstIndex(where: { $0.subject == line.subject && $0.opinion == line.opinion }) {
                lines[index].add(line)
            } else {
                lines.append(line)
            }
        }
    }

    /// What never fired in any of the captures.
    public var silent: [Line] { lines.filter { $0.fired == 0 } }

    private mutating func add(_ line: Line, _ truth: Truth, fires: Bool? = nil) {
        var line = line
        line.count(truth, fires: fires)
        lines.append(line)
    }

    private mutating func add(_ grade: Verdict.Grade, of rule: GradeRule) {
        for (index, label) in rule.labels.enumerated() {
            add(
                Line(subject: "grade \(rule.name)", opinion: label),
                Self.truth(of: index, among: grade.reading.best...max(grade.reading.best, grade.reading.worst)))
        }
    }

    private mutating func add(_ answer: Verdict.Answer) {
        for (index, rule) in answer.rules.enumerated() {
            let fires = rule.outcome == .fired
            // A last resort holds when nothing before it did or might have.
            let truth: Truth =
                rule.condition != nil ? rule.finding.truth : fires ? .yes : rule.outcome == .unknown ? .unknown : .no
            add(Line(subject: "verdict \(answer.name)", opinion: "\(index + 1) \(rule.answer)"), truth, fires: fires)
        }
    }

    private mutating func add(_ score: Verdict.Score, of rule: ScoreRule) {
        for (component, seen) in zip(rule.components, score.components) {
            for (number, pair) in zip(component.inputs, seen.inputs).enumerated() {
                for (index, truth) in Self.truths(of: pair.0, pair.1).enumerated() {
                    let name = "\(pair.0.formula.text) \(pair.0.steps[index].threshold.words)"
                    add(Line(subject: "score \(component.name) \(number + 1)", opinion: name), truth)
                }
            }
        }
        for (index, rating) in rule.ratings.enumerated() {
            let above = index > 0 ? rule.ratings[index - 1].atLeast ?? .max : .max
            let (least, most) = (rating.atLeast ?? .min, above)
            let truth: Truth =
                score.atLeast >= least && score.atMost < most
                ? .yes : score.atMost < least || score.atLeast >= most ? .no : .unknown
            add(Line(subject: "rating", opinion: rating.rating), truth)
        }
    }

    /// By step of an input; a step of an input that does not count is not reached.
    private static func truths(of input: ScoreRule.Input, _ seen: Verdict.Score.Input) -> [Truth] {
        let interval: Interval
        switch seen.of.value {
        case .quantity(let reading): interval = reading.interval
        case .grade(let reading): interval = Interval(-Double(reading.worst), -Double(reading.best))
        case .text: interval = .everything
        }
        let counts = seen.condition?.truth ?? .yes
        let possible = counts == .no ? [] : possibleSteps(input.steps.map(\.threshold), for: interval)
        return input.steps.indices.map { index in
            possible.contains(index) ? (possible.count == 1 && counts == .yes ? .yes : .unknown) : .no
        }
    }

    private static func truth(of index: Int, among possible: ClosedRange<Int>) -> Truth {
        possible.contains(index) ? (possible.count == 1 ? .yes : .unknown) : .no
    }
}

extension Threshold? {
    /// As a table shows it.
    fileprivate var words: String {
        switch self?.kind {
        case .below: "< \(self?.text ?? "")"
        case .above: "> \(self?.text ?? "")"
        case .atLeast: ">= \(self?.text ?? "")"
        case nil: "otherwise"
        }
    }
}
