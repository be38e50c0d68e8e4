package import LinecheckJudge

extension Verdict {
    /// What an answer means is known of the rules that come with the program; of others their own words say it.
    package var hasBundledRules: Bool {
        let names = ["health", "bufferbloat", "quick", "call", "wifi", "compare-families", "soak"]
        return rules.map { names.contains($0.name) } ?? false
    }
}
