/// Values in an order; neighbours that are equal are one entry.
///
/// So the rates of a window's slices are as many as the records that tell them, however long the window: a phase may claim to
/// have lasted 104 days.
struct RepeatedValues: RandomAccessCollection {
    private var values: [Int64] = []
    /// Of each: the place behind the last value that it stands for.
    private var ends: [Int] = []

    var startIndex: Int { 0 }
    var endIndex: Int { ends.last ?? 0 }

    mutating func append(_ value: Int64, count: Int = 1) {
        guard count > 0 else { return }
        let end = endIndex + count
        if values.last == value {
            ends[ends.count - 1] = end
        } else {
            values.append(value)
            ends.append(end)
        }
    }

    /// O(log n).
    subscript(place: Int) -> Int64 {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= place { low = middle + 1 } else { high = middle }
        }
        return values[low]
    }

    var ascending: RepeatedValues {
        var sorted = RepeatedValues()
        let order = values.indices.sorted { values[$0] < values[$1] }
        for index in order { sorted.append(values[index], count: length(index)) }
        return sorted
    }

    var least: Int64? { values.min() }
    var most: Int64? { values.max() }

    /// Of the values at some places.
    func sum(_ places: Range<Int>) -> Int128 {
        values.indices.reduce(0) { sum, index in
            let common = places.clamped(to: ends[index] - length(index)..<ends[index])
            return sum + Int128(values[index]) * Int128(common.count)
        }
    }

    private func length(_ index: Int) -> Int { ends[index] - (index > 0 ? ends[index - 1] : 0) }
}
