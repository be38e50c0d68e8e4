/// A value of some attempts, kept as long as the last one that has it: most probes have none of these.
struct SparseColumn: Sendable {
    /// No measurement takes 292 years.
    private static let none = Int64.min

    private var values: [Int64] = []

    var isEmpty: Bool { values.isEmpty }

    /// For the attempt at a place that is not before any that has a value.
    mutating func set(_ value: Int64?, at place: Int) {
        guard let value else { return }
        values += repeatElement(Self.none, count: max(0, place - values.count))
        values.append(value)
    }

    subscript(place: Int) -> Int64? {
        place < values.count && values[place] != Self.none ? values[place] : nil
    }
}
