internal import CSockets
internal import Glibc
internal import Synchronization

/// What ended a wait.
public enum Wakeup: Equatable, Sendable {
    /// The descriptor has these poll(2) events.
    case ready(Int16)
    case timedOut
    case woken
}

/// Ends the waits of any number of threads, at once and for good, or until one of them acknowledges (eventfd).
public final class Waker: Sendable {
    private let descriptor: Descriptor
    private let woken = Atomic<Bool>(false)

    /// Errors: EMFILE, ENFILE when there are no descriptors left.
    public init() throws(SystemError) {
        descriptor = Descriptor(owning: try checked("eventfd") { eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) })
    }

    /// Readable once ``wake()`` was called.
    public var number: Int32 { descriptor.number }

    public var isWoken: Bool { woken.load(ordering: .acquiring) }

    /// From any thread. Everyone who waits or will wait is woken, until ``acknowledge()``.
    public func wake() {
        guard !woken.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var one: UInt64 = 1
        _ = write(descriptor.number, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes waits wait again. What was posted before a ``wake()`` has to be looked for after this.
    public func acknowledge() {
        var count: UInt64 = 0
        _ = read(descriptor.number, &count, MemoryLayout<UInt64>.size)
        woken.store(false, ordering: .sequentiallyConsistent)
    }

    /// Waits until `number` is ready for `events` (POLLIN, POLLOUT), until the deadline, or until woken.
    ///
    /// - Parameter deadline: CLOCK_MONOTONIC in ns; nil: none.
    public func wait(for number: Int32, events: Int32, until deadline: Int64? = nil) -> Wakeup {
        var entries = [
            pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: number, events: Int16(events), revents: 0),
        ]
        while !isWoken {
            let result = poll(&entries, 2, milliseconds(until: deadline))
            if entries[0].revents != 0 { return .woken }
            if result > 0, entries[1].revents != 0 { return .ready(entries[1].revents) }
            if let deadline, KernelClock.monotonic >= deadline { return .timedOut }
        }
        return .woken
    }

    /// False when woken before the deadline (CLOCK_MONOTONIC in ns).
    public func sleep(until deadline: Int64) -> Bool {
        // A negative descriptor is ignored by poll(2).
        wait(for: -1, events: 0, until: deadline) == .timedOut
    }

    /// Rounded up, since a wait that ends early would spin for the rest of the millisecond.
    private func milliseconds(until deadline: Int64?) -> Int32 {
        guard let deadline else { return -1 }
        let left = deadline - KernelClock.monotonic
        return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
    }
}
