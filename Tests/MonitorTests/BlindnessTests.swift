import LinecheckJSON
import LinecheckMonitor
import Testing

@Suite struct BlindnessTests {
    /// What is told of checks written as letters: g good, b bad, ? a load server that is gone, s suspended.
    private func told(_ checks: String, limit: Int = 3) -> [String] {
        var blindness = Blindness()
        return checks.enumerated().compactMap { index, letter in
            let condition: Condition =
                switch letter {
                case "g": .good
                case "b": .bad(cause: "isp")
                case "s": .unknown(reason: "suspended")
                default: .unknown(reason: "undetermined")
                }
            let since = blindness.since
            return blindness.observe(condition, at: "\(index)", limit: limit).map { news in
                news == .began
                    ? "\(index) blind since \(blindness.since ?? "")" : "\(index) sees, not since \(since ?? "")"
            }
        }
    }

    @Test(arguments: [
        ("ggg", []), ("g??g??g", []), ("g???", ["3 blind since 1"]), ("g??????", ["3 blind since 1"]),
        ("????g", ["2 blind since 0", "4 sees, not since 0"]),
        ("???b???", ["2 blind since 0", "3 sees, not since 0", "6 blind since 4"]),
        // A laptop that is closed between all checks is no trouble, and hides none.
        ("gsssss", []), ("g??s?", ["4 blind since 1"]),
    ])
    func `that a line cannot be judged is told once, and once that it can be again`(_ checks: String, _ news: [String])
    {
        #expect(told(checks) == news)
    }

    @Test func `it is remembered over restarts, and memory from before it was known is read`() throws {
        var memory = MonitorMemory(plan: "home", boot: "b", slept: 5)
        #expect(try #require(MonitorMemory(memory.json)).blindness == Blindness())
        memory.blindness = Blindness(count: 4, since: "2026-11-30T03:18:15.042Z", isTold: true)
        #expect(try #require(MonitorMemory(memory.json)) == memory)
        let older = try #require(memory.json.members).filter { $0.key != "blind" }
        #expect(try #require(MonitorMemory(.object(older))).blindness == Blindness())
    }
}
