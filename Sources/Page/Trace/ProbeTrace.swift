import LinecheckCapture
import LinecheckQuantities

/// Every attempt of one probe, in columns.
struct ProbeTrace: Sendable {
    enum Outcome: Equatable, Sendable {
        case reply(Int64)
        /// It came after the timeout, with its round trip in ns.
        case late(Int64)
        case lost
        case failed(String)
    }

    let name: String
    var target: Target?
    /// Round trips of replies that came after the timeout, in ns, by sequence number.
    var late: [Int64: Int64] = [:]
    /// In ns since the run began.
    private(set) var sent: [Int64] = []
    private(set) var sequences: [Int64] = []
    /// A round trip in ns, −1 for a lost attempt, below that the place of a failure word.
    private var codes: [Int64] = []
    private var failures: [String] = []
    /// One-way delays of a question and its answer in ns, by place; few probes have them.
    private(set) var oneWay: [Int: (up: Int64, down: Int64)] = [:]

    init(name: String) { self.name = name }

    mutating func add(_ sample: Sample) {
        if let up = sample.up, let down = sample.down { oneWay[count] = (up.nanoseconds, down.nanoseconds) }
        sent.append(sample.at.nanoseconds)
        sequences.append(sample.sequence)
        codes.append(code(sample.outcome))
    }

    private mutating func code(_ outcome: Sample.Outcome) -> Int64 {
        switch outcome {
        case .reply(let rtt): return max(0, rtt.nanoseconds)
        case .lost: return -1
        case .failed(let word):
            let place = failures.firstIndex(of: word.rawValue) ?? failures.count
            if place == failures.count { failures.append(word.rawValue) }
            return -2 - Int64(place)
        }
    }

    var count: Int { sent.count }

    func outcome(_ index: Int) -> Outcome {
        let code = codes[index]
        if code >= 0 { return .reply(code) }
        if let rtt = late[sequences[index]] { return .late(rtt) }
        return code == -1 ? .lost : .failed(failures[Int(-2 - code)])
    }

    /// Round trips of the replies in time, with when each attempt was sent, both in ns.
    var replies: [Point] {
        zip(sent, codes).compactMap { sent, code in
            code >= 0 ? Point(x: Double(sent), y: Double(code)) : nil
        }
    }
}
