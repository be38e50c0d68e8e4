public import LinecheckJudge

extension Verdict.Answer {
    /// What else could be true, in a sentence; nil for a certain answer, and for one that says itself what it could be.
    public var doubt: String? {
        guard answer != "undetermined" else { return nil }
        let others = Headline.list(cannotRuleOut, "or")
        if others.isEmpty { return certain ? nil : "Not certain; see the notes." }
        return hangsOnAFullerLine
            ? "A load that fills the line further could make it \(others)."
            : "What is not measured could make it \(others)."
    }

    /// Everything was measured, under a load that may not have filled the line: there is no other reason for a doubt then.
    var hangsOnAFullerLine: Bool { !certain && missing.isEmpty && !cannotRuleOut.isEmpty && answer != "undetermined" }
}
