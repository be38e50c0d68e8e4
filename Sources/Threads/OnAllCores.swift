internal import Glibc
internal import Synchronization

/// The same work on many things, on all cores.
public enum OnAllCores {
    /// One result for each, in their order.
    ///
    /// - Parameter isWorthwhile: false: on the calling thread, since starting others would take longer than the work.
    public static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], isWorthwhile: Bool = true, _ make: @escaping @Sendable (Item) -> Result
    ) -> [Result] {
        guard isWorthwhile else { return items.map(make) }
        let work = Work(items, make)
        // A thread that the kernel does not give is no loss: the others take its share.
        let threads = (1..<max(1, min(items.count, count))).compactMap { _ in
            try? SignalFreeThread { work.run() }
        }
        work.run()
        for thread in threads { thread.join() }
        return work.results
    }

    /// How many there are.
    public static var count: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
}

/// Things that several threads work on, each taking the next.
private final class Work<Item: Sendable, Result: Sendable>: Sendable {
    private let items: [Item]
    private let make: @Sendable (Item) -> Result
    private let next = Atomic<Int>(0)
    private let made: Mutex<[Result?]>

    init(_ items: [Item], _ make: @escaping @Sendable (Item) -> Result) {
        self.items = items
        self.make = make
        made = Mutex(Array(repeating: nil, count: items.count))
    }

    var results: [Result] { made.withLock { $0.compactMap(\.self) } }

    func run() {
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < items.count else { return }
            let result = make(items[index])
            made.withLock { $0[index] = result }
        }
    }
}
