import LinecheckCapture
import LinecheckQuantities
import LinecheckStatistics

/// The attempts of one probe, in columns, so that a day of samples fits in memory.
struct AttemptLog: Sendable {
    /// What became of an attempt, in one number: an rtt in ns, or a negative word.
    enum Outcome {
        /// No reply in time, or the network said no.
        static let lost: Int64 = -1
        /// It never left this host.
        static let localError: Int64 = -2
    }

    var count: Int { sequences.count }

    private(set) var sequences = SequenceRuns()
    private(set) var sent = SendTimes()
    private(set) var outcomes = CompactTimes()
    /// What only some probes have, in ns.
    private(set) var connects = SparseColumn()
    private(set) var handshakes = SparseColumn()
    private(set) var resolves = SparseColumn()
    private(set) var delaysUp = SparseColumn()
    private(set) var delaysDown = SparseColumn()
    /// Replies after the timeout: sequence and rtt.
    private(set) var late: [(sequence: Int64, rtt: Int64)] = []
    private(set) var duplicates: [Int64] = []
    /// Words of local errors, and of failures that count as lost.
    private(set) var localErrors = FailureTally()
    private(set) var failures = FailureTally()
    /// Set when the target could not be questioned at all.
    var unavailable: String?

    mutating func add(_ sample: Sample) {
        add(sequence: sample.sequence, sentAt: sample.at.nanoseconds, outcome: code(sample.outcome))
        let place = sequences.count - 1
        connects.set(sample.connect?.nanoseconds, at: place)
        handshakes.set(sample.tls?.nanoseconds, at: place)
        resolves.set(sample.resolve?.nanoseconds, at: place)
        delaysUp.set(sample.up?.nanoseconds, at: place)
        delaysDown.set(sample.down?.nanoseconds, at: place)
    }

    /// Those of one probe, out of samples of several.
    mutating func add(_ samples: UnsafeBufferPointer<PlainSample>, of probe: Int) {
        for sample in samples where sample.probe == probe {
            add(sequence: sample.sequence, sentAt: sample.sentAt, outcome: sample.rtt ?? Outcome.lost)
        }
    }

    /// Makes room for so many times what is here, so that growing does not copy it again and again. What is not needed
    /// costs addresses, not memory.
    mutating func reserve(times factor: Double) {
        let expected = Int(Double(sequences.count) * factor)
        sent.reserve(expected)
        outcomes.reserve(expected)
    }

    /// An attempt that has nothing but an outcome: a round trip in ns, or ``Outcome/lost``.
    @inline(__always)
    private mutating func add(sequence: Int64, sentAt: Int64, outcome: Int64) {
        sequences.append(sequence)
        sent.append(sentAt)
        outcomes.append(outcome)
    }

    private mutating func code(_ outcome: Sample.Outcome) -> Int64 {
        switch outcome {
        case .reply(let rtt): return max(0, rtt.nanoseconds)
        case .lost: return Outcome.lost
        case .failed(let word):
            guard word.blame == .thisHost else {
                failures.add(word)
                return Outcome.lost
            }
            localErrors.add(word)
            return Outcome.localError
        }
    }

    mutating func addLate(_ reply: StrayReply) { late.append((reply.sequence, reply.rtt.nanoseconds)) }
    mutating func addDuplicate(_ reply: StrayReply) { duplicates.append(reply.sequence) }
}
