import LinecheckQuantities

extension MetricTable {
    /// For each valid load that may not have found the line's limit: its rate, and what else may have been the limit.
    var loadDoubts: [String] {
        loadReports.flatMap { load in
            load.phases.compactMap { phase in
                guard phase.reason == nil, let doubt = phase.saturation.doubt else { return nil }
                return "The rate of \(load.name) in \(phase.phase) may not be the line's: \(doubt)."
            }
        }
    }
}
