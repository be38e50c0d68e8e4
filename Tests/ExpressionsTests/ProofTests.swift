import LinecheckExpressions
import Testing

/// Proofs on bounds: what they find, and that they are never wrong.
@Suite struct ProofTests {
    private static let names = Namespace(
        metrics: [Namespace.Metric(name: "slow", type: .boolean)],
        grades: [Namespace.Words(name: "lag", words: ["A", "B", "C"])],
        verdicts: [Namespace.Words(name: "queue", words: ["clean", "full", "undetermined"])])

    private static func condition(_ text: String) throws -> Expression {
        try Expression(text, in: names, expecting: .condition)
    }

    private static var environment: OpenEnvironment {
        get throws {
            var environment = OpenEnvironment()
            environment.define(metric: "slow", as: try condition("a.idle.rtt.p50 >= 30ms"))
            environment.define(grade: "lag", scale: ["A", "B", "C"])
            environment.define(verdict: "queue", answers: ["clean", "full", "undetermined"])
            return environment
        }
    }

    @Test(arguments: [
        ("a.idle.rtt.p50 > 60ms", "a.idle.rtt.p50 > 30ms"), ("a.idle.rtt.p50 > 30ms", "a.idle.rtt.p50 >= 30ms"),
        ("a.idle.rtt.p50 == 30ms", "a.idle.rtt.p50 < 31ms"), ("30ms < a.idle.rtt.p50", "not a.idle.rtt.p50 <= 30ms"),
        ("a.idle.rtt.p50 > 60ms and a.idle.loss > 1%", "a.idle.loss > 0%"),
        ("a.idle.loss > 1%", "a.idle.loss > 2% or a.idle.loss > 0.5%"), ("a.idle.rtt.p50 > 30ms", "slow"),
        ("slow", "a.idle.rtt.p50 > 20ms"), ("not (slow or a.idle.loss > 0%)", "a.idle.loss == 0%"),
        ("a.idle.rtt.p50 > 2 * b.idle.rtt.p50", "2 * b.idle.rtt.p50 <= a.idle.rtt.p50"),
        ("grade.lag == 'A'", "grade.lag >= 'B'"), ("'B' <= grade.lag", "grade.lag != 'C'"),
        ("verdict.queue == 'full'", "verdict.queue != 'clean'"),
        ("network.link == 'wifi'", "network.link != 'ethernet'"),
        ("measured(a.idle.loss) and slow", "measured( a.idle.loss )"), ("a.idle.loss > 1%", "a.idle.rtt.p50 >= 0ms"),
    ])
    func `a condition implies what is looser`(tight: String, loose: String) throws {
        let (tight, loose) = (try Self.condition(tight), try Self.condition(loose))
        #expect(tight.implies(loose, in: try Self.environment))
    }

    @Test(arguments: [
        ("a.idle.rtt.p50 > 30ms", "a.idle.rtt.p50 > 60ms"), ("a.idle.rtt.p50 >= 30ms", "a.idle.rtt.p50 > 30ms"),
        ("a.idle.rtt.p50 > 60ms", "b.idle.rtt.p50 > 30ms"), ("a.idle.rtt.p50 > 60ms", "raw(a.idle.rtt.p50) > 30ms"),
        ("a.idle.loss > 1% or slow", "slow"), ("grade.lag >= 'B'", "grade.lag == 'A'"),
        ("network.link != 'wifi'", "network.link == 'ethernet'"),
        ("not measured(a.idle.loss)", "measured(a.idle.loss)"),
    ])
    func `nothing is implied that could fail`(first: String, second: String) throws {
        let (first, second) = (try Self.condition(first), try Self.condition(second))
        #expect(!first.implies(second, in: try Self.environment))
    }

    @Test(arguments: [
        "a.idle.loss > 100%", "a.idle.rtt.p50 < 0ms", "slow and a.idle.rtt.p50 < 20ms", "slow and not slow",
        "grade.lag >= 'B' and grade.lag == 'C'", "verdict.queue == 'clean' and verdict.queue == 'full'",
        "network.link == 'wifi' and network.link == 'ethernet'", "a.idle.lost == 3 and a.idle.lost != 3",
        "abs(a.idle.rtt.p50) < 0ms or a.idle.loss < 0%", "(a.idle.loss ?? 50%) > 100%",
    ])
    func `a condition that nothing can make true is found`(text: String) throws {
        #expect(try Self.condition(text).neverHolds(in: try Self.environment))
    }

    @Test(arguments: [
        "a.idle.loss >= 100%", "slow", "not slow", "measured(a.idle.loss)", "not measured(a.idle.loss)",
        "(a.idle.loss ?? 100%) == 100%", "60s / a.idle.rtt.p50 < 300", "verdict.queue == 'undetermined'",
        "a.idle.rtt.p50 - b.idle.rtt.p50 < 0ms",
    ])
    func `a condition that something can make true is not`(text: String) throws {
        #expect(try !Self.condition(text).neverHolds(in: try Self.environment))
    }

    @Test func `a value that may be missing is any of its values or what stands in for it`() throws {
        let expression = try Expression("a.idle.loss ?? 200%", in: Self.names, expecting: .quantity)
        #expect(expression.reading(in: try Self.environment).interval == Interval(0, 2_000_000))
    }

    /// Conditions on two metrics, tried on intervals: what was proved must hold in each.
    @Test func `no proof is refuted by any values`() throws {
        var random = RandomConditions(state: 7)
        let environment = try Self.environment
        var proved = 0
        for _ in 0..<6_000 {
            let (first, second) = (try Self.condition(random.condition(3)), try Self.condition(random.condition(3)))
            let implies = first.implies(second, in: environment)
            let never = first.neverHolds(in: environment)
            guard implies || never else { continue }
            proved += 1
            for _ in 0..<20 {
                let values = TwoMetrics(a: random.interval(), b: random.interval())
                guard first.finding(in: values).truth == .yes else { continue }
                #expect(!never, "\(first.text) with \(values)")
                if implies { #expect(second.finding(in: values).truth == .yes, "\(first.text) → \(second.text)") }
            }
        }
        #expect(proved > 300)
    }

    /// `later` has not run, `idle` has.
    private static func neverHoldsBefore(later text: String) throws -> Bool {
        var environment = try environment
        environment.unmeasuredPhases = ["later"]
        return try condition(text).neverHolds(in: environment)
    }

    @Test(arguments: [
        "a.later.loss > 2%", "not a.later.loss > 2%", "a.later.rtt.p50 - b.later.rtt.p50 < 5ms",
        "measured(a.later.loss)",
        "a.idle.loss > 2% and a.later.loss > 2%", "max(a.later.rtt.p50, 10ms) > 30ms", "raw(a.later.loss) > 2%",
    ])
    func `a condition on what has not been measured is never true`(text: String) throws {
        #expect(try Self.neverHoldsBefore(later: text))
    }

    @Test(arguments: [
        "a.later.loss <= 100%", "not a.later.loss > 100%", "(a.later.loss ?? 100%) > 50%", "not measured(a.later.loss)",
        "a.idle.loss > 2% or a.later.loss > 2%", "max(a.later.rtt.p50, a.idle.rtt.p50) > 30ms", "measured(5ms)",
        "grade.lag == 'A'", "a.idle.owd_up.p50 < 0ms", "a.later.rtt.p50 < vars.limit",
    ])
    func `a condition that may be true before a phase is not called false`(text: String) throws {
        #expect(try !Self.neverHoldsBefore(later: text))
    }
}

/// Two durations of which intervals are known.
private struct TwoMetrics: Environment {
    var a: Interval
    var b: Interval

    func reading(of path: MetricPath, raw: Bool) -> Reading {
        let interval = path.source == "a" ? a : b
        let missing = Missing(metric: path.text, source: path.source, reason: "not known")
        return Reading(interval: interval, missing: interval.point == nil ? [missing] : [])
    }

    func reading(of name: String, raw: Bool) -> Reading { Reading(interval: .everything) }
    func finding(of name: String) -> Finding { Finding(truth: .unknown) }
    func grade(_ name: String) -> GradeReading { GradeReading(best: 0, worst: 1, scale: ["", ""]) }
    func verdict(_ name: String) -> TextReading { TextReading(possible: nil) }
    func variable(_ name: String) -> String? { nil }
    var link: String? { nil }
}

/// Small conditions with few thresholds, so that pairs of them often have to do with each other.
private struct RandomConditions {
    /// Of a linear congruential generator (Knuth, MMIX).
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    mutating func condition(_ depth: Int) -> String {
        switch depth > 0 ? below(6) : 5 {
        case 0: return "(\(condition(depth - 1)) and \(condition(depth - 1)))"
        case 1: return "(\(condition(depth - 1)) or \(condition(depth - 1)))"
        case 2: return "not (\(condition(depth - 1)))"
        default:
            let left = ["a.idle.rtt.p50", "b.idle.rtt.p50", "a.idle.rtt.p50 - b.idle.rtt.p50"][below(3)]
            let relation = ["<", "<=", ">", ">=", "==", "!="][below(6)]
            let right = ["1ms", "2ms", "3ms", "b.idle.rtt.p50"][below(4)]
            return "\(left) \(relation) \(right)"
        }
    }

    mutating func interval() -> Interval {
        let low = Double(below(5)) * 1e6
        return below(2) == 0 ? Interval(point: low) : Interval(low, low + Double(below(4)) * 1e6)
    }
}
