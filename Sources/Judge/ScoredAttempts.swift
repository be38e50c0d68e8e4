import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities
import LinecheckStatistics

/// The attempts of one probe that count in one phase, and the statistics of them.
struct ScoredAttempts {
    /// In the order of their sequence numbers; nil: no reply in time. Local errors are left out.
    private(set) var settled: [(sequence: Int64, rtt: Int64?)] = []
    /// The replies, ascending.
    private(set) var replies: [Int64] = []
    /// User-space connect times, ascending.
    private(set) var connects: [Int64] = []
    private(set) var localErrors = 0
    private(set) var late = 0
    private(set) var duplicates = 0

    /// Puts other attempts in the place of those that were; connect times stay.
    mutating func settle(_ attempts: [(sequence: Int64, rtt: Int64?)]) {
        settled = attempts
        replies = attempts.compactMap(\.rtt).sorted()
    }

    var lost: Int { settled.count - replies.count }

    /// - Parameter indices: places in the log, in the order of their sequence numbers.
    init(_ indices: [Int], of log: AttemptLog) {
        for index in indices {
            let outcome = log.outcomes[index]
            if outcome == AttemptLog.Outcome.localError {
                localErrors += 1
                continue
            }
            settled.append((log.sequences[index], outcome >= 0 ? outcome : nil))
            if outcome >= 0 { replies.append(outcome) }
            if let connect = log.connect(index) { connects.append(connect) }
        }
        replies.sort()
        connects.sort()
        let sequences = Set(settled.map(\.sequence))
        late = log.late.count { sequences.contains($0.sequence) }
        duplicates = log.duplicates.count { sequences.contains($0) }
    }
}

extension ScoredAttempts {
    /// - Parameter timeout: the probe's; what was lost took at least that long.
    func metric(_ quantity: MetricQuantity, _ statistic: Statistic?, timeout: Duration) -> Metric {
        switch quantity {
        case .rtt: return distribution(replies, statistic, timeout)
        case .connect:
            return connects.isEmpty
                ? .unmeasured("no connect time was recorded", .notNegative) : distribution(connects, statistic, timeout)
        case .jitter: return ofDifferences { $0.median }
        case .ipdvMean: return ofDifferences { $0.mean }
        case .jitterRFC3550: return ofDifferences { $0.rfc3550 }
        case .pdvP95: return pdv(timeout)
        case .loss: return loss
        case .sent: return .measured(Int64(settled.count), n: settled.count)
        case .lost: return spoiled.map { .unmeasured($0, .notNegative) } ?? .measured(Int64(lost), n: settled.count)
        case .late: return .measured(Int64(late), n: settled.count)
        case .duplicates: return .measured(Int64(duplicates), n: settled.count)
        case .localErrors: return .measured(Int64(localErrors), n: settled.count + localErrors)
        case .rate, .bytes: return .unmeasured("a probe has no \(quantity.rawValue)", .notNegative)
        }
    }

    private var loss: Metric {
        spoiled.map { .unmeasured($0, MetricQuantity.loss.bounds) }
            ?? .measured(lossRatio(lost: lost, settled: settled.count), n: settled.count)
    }

    private var spoiled: String? {
        guard localErrorsSpoilLoss(localErrors: localErrors, settled: settled.count) else { return nil }
        return "\(localErrors) of \(localErrors + settled.count) attempts did not leave this host"
    }

    private func ofDifferences(_ value: (NeighbourDifferences) -> Int64?) -> Metric {
        let differences = NeighbourDifferences(settled)
        if let value = value(differences) { return .measured(value, n: differences.values.count) }
        return .unmeasured(
            "no two neighbouring attempts were both answered: \(replies.count) of \(settled.count) were", .notNegative)
    }

    /// The spread above the fastest reply, one-way-delay variation of RFC 5481 §4.2 applied to round trips.
    private func pdv(_ timeout: Duration) -> Metric {
        switch percentile(95, replies, timeout) {
        case .measured(let value, let n): .measured(value - (replies.first ?? 0), n: n)
        case .unmeasured(let reason, let bounds):
            .unmeasured(reason, Interval(max(0, bounds.low - Double(replies.first ?? 0)), .infinity))
        }
    }

    private func distribution(_ values: [Int64], _ statistic: Statistic?, _ timeout: Duration) -> Metric {
        if case .percentile(let rank) = statistic { return percentile(rank, values, timeout) }
        if case .trimmedMean(let rank) = statistic { return trimmedMean(rank, values, timeout) }
        if statistic == .n { return .measured(Int64(values.count), n: values.count) }
        guard let least = values.first, let most = values.last else { return allLost(timeout) }
        let value: Int64?
        switch statistic {
        case .min: value = least
        case .max: value = most
        case .mean: value = mean(of: values)
        case .stddev: value = standardDeviation(of: values)
        default: value = nil
        }
        if let value { return .measured(value, n: values.count) }
        return .unmeasured("n = \(values.count), \(statistic?.text ?? "it") needs 2", .notNegative)
    }

    private func percentile(_ rank: Int, _ values: [Int64], _ timeout: Duration) -> Metric {
        let count = settled.count
        let needed = Percentile.minimumCount(rank)
        guard !values.isEmpty else { return allLost(timeout) }
        guard count >= needed else { return .unmeasured("n = \(count), p\(rank) needs \(needed)", .notNegative) }
        switch Percentile.of(rank, sorted: values, lost: count - values.count) {
        case .value(let value): return .measured(value, n: count)
        case .lost:
            let which = rank == 50 ? "the median attempt" : "the attempt at p\(rank)"
            return .unmeasured("\(which) was lost: \(count - values.count) of \(count)", lostBounds(timeout))
        }
    }

    /// The mean of the fastest `rank` hundredths of all attempts (draft-ietf-ippm-responsiveness-09,
    /// "Aggregating the Measurements", trims at 95 %).
    ///
    /// Where a lost attempt is among them, the mean is at least what it would be had that attempt come at its timeout.
    private func trimmedMean(_ rank: Int, _ values: [Int64], _ timeout: Duration) -> Metric {
        let count = settled.count
        let needed = Percentile.minimumCount(rank)
        guard !values.isEmpty else { return allLost(timeout) }
        guard count >= needed else { return .unmeasured("n = \(count), tm\(rank) needs \(needed)", .notNegative) }
        let kept = count * rank / 100
        let missing = max(0, kept - values.count)
        let times = values.prefix(kept) + repeatElement(timeout.nanoseconds, count: missing)
        guard let value = mean(of: Array(times)) else { return allLost(timeout) }
        guard missing > 0 else { return .measured(value, n: count) }
        let reason = "\(missing) of the fastest \(kept) attempts were lost"
        return .unmeasured(reason, Interval(Double(value), .infinity))
    }

    private func allLost(_ timeout: Duration) -> Metric {
        .unmeasured("all \(settled.count) attempts were lost", lostBounds(timeout))
    }

    /// An attempt that got no reply in time took at least that time.
    private func lostBounds(_ timeout: Duration) -> Interval { Interval(Double(timeout.nanoseconds), .infinity) }
}
