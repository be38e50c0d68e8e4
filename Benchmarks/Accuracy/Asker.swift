import LinecheckJSON
import LinecheckLab
import LinecheckQuantities

/// A program that measures round trips, started the way its manual says, and read by what it prints.
enum Asker: String, CaseIterable {
    case linecheck
    /// The program's own clock before the send and the kernel's at receipt, as ping(8) does, to compare like with like.
    case linecheckUserSend = "linecheck, user send"
    case ping, fping, irtt, mtr

    func ask(_ path: VethPath) throws -> Turn {
        let child = try Child(path.near.command(try words))
        _ = try child.wait(within: .seconds(60))
        let times = try read(child)
        guard times.count > AccuracyBenchmark.attempts / 2 else {
            throw Child.Failure(
                description: "\(rawValue) gave \(times.count) round trips: \(child.errors.prefix(400))")
        }
        return Turn(first: times[0], times: Array(times.dropFirst()))
    }

    private var words: [String] {
        get throws {
            let (count, target) = ("\(AccuracyBenchmark.attempts)", VethPath.farAddress)
            switch self {
            case .linecheck: return [try Program.path(), "ask", target, count, "kernel"]
            case .linecheckUserSend: return [try Program.path(), "ask", target, count, "kernel-receive"]
            case .ping: return ["ping", "-n", "-i", "0.01", "-c", count, target]
            case .fping: return ["fping", "-q", "-r", "0", "-p", "10", "-t", "1000", "-C", count, target]
            case .irtt:
                let duration = "\(AccuracyBenchmark.attempts * 10)ms"
                return ["irtt", "client", "-Q", "-i", "10ms", "-d", duration, "-o", "-", "\(target):2112"]
            case .mtr: return ["mtr", "-n", "--raw", "-i", "0.01", "-c", count, target]
            }
        }
    }

    /// Round trips in ns, in the order of the attempts; a lost one is left out.
    private func read(_ child: Child) throws -> [Int64] {
        switch self {
        case .linecheck, .linecheckUserSend: return lines(child.output).compactMap { Int64($0) }
        case .ping:
            return lines(child.output).compactMap { line in
                guard let mark = line.firstRange(of: "time=") else { return nil }
                return milliseconds(line[mark.upperBound...].prefix { $0 != " " })
            }
        case .fping:
            let line = lines(child.errors).first { $0.contains(" : ") } ?? ""
            return line.split(separator: ":").last.map { $0.split(separator: " ").compactMap(milliseconds) } ?? []
        case .irtt:
            let json = try JSONReader.read(SourceText(name: "irtt", text: child.output)).plain
            return json["round_trips"]?.array?.compactMap { $0["delay"]?["rtt"]?.integer } ?? []
        case .mtr:
            // `p HOST MICROSECONDS SEQUENCE` (mtr's FORMATS).
            return lines(child.output).compactMap { line in
                let words = line.split(separator: " ")
                return words.count >= 3 && words[0] == "p" ? Int64(words[2]).map { $0 * 1_000 } : nil
            }
        }
    }

    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

    private func milliseconds(_ text: Substring) -> Int64? { Double(text).map { Int64($0 * 1e6) } }
}

/// What one turn of one program saw, in ns.
struct Turn {
    /// With neighbour resolution.
    var firsts: [Int64] = []
    var times: [Int64] = []
    /// How far each send was from its plan.
    var sendErrors: [Int64] = []

    init() {}

    init(first: Int64, times: [Int64]) {
        firsts = [first]
        self.times = times
    }

    mutating func add(_ other: Turn) {
        firsts += other.firsts
        times += other.times
        sendErrors += other.sendErrors
    }
}
