import LinecheckLab
import LinecheckQuantities
import LinecheckStatistics

/// All that one program saw.
struct AccuracyRow {
    let asker: Asker
    var strained: [Strain: Turn] = [:]
    var delayed: [(turn: Turn, bridge: BridgeReport)] = []
}

/// The figures as a table in Markdown, in microseconds.
struct AccuracyTable {
    let rows: [AccuracyRow]
    let rounds: Int

    var text: String {
        let heading =
            ["rtt p50 / p99 in µs"] + Strain.allCases.map(\.rawValue)
            + ["10 ms way, off by", "first packet"] + Strain.allCases.map { "sends late p99, \($0.rawValue)" }
        var lines = [heading, heading.map { _ in "---" }]
        for row in rows {
            let times = Strain.allCases.map { strain in
                let times = row.strained[strain]?.times ?? []
                return "\(micros(percentile(50, times))) / \(micros(percentile(99, times)))"
            }
            let sends = Strain.allCases.map { micros(percentile(99, row.strained[$0]?.sendErrors ?? [])) }
            let firsts = percentile(50, row.strained[.idle]?.firsts ?? [])
            lines.append([row.asker.rawValue] + times + [offset(row), micros(firsts)] + sends)
        }
        let table = lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
        return """
            \(rounds) rounds of \(AccuracyBenchmark.attempts) attempts, one each 10 ms, over a veth pair; the programs take turns.

            \(table)
            """
    }

    /// p50 and p99 less what the bridge held its frames for, up and down, at the same percentile; the median of the rounds.
    private func offset(_ row: AccuracyRow) -> String {
        let offsets: [(Int64, Int64)] = row.delayed.compactMap { turn, bridge in
            guard let up = bridge.up.held, let down = bridge.down.held,
                let middle = percentile(50, turn.times), let high = percentile(99, turn.times)
            else { return nil }
            return (
                middle - up.p50.nanoseconds - down.p50.nanoseconds, high - up.p99.nanoseconds - down.p99.nanoseconds
            )
        }
        return "\(micros(percentile(50, offsets.map(\.0)))) / \(micros(percentile(50, offsets.map(\.1))))"
    }

    private func percentile(_ rank: Int, _ values: [Int64]) -> Int64? {
        guard !values.isEmpty, case .value(let value) = Percentile.of(rank, sorted: values.sorted(), lost: 0) else {
            return nil
        }
        return value
    }

    /// One decimal.
    private func micros(_ value: Int64?) -> String {
        guard let value else { return "?" }
        let tenths = (value.magnitude + 50) / 100
        return "\(value < 0 ? "−" : "")\(tenths / 10).\(tenths % 10)"
    }
}
