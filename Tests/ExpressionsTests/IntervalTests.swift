import LinecheckExpressions
import Testing

@Suite struct IntervalTests {
    let unknown = Interval.notNegative

    @Test func `arithmetic on infinity widens and never gives NaN`() {
        #expect(unknown - unknown == .everything)
        #expect(unknown + unknown == .notNegative)
        #expect(Interval(point: 0) * unknown == Interval(point: 0))
        #expect(Interval(-1, 1) * unknown == .everything)
        #expect(unknown / Interval(2, .infinity) == .notNegative)
        #expect(Interval.everything.absolute == .notNegative)
    }

    @Test func `a quotient by what may be zero can be anything`() {
        #expect(Interval(point: 1) / Interval(point: 0) == .everything)
        #expect(Interval(point: 1) / unknown == .everything)
        #expect(Interval(6, 8) / Interval(2, 4) == Interval(1.5, 4))
    }

    @Test func `signs are turned at both ends`() {
        #expect(-Interval(1, .infinity) == Interval(-.infinity, -1))
        #expect(Interval(-3, 2).absolute == Interval(0, 3))
        #expect(Interval(-2, 3) * Interval(-5, 1) == Interval(-15, 10))
    }

    @Test func `knowing less only widens, whatever the operation`() {
        var random = SeededGenerator(seed: 7)
        let operations: [(Interval, Interval) -> Interval] = [
            { $0 + $1 }, { $0 - $1 }, { $0 * $1 }, { $0 / $1 }, Interval.minimum, Interval.maximum,
            { left, _ in left.absolute }, { left, _ in -left },
        ]
        for _ in 0..<5_000 {
            let (left, right) = (random.interval(), random.interval())
            let (wideLeft, wideRight) = (random.widened(left), random.widened(right))
            for operation in operations {
                let (narrow, wide) = (operation(left, right), operation(wideLeft, wideRight))
                #expect(
                    wide.low <= narrow.low && narrow.high <= wide.high, "\(left) \(right) in \(wideLeft) \(wideRight)")
            }
        }
    }

    @Test func `knowing less never turns a comparison round`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<5_000 {
            let (left, right) = (random.interval(), random.interval())
            let (wideLeft, wideRight) = (random.widened(left), random.widened(right))
            for relation in Relation.allCases {
                let (narrow, wide) = (relation.holds(left, right), relation.holds(wideLeft, wideRight))
                #expect(wide == narrow || wide == .unknown, "\(left) \(relation.rawValue) \(right)")
            }
        }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func interval() -> Interval {
        let low = Double(Int.random(in: -4...4, using: &self))
        switch Int.random(in: 0..<5, using: &self) {
        case 0: return Interval(low, .infinity)
        case 1: return Interval(-.infinity, low)
        case 2: return Interval(low, low + Double(Int.random(in: 0...4, using: &self)))
        default: return Interval(point: low)
        }
    }

    mutating func widened(_ interval: Interval) -> Interval {
        let far =
            Int.random(in: 0..<4, using: &self) == 0 ? Double.infinity : Double(Int.random(in: 0...3, using: &self))
        return Interval(interval.low - far, interval.high + Double(Int.random(in: 0...3, using: &self)))
    }
}
