/// What is to be done when, soonest first: a binary heap.
///
/// Entries are never taken out early; one whose attempt has settled meanwhile does nothing when its time comes.
/// Adding and taking are O(log n).
struct Agenda {
    enum Task {
        case send(lane: Int, course: Int)
        case expire(lane: Int, number: Int64)
        /// A lane may tell of foreign replies again.
        case tell(lane: Int)
    }

    private struct Entry {
        let time: Int64
        let task: Task
    }

    /// heap[(i − 1) / 2].time ≤ heap[i].time for every i > 0.
    private var heap: [Entry] = []

    /// CLOCK_MONOTONIC of the next entry; nil when there is none.
    var next: Int64? { heap.first?.time }

    mutating func add(_ task: Task, at time: Int64) {
        heap.append(Entry(time: time, task: task))
        var child = heap.count - 1
        while child > 0, heap[(child - 1) / 2].time > heap[child].time {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes the soonest entry if its time has come.
    mutating func take(due now: Int64) -> Task? {
        guard let first = heap.first, first.time <= now else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first.task }
        heap[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].time < heap[smallest].time {
                smallest = child
            }
            if smallest == parent { return first.task }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
