/// A list of times in ns: four bytes each as long as all are from −2 to 2^32 − 3 (4.29 s), which round trips and the words of
/// an attempt are; eight from the first that is not.
package struct CompactTimes: RandomAccessCollection, Sendable {
    /// So that the words of an attempt, which are negative, fit.
    @usableFromInline static let bias: Int64 = 2

    @usableFromInline var narrow: [UInt32] = []
    @usableFromInline var wide: [Int64] = []
    @usableFromInline var isWide = false

    package init() {}

    package init(_ values: some Sequence<Int64>) { for value in values { append(value) } }

    package var startIndex: Int { 0 }
    @inlinable package var endIndex: Int { isWide ? wide.count : narrow.count }

    @inlinable package subscript(position: Int) -> Int64 {
        isWide ? wide[position] : Int64(narrow[position]) - Self.bias
    }

    package mutating func reserve(_ count: Int) { if !isWide { narrow.reserveCapacity(count) } }

    @inlinable @inline(__always)
    package mutating func append(_ value: Int64) {
        if !isWide, let short = UInt32(exactly: value &+ Self.bias) {
            narrow.append(short)
        } else {
            appendWide(value)
        }
    }

    @usableFromInline @inline(never)
    mutating func appendWide(_ value: Int64) {
        widen()
        wide.append(value)
    }

    private mutating func widen() {
        guard !isWide else { return }
        wide = narrow.map { Int64($0) - Self.bias }
        narrow = []
        isWide = true
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
