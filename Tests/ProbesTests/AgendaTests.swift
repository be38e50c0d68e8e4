import Testing

@testable import LinecheckProbes

@Suite struct AgendaTests {
    @Test func `tasks come out by time, and none before its time`() {
        var agenda = Agenda()
        let times = (0..<500).map { _ in Int64.random(in: 0..<1_000) }
        for time in times { agenda.add(.tell(lane: Int(time)), at: time) }
        #expect(agenda.take(due: -1) == nil)
        var taken: [Int64] = []
        while let next = agenda.next, case .tell(let lane)? = agenda.take(due: next) {
            #expect(Int64(lane) == next)
            taken.append(next)
        }
        #expect(taken == times.sorted())
        #expect(agenda.next == nil)
    }
}

@Suite struct LatenessTests {
    @Test func `the ninety-ninth percentile is by nearest rank and is taken once`() {
        var lateness = Lateness()
        #expect(lateness.takeP99() == nil)
        for late: Int64 in (1...200).shuffled() { lateness.note(late) }
        #expect(lateness.takeP99() == .nanoseconds(198))
        #expect(lateness.takeP99() == nil)
        lateness.note(7)
        #expect(lateness.takeP99() == .nanoseconds(7))
    }
}

@Suite struct SuspensionWatchTests {
    @Test func `a sleep of more than a second is told once`() {
        var watch = SuspensionWatch(asleep: 5_000_000_000)
        #expect(watch.check(asleep: 5_000_000_500) == nil)
        #expect(watch.check(asleep: 65_000_000_500) == .seconds(60))
        #expect(watch.check(asleep: 65_000_000_500) == nil)
    }

    @Test func `an awake machine has not slept`() {
        var watch = SuspensionWatch()
        #expect(watch.check() == nil)
    }
}
