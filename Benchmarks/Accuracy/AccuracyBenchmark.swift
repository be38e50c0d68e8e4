import Glibc
import LinecheckLab
import LinecheckQuantities

/// `linecheck-bench accuracy`: the same way, asked by six programs in turn, in three states of the machine and with a known delay.
///
/// Everybody asks every 10 ms, in rounds that alternate, so that what else the machine does meets all of them. The first
/// attempt of each turn pays for neighbour resolution and stands in a column of its own.
struct AccuracyBenchmark {
    private static let rounds = 3
    private static let askers = Asker.allCases
    static let attempts = 400
    static let interval = Duration.milliseconds(10)

    func run() -> Int32 {
        do {
            NamedNamespace.sweep(prefix: VethPath.namePrefix)
            var rows = Self.askers.map { AccuracyRow(asker: $0) }
            for strain in Strain.allCases {
                let path = try VethPath()
                let strained = try strain.apply(to: path)
                // What starts is not yet at its full strength.
                sleep(1)
                try ask(path, into: &rows) { $0.strained[strain, default: Turn()].add($1) }
                withExtendedLifetime(strained) {}
            }
            try askWithKnownDelay(into: &rows)
            print(AccuracyTable(rows: rows, rounds: Self.rounds).text)
            return 0
        } catch {
            print("linecheck-bench: \(error)")
            return 2
        }
    }

    private func ask(
        _ path: VethPath, into rows: inout [AccuracyRow], _ keep: (inout AccuracyRow, Turn) -> Void
    ) throws {
        for round in 0..<Self.rounds {
            for step in rows.indices {
                // Who begins changes too.
                let place = (step + round) % rows.count
                try path.forgetNeighbours()
                let sends = try SendWatch(path)
                var turn = try rows[place].asker.ask(path)
                turn.sendErrors = try sends.finish()
                keep(&rows[place], turn)
            }
        }
    }

    /// The delay is made by a bridge of our own, whose own stamps are the truth: from each frame's way in to its way out.
    private func askWithKnownDelay(into rows: inout [AccuracyRow]) throws {
        for round in 0..<Self.rounds {
            for step in rows.indices {
                let place = (step + round) % rows.count
                let path = try VethPath(delayEachWay: .milliseconds(5))
                let turn = try rows[place].asker.ask(path)
                rows[place].delayed.append((turn, try path.finishBridge()))
            }
        }
    }
}

/// What makes the machine another while it is asked.
enum Strain: String, CaseIterable {
    case idle
    /// A busy loop for each processor.
    case processors = "busy CPUs"
    /// Four streams of iperf3 over the same way, at whatever rate the machine has.
    case link = "full link"

    func apply(to path: VethPath) throws -> [Child] {
        switch self {
        case .idle: return []
        case .processors:
            return try (0..<sysconf(Int32(_SC_NPROCESSORS_ONLN))).map { _ in
                try Child(["sh", "-c", "while :; do :; done"])
            }
        case .link:
            let server = try Child(path.far.command(["iperf3", "-s"]))
            usleep(300_000)
            let client = ["iperf3", "-c", VethPath.farAddress, "-P", "4", "-C", "cubic", "-t", "600"]
            return [try Child(path.near.command(client)), server]
        }
    }
}
