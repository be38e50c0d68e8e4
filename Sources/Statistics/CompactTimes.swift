/// A list of times in ns: four bytes each as long as all are from −2 to 2^32 − 3 (4.29 s), which round trips and the words of
/// an attempt are; eight from the first that is not.
package struct CompactTimes: RandomAccessCollection, Sendable {
    /// So that the words of an attempt, which are negative, fit.
    private static let bias: Int64 = 2

    private var narrow: [UInt32] = []
    private var wide: [Int64] = []
    private var isWide = false

    package init() {}

    package init(_ values: some Sequence<Int64>) { for value in values { append(value) } }

    package var startIndex: Int { 0 }
    package var endIndex: Int { isWide ? wide.count : narrow.count }

    package subscript(position: Int) -> Int64 {
        isWide ? wide[position] : Int64(narrow[position]) - Self.bias
    }

    package mutating func append(_ value: Int64) {
        if !isWide {
            if let short = UInt32(exactly: value &+ Self.bias) { return narrow.append(short) }
            wide = narrow.map { Int64($0) - Self.bias }
            narrow = []
            isWide = true
        }
        wide.append(value)
    }

    /// Those at some places that are not negative, in that order.
    package func notNegative(at places: [Range<Int>]) -> CompactTimes {
        var found = CompactTimes()
        for stretch in places {
            for place in stretch {
                let value = self[place]
                if value >= 0 { found.append(value) }
            }
        }
        return found
    }

    /// Ascending.
    package mutating func sort() {
        if isWide { wide.sort() } else { radixSort(&narrow) }
    }

    package func sorted() -> CompactTimes {
        var copy = self
        copy.sort()
        return copy
    }
}
