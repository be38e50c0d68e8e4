public import LinecheckQuantities

extension Truth {
    /// For people who compare it with a verdict; one line for each thing.
    public var lines: [String] {
        let certainty = isCertain ? "certain" : "cannot rule out \(cannotRuleOut.joined(separator: ", "))"
        let given = grade ?? atBest.map { "none, at best \($0)" } ?? "none"
        let rest = rows.map { "\($0.row): \($0.state)" }
        return [
            "queue: \(culprit), \(certainty)", "grade: \(given)", "idle: \(idle.text)", "download: \(text(download))",
            "upload: \(text(upload))",
        ] + rest + [jitter.map { "jitter: \($0.text)" }, loss.map { "loss: \($0.text)" }].compactMap { $0 }
    }

    private func text(_ direction: Direction?) -> String {
        guard let direction else { return "not measured" }
        return
            "rises by \(direction.rise.text), carries \(direction.rate.lowerBound.text) to \(direction.rate.upperBound.text)"
    }
}

extension ClosedRange<Duration> {
    public var text: String { "\(lowerBound.text) to \(upperBound.text)" }
}

extension ClosedRange<Ratio> {
    public var text: String { "\(lowerBound.text) to \(upperBound.text)" }
}

extension ClosedRange<Duration>? {
    fileprivate var text: String { self?.text ?? "not measured" }
}
