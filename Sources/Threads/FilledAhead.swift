internal import Synchronization

/// Storages that threads fill, a few ahead of whoever takes them, who gets them in their order, and fills some instead of waiting:
/// a thread more than there are processors would be waited for while it waits for its turn.
///
/// They go round in a ring of slots, swapped out and in, so that each has one owner at any time and is made once.
public final class FilledAhead<Storage: Sendable>: Sendable {
    /// Fills the storage of a number, counted from 0; false: there is nothing behind it.
    public typealias Fill = (_ number: Int, inout Storage) -> Bool

    private final class Slot: Sendable {
        let storage: Mutex<Storage>
        let filled = Semaphore(0)
        init(_ storage: Storage) { self.storage = Mutex(storage) }
    }

    private let slots: [Slot]
    private let vacant: Semaphore
    private let next = Atomic<Int>(0)
    private let isAbandoned = Atomic<Bool>(false)
    private let threads: Mutex<[SignalFreeThread]> = Mutex([])
    private let makeFill: @Sendable () -> Fill
    /// Of whoever takes.
    private let taken = Atomic<Int>(0)

    /// Begins at once.
    ///
    /// - Parameters:
    ///   - depth: how many are filled ahead, at most.
    ///   - makeFill: called on each of the threads; what it gives is used there only.
    public init(
        threads count: Int, depth: Int, empty: Storage, _ makeFill: @escaping @Sendable () -> Fill
    ) throws(SignalFreeThread.Refused) {
        vacant = Semaphore(depth)
        self.makeFill = makeFill
        slots = (0..<depth).map { _ in Slot(empty) }
        // A second thread that the kernel does not give is no loss: the first does all.
        let first = try SignalFreeThread { [self] in run(makeFill()) }
        let others = (1..<max(1, count)).compactMap { _ in try? SignalFreeThread { [self] in run(makeFill()) } }
        threads.withLock { $0 = [first] + others }
    }

    private func run(_ fill: Fill) {
        var goesOn = true
        while goesOn {
            // In this order, so that nobody gets a number whose slot is not free yet.
            vacant.wait()
            guard !isAbandoned.load(ordering: .acquiring) else { return }
            goesOn = fillNext(fill)
        }
    }

    /// For whoever has taken a vacant one; false: there is nothing behind it.
    private func fillNext(_ fill: Fill) -> Bool {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        let slot = slots[number % slots.count]
        defer { slot.filled.post() }
        return slot.storage.withLock { fill(number, &$0) }
    }

    /// What ``take(_:filling:)`` fills with.
    public func fill() -> Fill { makeFill() }

    /// Swaps the next one in, for a storage that is no longer wanted. Not to be called behind the last, nor by two at once.
    public func take(_ storage: inout Storage, filling fill: Fill) {
        let slot = slots[taken.wrappingAdd(1, ordering: .relaxed).oldValue % slots.count]
        while !slot.filled.take() {
            guard vacant.take() else {
                slot.filled.wait()
                break
            }
            _ = fillNext(fill)
        }
        slot.storage.withLock { swap(&$0, &storage) }
        vacant.post()
    }

    /// Returns when the threads have ended, and with them all use of what they fill from.
    public func stop() {
        isAbandoned.store(true, ordering: .releasing)
        let running = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for _ in running { vacant.post() }
        for thread in running { thread.join() }
    }
}
