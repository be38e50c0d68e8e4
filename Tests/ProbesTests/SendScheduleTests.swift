import Testing

@testable import LinecheckProbes

@Suite struct SendScheduleTests {
    @Test func `planned times are start plus multiples of the interval, however late each send was`() {
        var schedule = SendSchedule(start: 1_000, interval: 100)
        var planned: [Int64] = []
        for now: Int64 in [1_000, 1_130, 1_201, 1_350, 1_400] {
            if case .send(let time) = schedule.turn(at: now) { planned.append(time) }
        }
        #expect(planned == [1_000, 1_100, 1_200, 1_300, 1_400])
        #expect(schedule.next == 1_500 && schedule.skipped == 0)
    }

    @Test func `nothing is sent early`() {
        var schedule = SendSchedule(start: 1_000, interval: 100)
        #expect(schedule.turn(at: 999) == .early)
        #expect(schedule.next == 1_000)
    }

    @Test func `after a stall there is no burst and the grid stays`() {
        var schedule = SendSchedule(start: 0, interval: 100)
        #expect(schedule.turn(at: 0) == .send(planned: 0))
        // 100, 200, …, 900 passed by.
        #expect(schedule.turn(at: 975) == .missed)
        #expect(schedule.next == 1_000 && schedule.skipped == 9)
        #expect(schedule.turn(at: 1_000) == .send(planned: 1_000))
        #expect(schedule.next == 1_100)
    }

    @Test func `sends are never closer together than half an interval, whatever the stalls`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var schedule = SendSchedule(start: 0, interval: 100)
            var now: Int64 = 0
            var sent: [Int64] = []
            while sent.count < 50 {
                // As the timer does it: wake at the planned time, or later.
                now = max(now, schedule.next) + (Bool.random() ? 0 : Int64.random(in: 0...450, using: &generator))
                if case .send(let planned) = schedule.turn(at: now) {
                    #expect(planned % 100 == 0 && now - planned <= 50 && now >= planned)
                    sent.append(now)
                }
            }
            let closest = zip(sent, sent.dropFirst()).map { $1 - $0 }.min()
            #expect(closest ?? 0 >= 50)
        }
    }
}
