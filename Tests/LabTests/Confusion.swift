/// Which culprit was named how often where which was true.
struct Confusion {
    /// What stands in place of a name when the line was not what it should be.
    static let notEstablished = "(not established)"

    private var counts: [String: [String: Int]] = [:]

    mutating func count(named: String, true culprit: String) {
        counts[culprit, default: [:]][named, default: 0] += 1
    }

    /// A row for each true culprit, a column for each name that was given.
    var text: String {
        let truths = counts.keys.sorted()
        let names = Set(truths + counts.values.flatMap(\.keys)).sorted()
        let first = (["true \\ named"] + truths).map(\.count).max() ?? 0
        let heading = (["true \\ named".padded(to: first)] + names).joined(separator: "  ")
        let rows = truths.map { culprit in
            let cells = names.map { name in String(counts[culprit]?[name] ?? 0).padded(to: -name.count) }
            return ([culprit.padded(to: first)] + cells).joined(separator: "  ")
        }
        return ([heading] + rows).joined(separator: "\n")
    }
}

extension String {
    /// On the right, or with a negative width on the left.
    fileprivate func padded(to width: Int) -> String {
        let spaces = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? spaces + self : self + spaces
    }
}
