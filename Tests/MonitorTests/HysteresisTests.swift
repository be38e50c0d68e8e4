import LinecheckJSON
import LinecheckMonitor
import Testing

@Suite struct HysteresisTests {
    /// What is told of checks written as letters: g good, a and b bad for two causes, ? unknown.
    private func told(_ checks: String, down: Int = 3, up: Int = 2) -> [String] {
        var hysteresis = Hysteresis(down: down, up: up)
        return checks.enumerated().compactMap { index, letter in
            let condition: Condition =
                switch letter {
                case "g": .good
                case "?": .unknown(reason: "suspended")
                default: .bad(cause: String(letter))
                }
            guard let change = hysteresis.observe(condition) else { return nil }
            if case .bad(let cause) = change.to { return "\(index) bad \(cause)" }
            return "\(index) \(change.to.word)"
        }
    }

    @Test(arguments: [
        ("ggggg", []), ("gaagaag", []), ("gaaa", ["3 bad a"]), ("gaaagg", ["3 bad a", "5 good"]),
        ("gaaagagg", ["3 bad a", "7 good"]), ("aaa", ["2 bad a"]), ("gaaaaaaa", ["3 bad a"]),
        // An outage that shows in different ways is one.
        ("gaba", ["3 bad a"]), ("gaaabab", ["3 bad a"]), ("gaaabbb", ["3 bad a", "6 bad b"]),
        // A machine that sleeps says nothing about the line, and breaks no row.
        ("g????", []), ("gaa?a", ["4 bad a"]), ("gaaa????", ["3 bad a"]), ("gaaag?g", ["3 bad a", "6 good"]),
    ])
    func `a change is told once, after enough checks in a row`(_ checks: String, _ changes: [String]) {
        #expect(told(checks) == changes)
    }

    @Test func `with one each every change is told`() {
        #expect(told("gaga", down: 1, up: 1) == ["1 bad a", "2 good", "3 bad a"])
    }

    @Test func `what is remembered goes on where it was`() throws {
        var first = Hysteresis(down: 3, up: 2)
        for condition in [Condition.good, .bad(cause: "a"), .bad(cause: "a")] { _ = first.observe(condition) }
        var memory = MonitorMemory(plan: "home", boot: "b", slept: 5)
        (memory.state, memory.row, memory.since) = (first.state, first.row, "2026-11-30T03:18:15.042Z")
        let read = try #require(MonitorMemory(memory.json))
        #expect(read == memory)
        var second = Hysteresis(down: 3, up: 2, state: read.state, row: read.row)
        #expect(second.observe(.bad(cause: "a")) == Hysteresis.Change(from: .good, to: .bad(cause: "a")))
    }

    @Test func `memory of another version or form is none`() {
        #expect(MonitorMemory(.object([])) == nil)
        #expect(MonitorMemory(.null) == nil)
    }
}
