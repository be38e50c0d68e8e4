import LinecheckCapture
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Testing

@testable import LinecheckRunner

@Suite struct StaleGuardTests {
    private func change(_ phase: String, _ state: PhaseChange.State) -> PhaseChange {
        PhaseChange(at: .start, phase: phase, state: state)
    }

    @Test func `a phase is current from running to its end`() {
        let current = CurrentPhase()
        #expect(current.name == nil)
        current.follow(change("one", .running))
        current.follow(change("one", .loaded))
        #expect(current.name == "one")
        current.follow(change("one", .completed))
        #expect(current.name == nil)
    }

    @Test func `a phase that is skipped or cancelled leaves the current one alone`() {
        let current = CurrentPhase()
        current.follow(change("one", .running))
        current.follow(change("two", .skipped))
        current.follow(change("three", .cancelled))
        #expect(current.name == "one")
    }

    /// The writer sees the last bytes of a phase when the driver is in the next one already.
    @Test func `a guard of the phase before does not end this one`() {
        let current = CurrentPhase()
        let queue = EventQueue(clock: RunClock())
        current.follow(change("one", .running))
        queue.post(.guardTripped("data-cap", .endPhase), while: { current.name == "one" })
        current.follow(change("one", .completed))
        current.follow(change("two", .running))
        #expect(queue.next(until: .start).event == nil)
    }
}
