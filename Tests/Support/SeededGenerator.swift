import Glibc

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): small, and the same numbers everywhere.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// True for that share of the calls, in parts per million.
    public mutating func happens(partsPerMillion: Int64) -> Bool {
        Int64.random(in: 0..<1_000_000, using: &self) < partsPerMillion
    }

    /// An exponentially distributed time with that mean.
    public mutating func exponential(mean: Duration) -> Duration {
        mean * -log(Double.random(in: Double.leastNormalMagnitude..<1, using: &self))
    }
}
