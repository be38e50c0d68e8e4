import Synchronization

/// What scripts on other threads report to a test.
final class Mailbox<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])

    var all: [Item] { items.withLock { $0 } }

    func put(_ item: Item) { items.withLock { $0.append(item) } }
}
