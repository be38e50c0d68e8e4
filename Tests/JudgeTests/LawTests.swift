import LinecheckCapture
import LinecheckExpressions
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules
import Testing

/// Law 2: absence never scores better than presence, tried on random runs.
@Suite struct LawTests {
    static let seeds = Array(UInt64(1)...24)

    /// The grade that a verdict claims, as its place from the best; nil: it claims none.
    func claimed(_ verdict: Verdict) -> Int? {
        guard let grade = verdict.grade("bufferbloat"), let word = grade.grade else { return nil }
        return grade.reading.scale.firstIndex(of: word)
    }

    let rules: RulesDocument

    init() throws { rules = try Scenario.health }

    func expectNoBetter(_ poorer: Scenario, than before: Verdict, _ what: String, seed: UInt64) {
        let after = poorer.verdict(rules)
        if let best = before.grade("bufferbloat")?.reading.best, let after = claimed(after) {
            #expect(after >= best, "\(what) raised the grade, seed \(seed)")
        }
        let (least, now) = (before.score?.atLeast ?? 0, after.score?.atLeast ?? 0)
        #expect(now <= least, "\(what) raised at_least from \(least) to \(now), seed \(seed)")
    }

    @Test(arguments: seeds)
    func `replies under load that turn into losses never help`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let scenario = random.scenario()
        let before = scenario.verdict(rules)
        for key in ["internet.download", "internet.upload", "gateway.download", "gateway.upload"] {
            let answers = scenario.answers[key] ?? { _ in 10_000_000 }
            let share = Int.random(in: 1...10, using: &random)
            var poorer = scenario
            poorer.answers[key] = { ($0 &* 7 + 3) % 10 < share ? nil : answers($0) }
            expectNoBetter(poorer, than: before, "losing \(share) of 10 of \(key)", seed: seed)
            // The cruellest loss takes the slowest replies and leaves the fast ones.
            let sorted = (0..<60).compactMap(answers).sorted()
            guard !sorted.isEmpty else { continue }
            let limit = sorted[sorted.count * share / 11]
            poorer.answers[key] = { answers($0).flatMap { $0 > limit ? nil : $0 } }
            expectNoBetter(poorer, than: before, "losing what is slower than \(limit) ns of \(key)", seed: seed)
        }
    }

    /// A lost ping counts as slower than its timeout; subtracted, that would make every rise under load small.
    @Test(arguments: seeds)
    func `replies at rest that turn into losses never help`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let scenario = random.scenario()
        let before = scenario.verdict(rules)
        for key in ["internet.baseline", "gateway.baseline", "internet.idle", "gateway.idle"] {
            let answers = scenario.answers[key] ?? { _ in 10_000_000 }
            for share in [6, 10] {
                var poorer = scenario
                poorer.answers[key] = { ($0 &* 7 + 3) % 10 < share ? nil : answers($0) }
                expectNoBetter(poorer, than: before, "losing \(share) of 10 of \(key)", seed: seed)
            }
        }
    }

    @Test(arguments: seeds)
    func `a probe that is taken away never helps`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let scenario = random.scenario()
        let before = scenario.verdict(rules)
        for probe in scenario.plan.probes.map(\.name) {
            var poorer = scenario
            poorer.plan.probes.removeAll { $0.name == probe }
            poorer.plan.spans.removeAll { $0.probe == probe }
            for index in poorer.plan.phases.indices { poorer.plan.phases[index].probes.removeAll { $0.name == probe } }
            expectNoBetter(poorer, than: before, "removing the probe \(probe)", seed: seed)
        }
    }

    @Test(arguments: seeds)
    func `a phase, a load or a direction that is taken away never helps`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let scenario = random.scenario()
        let before = scenario.verdict(rules)
        for phase in scenario.plan.phases.map(\.name) {
            var poorer = scenario
            poorer.plan.removePhase(phase)
            expectNoBetter(poorer, than: before, "removing the phase \(phase)", seed: seed)
            var skipping = scenario
            skipping.skipped[phase] = "condition false"
            expectNoBetter(skipping, than: before, "skipping the phase \(phase)", seed: seed)
        }
        for load in ["download", "upload"] {
            var poorer = scenario
            poorer.plan.loads.removeAll { $0.name == load }
            for index in poorer.plan.phases.indices { poorer.plan.phases[index].loads.removeAll { $0 == load } }
            poorer.loads[load] = nil
            expectNoBetter(poorer, than: before, "removing the load \(load)", seed: seed)
            poorer = scenario
            poorer.loads[load]?.refused = true
            expectNoBetter(poorer, than: before, "refusing the load \(load)", seed: seed)
            poorer = scenario
            poorer.plan.loads.removeAll { $0.name == load }
            poorer.plan.removePhase(load)
            expectNoBetter(poorer, than: before, "removing the direction \(load)", seed: seed)
        }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A run with round trips, losses and rates of any size, and sometimes a load that failed.
    mutating func scenario() -> Scenario {
        var scenario = Scenario()
        for phase in scenario.plan.phases.map(\.name) {
            for probe in scenario.plan.probes.map(\.name) {
                let base = Int64.random(in: 1_000_000...60_000_000, using: &self)
                let rise = phase == "idle" ? 0 : Int64([0, 0, 3, 20, 50, 120, 500].randomElement(using: &self) ?? 0)
                let spread = Int64([1, 1_000_000, 20_000_000, 300_000_000].randomElement(using: &self) ?? 1)
                let loss = [0, 0, 0, 5, 40, 70].randomElement(using: &self) ?? 0
                let salt = Int.random(in: 0...1_000_000, using: &self)
                scenario.answers["\(probe).\(phase)"] = { number in
                    let dice = (number &* 2_654_435_761 &+ salt) & 0xFFFF_FFFF
                    return dice / 1_000 % 100 < loss ? nil : base + rise * 1_000_000 + Int64(dice) % spread
                }
            }
        }
        for load in ["download", "upload"] {
            let rate = [400, 20_000, 200_000, 800_000, 5_000_000].randomElement(using: &self) ?? 0
            scenario.loads[load] = Scenario.LoadStory(
                bytesPerTick: Int64(rate), refused: Int.random(in: 0..<8, using: &self) == 0)
        }
        scenario.link = ["wifi", "ethernet", "cellular", "unknown"].randomElement(using: &self) ?? "wifi"
        return scenario
    }
}

extension Plan {
    /// Takes a phase out, with its mention in the spans.
    mutating func removePhase(_ name: String) {
        guard let index = phaseIndex(name) else { return }
        for span in spans.indices {
            if spans[span].from == name, index + 1 < phases.count { spans[span].from = phases[index + 1].name }
            if spans[span].to == name, index > 0 { spans[span].to = phases[index - 1].name }
        }
        phases.remove(at: index)
    }
}
