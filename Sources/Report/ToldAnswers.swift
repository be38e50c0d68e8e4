public import LinecheckJudge

extension Verdict {
    /// The answers as people are told them: what the rules say of a line holds for none when nothing left this host.
    public var toldAnswers: [Answer] {
        guard isLoopback else { return answers }
        return answers.map { answer in
            var answer = answer
            answer.say = "Nothing left this host."
            return answer
        }
    }
}

extension Verdict.Answer {
    /// `clean (not certain)`.
    var told: String { answer + (certain || answer == "undetermined" ? "" : " (not certain)") }
}
