extension Verdict.LoadReport {
    /// For each phase in which the load was valid and may not have found the line's limit: its rate, and what else may have been
    /// the limit.
    var doubts: [String] {
        phases.compactMap { phase in
            guard phase.reason == nil, let doubt = phase.saturation.doubt else { return nil }
            return "The rate of \(name) in \(phase.phase) may not be the line's: \(doubt)."
        }
    }
}
