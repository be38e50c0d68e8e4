import LinecheckQuantities
import LinecheckRunner
import Testing

@Suite struct MachineWatchTests {
    private func at(_ seconds: Int64) -> RunInstant { RunInstant(nanoseconds: seconds * 1_000_000_000) }

    @Test func `each second has what came on top of the one before`() {
        var watch = MachineWatch(busy: 5_000_000_000, processors: 2)
        #expect(watch.next(5_300_000_000, at: at(1)) == .milliseconds(300))
        #expect(watch.next(5_300_000_000, at: at(2)) == .zero)
        #expect(watch.next(7_300_000_000, at: at(3)) == .seconds(2))
    }

    @Test func `a tick that comes late belongs to the second after`() {
        var watch = MachineWatch(busy: 0, processors: 2)
        _ = watch.next(0, at: at(1))
        #expect(watch.next(2_010_000_000, at: at(2)) == .seconds(2))
        #expect(watch.next(2_500_000_000, at: at(3)) == .milliseconds(500))
    }

    @Test func `where the kernel does not tell, nothing is told, and no idle machine is made up`() {
        var never = MachineWatch(busy: nil, processors: 2)
        #expect(never.next(nil, at: at(1)) == nil)
        #expect(never.next(nil, at: at(2)) == nil)
        var once = MachineWatch(busy: 1_000_000_000, processors: 2)
        #expect(once.next(nil, at: at(1)) == nil)
        #expect(once.next(3_000_000_000, at: at(2)) == nil, "of two seconds together, none is known")
        #expect(once.next(3_100_000_000, at: at(3)) == .milliseconds(100))
    }
}
