import LinecheckQuantities

/// What happens when, in virtual time; things of one moment in the order in which they were put down.
struct Agenda<Item> {
    private var entries: [(at: RunInstant, item: Item)] = []

    /// - Complexity: O(n); a run has some hundred things ahead of it at a time.
    mutating func add(_ item: Item, at moment: RunInstant) {
        let place = entries.firstIndex { $0.at > moment } ?? entries.endIndex
        entries.insert((moment, item), at: place)
    }

    mutating func next() -> (at: RunInstant, item: Item)? { entries.isEmpty ? nil : entries.removeFirst() }
}
