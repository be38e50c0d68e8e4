/// Frames that wait for their time: a binary min-heap, equal times in the order in which they were put in.
///
/// Putting in and taking out are O(log n) (Cormen et al., Introduction to Algorithms, 6.5).
struct DueFrames {
    struct Entry {
        var due: Int64
        /// When it came in, in the same clock.
        var arrived: Int64
        var bytes: [UInt8]
        fileprivate var order: UInt64
    }

    private var entries: [Entry] = []
    private var nextOrder: UInt64 = 0

    var count: Int { entries.count }

    /// When the next one is due; nil: none waits.
    var next: Int64? { entries.first?.due }

    mutating func put(_ bytes: [UInt8], due: Int64, arrived: Int64) {
        entries.append(Entry(due: due, arrived: arrived, bytes: bytes, order: nextOrder))
        nextOrder += 1
        var child = entries.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// The next one whose time has come.
    mutating func take(at now: Int64) -> Entry? {
        guard let first = entries.first, first.due <= now else { return nil }
        let last = entries.removeLast()
        guard !entries.isEmpty else { return first }
        entries[0] = last
        var parent = 0
        while let child = smallerChild(of: parent), isBefore(child, parent) {
            entries.swapAt(child, parent)
            parent = child
        }
        return first
    }

    private func smallerChild(of parent: Int) -> Int? {
        let left = 2 * parent + 1
        guard left < entries.count else { return nil }
        return left + 1 < entries.count && isBefore(left + 1, left) ? left + 1 : left
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (entries[left].due, entries[left].order) < (entries[right].due, entries[right].order)
    }
}
