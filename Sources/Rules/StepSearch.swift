public import LinecheckExpressions

/// The steps that a value may fall in: of those tried in order, each that may hold, up to the first that surely does.
public func possibleSteps(_ thresholds: [Threshold?], for interval: Interval) -> [Int] {
    var possible: [Int] = []
    for (index, threshold) in thresholds.enumerated() {
        let truth = threshold?.holds(interval) ?? .yes
        if truth != .no { possible.append(index) }
        if truth == .yes { break }
    }
    return possible
}
