import LinecheckRules

/// What a rules document says of a table of metrics: grades, then answers, then the score, as they rest on each other.
struct Opinions {
    private(set) var grades: [Verdict.Grade] = []
    private(set) var answers: [Verdict.Answer] = []
    let score: Verdict.Score?

    /// Fills the bench with what later formulas may use.
    init(_ rules: RulesDocument?, in bench: inout Bench) {
        for rule in rules?.grades ?? [] {
            let grade = Verdict.Grade(rule, in: bench)
            bench.set(grade: rule.name, to: grade.reading)
            grades.append(grade)
        }
        for list in rules?.verdicts ?? [] {
            let answer = Verdict.Answer(list, in: bench)
            bench.set(verdict: list.name, to: answer.reading)
            answers.append(answer)
        }
        score = rules?.score.map { Verdict.Score($0, in: bench) }
    }
}
