import LinecheckPlan
import LinecheckQuantities
import LinecheckStatistics

/// Draws the scored attempts of a table again, phase by phase, in blocks.
struct Resampling {
    private let table: MetricTable
    /// By phase of the plan; nil where nothing was scored.
    private let lengths: [Int?]

    init(_ table: MetricTable) {
        self.table = table
        lengths = table.plan.phases.indices.map { phase in
            // The probe whose samples hang together longest sets the length for its phase.
            table.plan.probes.indices.compactMap { probe in Self.blockLength(table, probe, phase) }.max()
        }
    }

    var blocks: [Confidence.Block] {
        zip(table.plan.phases, lengths).compactMap { phase, length in
            length.map { Confidence.Block(phase: phase.name, length: $0) }
        }
    }

    /// One draw of the whole table.
    func draw(_ random: inout SeededRandom) -> MetricTable {
        var drawn = table
        for (phase, length) in lengths.enumerated() {
            guard let length else { continue }
            let attempts = table.plan.probes.indices.map { table.attempts($0, in: phase)?.settled.count ?? 0 }
            let most = (attempts.max() ?? 0) / length + 1
            var starts = (0..<most).map { _ in random.next() }
            for (probe, count) in attempts.enumerated() where count > 0 {
                let blocks = CircularBlocks(count: count, length: length, starts: starts)
                drawn.replace(probe, in: phase, with: table.attempts(probe, in: phase)?.redrawn(blocks))
                // Who ran alone saw another time, and another queue.
                if table.plan.phases[phase].inOrder { starts = (0..<most).map { _ in random.next() } }
            }
        }
        return drawn
    }

    /// By the automatic rule, and at least n^⅓ (Hall, Horowitz & Jing 1995): jitter rests on neighbours, and blocks of one
    /// have none. A lost attempt stands in the series as long as it was waited for. nil: none was scored.
    private static func blockLength(_ table: MetricTable, _ probe: Int, _ phase: Int) -> Int? {
        guard let settled = table.attempts(probe, in: phase)?.settled, !settled.isEmpty else { return nil }
        let timeout = table.plan.probe(table.plan.probes[probe].name, in: phase).timeout.nanoseconds
        let automatic = LinecheckStatistics.blockLength(of: settled.map { Double($0.rtt ?? timeout) })
        let least = (1...settled.count).first { $0 * $0 * $0 >= settled.count } ?? 1
        return max(automatic, least)
    }
}

extension ScoredAttempts {
    /// The same number of attempts as drawn. Neighbours stay neighbours inside a block and nowhere else.
    fileprivate func redrawn(_ blocks: CircularBlocks) -> ScoredAttempts {
        var drawn = self
        var sequence: Int64 = 0
        let settled = Array(settled)
        drawn.settle(
            blocks.draws.map { place, continues in
                sequence += continues ? settled[place].sequence - settled[place - 1].sequence : 2
                return (sequence, settled[place].rtt)
            })
        return drawn
    }
}
