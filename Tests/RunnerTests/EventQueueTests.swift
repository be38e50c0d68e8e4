import LinecheckPhases
import LinecheckQuantities
import LinecheckRunner
import LinecheckSockets
import Synchronization
import Testing

@Suite struct EventQueueTests {
    private func load(_ number: Int) -> PhaseEvent { .loadMoving(String(number)) }

    @Test func `events of one thread come in the order in which it posted them`() throws {
        let queue = EventQueue(clock: RunClock())
        let thread = try KernelThread(name: "poster") {
            for number in 0..<1_000 { queue.post(.loadMoving(String(number))) }
        }
        let seen = (0..<1_000).map { _ in queue.next(until: nil).event }
        thread.join()
        #expect(seen == (0..<1_000).map(load))
    }

    @Test func `events of several threads all come, each thread's in its order`() throws {
        let queue = EventQueue(clock: RunClock())
        let threads = try (0..<4).map { poster in
            try KernelThread(name: "poster-\(poster)") {
                for number in 0..<250 { queue.post(.loadFailed("\(poster)", reason: "\(number)")) }
            }
        }
        var seen: [String: [String]] = [:]
        for _ in 0..<1_000 {
            guard case .loadFailed(let poster, let number)? = queue.next(until: nil).event else { continue }
            seen[poster, default: []].append(number)
        }
        for thread in threads { thread.join() }
        for poster in 0..<4 { #expect(seen["\(poster)"] == (0..<250).map(String.init)) }
    }

    @Test func `without an event the deadline comes, and not before its time`() {
        let clock = RunClock()
        let queue = EventQueue(clock: clock)
        let deadline = clock.now + .milliseconds(50)
        let (event, now) = queue.next(until: deadline)
        #expect(event == nil)
        #expect(now >= deadline)
        #expect(clock.now >= deadline)
    }

    @Test func `a deadline in the past is answered at once`() {
        let queue = EventQueue(clock: RunClock())
        #expect(queue.next(until: .start).event == nil)
    }

    @Test func `an event that waits comes before a deadline that has passed`() {
        let queue = EventQueue(clock: RunClock())
        queue.post(.settled)
        #expect(queue.next(until: .start).event == .settled)
        #expect(queue.next(until: .start).event == nil)
    }

    @Test func `an event wakes who waits for a later deadline`() throws {
        let clock = RunClock()
        let queue = EventQueue(clock: clock)
        let thread = try KernelThread(name: "poster") {
            _ = EventQueue(clock: clock).next(until: clock.now + .milliseconds(20))
            queue.post(.settled)
        }
        let (event, now) = queue.next(until: clock.now + .seconds(60))
        thread.join()
        #expect(event == .settled)
        #expect(now < seconds(30))
    }

    @Test func `an event whose source has ended is dropped when its turn comes`() {
        let queue = EventQueue(clock: RunClock())
        let isCurrent = Atomic<Bool>.Shared(true)
        queue.post(load(1), while: { isCurrent.value })
        queue.post(load(2), while: { isCurrent.value })
        queue.post(.settled)
        #expect(queue.next(until: .start).event == load(1))
        isCurrent.value = false
        #expect(queue.next(until: .start).event == .settled)
        #expect(queue.next(until: .start).event == nil)
    }
}

extension Atomic where Value == Bool {
    fileprivate final class Shared: Sendable {
        private let flag: Atomic<Bool>
        init(_ value: Bool) { flag = Atomic(value) }
        var value: Bool {
            get { flag.load(ordering: .acquiring) }
            set { flag.store(newValue, ordering: .releasing) }
        }
    }
}
