import Glibc
import LinecheckSockets
import Synchronization
import TestSupport
import Testing

@testable import LinecheckLoads

@Suite struct WorkerGroupTests {
    @Test func `a wait ends with the last thread, or at its deadline`() throws {
        let group = WorkerGroup()
        let gate = try Waker()
        for _ in 0..<3 { try group.start(name: "test") { _ = gate.sleep(until: .max) } }
        let began = KernelClock.monotonic
        #expect(!group.wait(until: began + 50_000_000))
        #expect(KernelClock.monotonic - began >= 50_000_000)
        gate.wake()
        #expect(group.wait(until: began + 10_000_000_000))
        #expect(group.count == 0)
    }

    @Test func `only the thread itself becomes nicer`() throws {
        let nices = Mailbox<Int32>()
        let group = WorkerGroup()
        // In the Glibc module PRIO_PROCESS has a type that the call does not take; its value is 0.
        let before = getpriority(.init(0), 0)
        try group.start(name: "nice", niceness: 15) { nices.put(getpriority(.init(0), 0)) }
        #expect(group.wait(until: KernelClock.monotonic + 10_000_000_000))
        #expect(nices.all == [15])
        #expect(getpriority(.init(0), 0) == before)
    }

    @Test func `signals are left to the main thread`() throws {
        let blocked = Mailbox<Bool>()
        let group = WorkerGroup()
        try group.start(name: "signals") {
            var mask = sigset_t()
            pthread_sigmask(SIG_SETMASK, nil, &mask)
            blocked.put(sigismember(&mask, SIGINT) == 1 && sigismember(&mask, SIGPIPE) == 1)
        }
        #expect(group.wait(until: KernelClock.monotonic + 10_000_000_000))
        #expect(blocked.all == [true])
    }
}
