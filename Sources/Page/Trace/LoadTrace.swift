import LinecheckCapture
import LinecheckQuantities

/// What one load moved, phase by phase.
struct LoadTrace: Sendable {
    struct InPhase: Sendable {
        var phase: String
        var began: RunInstant
        /// Last total of each stream, in bytes, by its number.
        fileprivate var totals: [Int: Int64] = [:]
        /// Bytes that became known in each slice of ``LoadTrace/slice`` since the phase began.
        fileprivate var moved: [Int64: Int64] = [:]
        /// When the last byte became known.
        fileprivate var last = RunInstant.start
    }

    /// Five byte records long: one that is a few milliseconds late moves a slice by a percent or less.
    static let slice: Int64 = 500_000_000

    let name: String
    private(set) var phases: [InPhase] = []

    init(name: String) { self.name = name }

    mutating func begin(_ phase: String, at moment: RunInstant) {
        phases.append(InPhase(phase: phase, began: moment))
    }

    mutating func add(_ bytes: ByteTotal) {
        guard !phases.isEmpty else { return }
        let index = phases.count - 1
        let gain = bytes.total - phases[index].totals[bytes.stream, default: 0]
        guard gain > 0 else { return }
        phases[index].totals[bytes.stream] = bytes.total
        let slice = max(0, (bytes.at - phases[index].began).nanoseconds) / Self.slice
        phases[index].moved[slice, default: 0] += gain
        phases[index].last = max(phases[index].last, bytes.at)
    }
}

extension LoadTrace.InPhase {
    /// One slice: when it began and ended, in ns since the run began, and the rate over it in bit/s.
    struct Slice: Sendable {
        var from: Int64
        var to: Int64
        var rate: Double
    }

    /// From the first to the last slice in which a byte moved; one without any is 0. The last may be shorter than the others,
    /// and what is shorter than a byte record is none.
    ///
    /// No phase lasts longer than a day; where a record claims it, only the slices with bytes are made.
    var slices: [Slice] {
        guard let first = moved.keys.min(), let last = moved.keys.max() else { return [] }
        let day = 86_400_000_000_000 / LoadTrace.slice
        let places = last - first <= day ? Array(first...last) : moved.keys.sorted()
        return places.compactMap { index in
            let from = began.nanoseconds + index * LoadTrace.slice
            let to = min(from + LoadTrace.slice, self.last.nanoseconds)
            guard to - from >= 100_000_000 else { return nil }
            return Slice(from: from, to: to, rate: Double(moved[index] ?? 0) * 8e9 / Double(to - from))
        }
    }

    var hasMoved: Bool { !moved.isEmpty }
}
