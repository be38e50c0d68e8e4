import LinecheckJudge
import LinecheckPlan
import Testing

/// What `soak-1` says of lines that were watched for five minutes.
@Suite struct SoakTests {
    private func line(
        gateway: @escaping Scenario.Answers = { _ in 2_000_000 },
        internet: @escaping Scenario.Answers = { 14_000_000 + Int64($0 % 2) * 1_000_000 }
    ) throws -> (answer: String?, outage: String?) {
        var scenario = Scenario()
        let probes = ["gateway", "internet"].map { Probe(name: $0, kind: .ping, target: "192.0.2.1") }
        scenario.plan = Plan(
            name: "soak", probes: probes, spans: probes.map { ProbeSpan(probe: $0.name, from: "soak", to: "soak") },
            phases: [Phase(name: "soak", ending: .after(.seconds(300)))])
        scenario.answers = ["gateway.soak": gateway, "internet.soak": internet]
        let verdict = scenario.verdict(try Scenario.rules("plans/rules/soak-1.json"))
        return (verdict.answer("line")?.answer, verdict.grade("outage")?.grade)
    }

    @Test func `a line that answers evenly is steady`() throws {
        #expect(try line() == ("steady", "none"))
    }

    @Test func `whose pings are lost in a row tells who dropped out`() throws {
        let silence: Scenario.Answers = { (700..<703).contains($0) ? nil : 14_000_000 }
        #expect(try line(internet: silence) == ("drops", "drop"))
        #expect(try line(gateway: silence, internet: silence) == ("drops-at-home", "drop"))
        #expect(try line(internet: { (700..<760).contains($0) ? nil : 14_000_000 }) == ("drops", "outage"))
    }

    @Test func `single losses make a line lossy only when there are many`() throws {
        #expect(try line(internet: { $0 % 300 == 7 ? nil : 14_000_000 }) == ("steady", "single"))
        #expect(try line(internet: { $0 % 50 == 7 ? nil : 14_000_000 }) == ("lossy", "single"))
    }

    @Test func `one bad minute is enough to be uneven`() throws {
        let bad: Scenario.Answers = { (600..<900).contains($0) ? 14_000_000 + Int64($0 % 2) * 50_000_000 : 14_000_000 }
        #expect(try line(internet: bad) == ("uneven", "none"))
    }

    @Test func `a line that never answered is called nothing good`() throws {
        #expect(try line(internet: { _ in nil }) == ("drops", "outage"))
    }
}
