import Synchronization

/// What scripts on other threads report to a test.
package final class Mailbox<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])

    package init() {}

    package var all: [Item] { items.withLock { $0 } }

    package func put(_ item: Item) { items.withLock { $0.append(item) } }
}
