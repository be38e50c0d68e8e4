import Glibc
import LinecheckLab
import LinecheckQuantities

/// When questions really left, whoever asked: tcpdump at the far end of the cable.
final class SendWatch {
    private let dump: Child

    init(_ path: VethPath) throws {
        dump = try Child(
            path.far.command([
                "tcpdump", "-l", "-n", "-tt", "--time-stamp-precision=nano", "-i", VethPath.device,
                // Echo requests, and irtt's packets but not its opening ones, which are shorter or come from the far end.
                "(icmp[0] == 8 or (udp and dst port 2112)) and dst host \(VethPath.farAddress)",
            ]))
        try dump.wait(toSay: "listening on")
    }

    /// How far the sends were from start + k × interval, in ns, where the start is the one that flatters most: no send was
    /// early by it.
    func finish() throws -> [Int64] {
        usleep(100_000)
        dump.end()
        let times = dump.output.split(separator: "\n").compactMap { nanoseconds($0.prefix { $0 != " " }) }
        return Self.errors(of: Array(times.suffix(AccuracyBenchmark.attempts)))
    }

    static func errors(of times: [Int64]) -> [Int64] {
        let interval = AccuracyBenchmark.interval.nanoseconds
        let offsets = times.enumerated().map { $1 - Int64($0) * interval }
        guard let start = offsets.min() else { return [] }
        return offsets.map { $0 - start }
    }

    /// `1735689600.123456789`.
    private func nanoseconds(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".")
        guard parts.count == 2, parts[1].count == 9, let seconds = Int64(parts[0]), let rest = Int64(parts[1]) else {
            return nil
        }
        return seconds * 1_000_000_000 + rest
    }
}
