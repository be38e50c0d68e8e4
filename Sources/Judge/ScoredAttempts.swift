import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities
import LinecheckStatistics

/// The attempts of one probe that count in one phase, and the statistics of them.
struct ScoredAttempts: Sendable {
    /// In the order of their sequence numbers; nil: no reply in time. Local errors are left out.
    private(set) var settled = SettledAttempts()
    /// When they were sent; read where a quantity asks for it, since it costs nothing until then.
    private var sends = SendTimes()
    private var places: [Range<Int>] = []
    /// The replies, ascending.
    private(set) var replies = RankedTimes()
    private(set) var connects = Part()
    private(set) var handshakes = Part()
    private(set) var resolves = Part()
    private(set) var delaysUp = Part()
    private(set) var delaysDown = Part()
    private(set) var localErrors = 0
    private(set) var late = 0
    private(set) var duplicates = 0

    /// Puts other attempts in the place of those that were, as many; times of sending and connecting stay.
    mutating func settle(_ attempts: [(sequence: Int64, rtt: Int64?)]) {
        settled = SettledAttempts(attempts)
        replies = settled.replies
    }

    var lost: Int { settled.count - replies.count }

    /// One step of the attempts that took it.
    struct Part: Sendable {
        /// Ascending.
        fileprivate(set) var values = RankedTimes()
        /// Attempts that were lost before they had taken it; one that was answered without it did not need it.
        fileprivate(set) var lost = 0

        fileprivate init(values: RankedTimes, lost: Int) {
            self.values = values
            self.lost = lost
        }

        /// Nobody took it.
        fileprivate init() {}

        fileprivate init(_ column: SparseColumn, _ places: [Range<Int>], of log: AttemptLog) {
            guard !column.isEmpty else { return }
            var taken = CompactTimes()
            for place in places.joined() {
                if let value = column[place] { taken.append(value) } else if log.outcomes[place] < 0 { lost += 1 }
            }
            values = RankedTimes(taken)
        }
    }

    /// - Parameter places: in the log, in the order of their sequence numbers.
    init(_ places: [Range<Int>], of log: AttemptLog) {
        let left = log.localErrors.isEmpty ? places : Self.withoutLocalErrors(places, of: log)
        settled = SettledAttempts(left, of: log)
        (sends, self.places) = (log.sent, left)
        localErrors = places.reduce(0) { $0 + $1.count } - settled.count
        replies = settled.replies
        connects = Part(log.connects, left, of: log)
        handshakes = Part(log.handshakes, left, of: log)
        resolves = Part(log.resolves, left, of: log)
        delaysUp = Part(log.delaysUp, left, of: log)
        delaysDown = Part(log.delaysDown, left, of: log)
        let strays = Set(log.late.map(\.sequence) + log.duplicates)
        guard !strays.isEmpty else { return }
        let known = Set(settled.lazy.map(\.sequence).filter(strays.contains))
        late = log.late.count { known.contains($0.sequence) }
        duplicates = log.duplicates.count { known.contains($0) }
    }

    private static func withoutLocalErrors(_ places: [Range<Int>], of log: AttemptLog) -> [Range<Int>] {
        var kept = Places()
        for place in places.joined() where log.outcomes[place] != AttemptLog.Outcome.localError {
            kept.append(place..<place + 1)
        }
        return kept.stretches
    }
}

extension ScoredAttempts {
    /// - Parameters:
    ///   - timeout: the probe's; what was lost took at least that long.
    ///   - window: when what is scored was sent, in ns.
    func metric(
        _ quantity: MetricQuantity, _ statistic: Statistic?, timeout: Duration, window: Range<Int64>
    ) -> Metric {
        switch quantity {
        case .rtt:
            return distribution(Part(values: replies, lost: lost), statistic, .from(timeout))
        case .connect: return part(connects, "connect time", statistic, .from(timeout))
        case .tls: return part(handshakes, "TLS handshake", statistic, .from(timeout))
        case .resolve: return part(resolves, "look-up of a name", statistic, .from(timeout))
        case .owdUp: return part(delaysUp, "one-way delay", statistic, .unknownDelay)
        case .owdDown: return part(delaysDown, "one-way delay", statistic, .unknownDelay)
        case .jitter: return ofDifferences { $0.median }
        case .ipdvMean: return ofDifferences { $0.mean }
        case .jitterRFC3550: return ofDifferences { _ in NeighbourDifferences(settled).rfc3550 }
        case .pdvP95: return pdv(timeout)
        case .loss: return loss
        case .sent: return .measured(Int64(settled.count), n: settled.count)
        case .lost: return spoiled.map { .unmeasured($0, .notNegative) } ?? .measured(Int64(lost), n: settled.count)
        case .late: return .measured(Int64(late), n: settled.count)
        case .duplicates: return .measured(Int64(duplicates), n: settled.count)
        case .localErrors: return .measured(Int64(localErrors), n: settled.count + localErrors)
        case .burst:
            return spoiled.map { .unmeasured($0, .notNegative) }
                ?? .measured(Int64(longestLossPeriod(settled.map { $0.rtt != nil })), n: settled.count)
        case .minuteJitter:
            return MinuteJitter(settled, sent: places.joined().map { sends[$0] }, in: window).metric(statistic)
        case .recovery: return .unmeasured("it is a matter of two phases", .notNegative)
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

    private func ofDifferences(_ value: (RankedTimes) -> Int64?) -> Metric {
        let differences = RankedTimes(differencesOf: settled.neighbours)
        if let value = value(differences) { return .measured(value, n: differences.count) }
        return .unmeasured(
            "no two neighbouring attempts were both answered: \(replies.count) of \(settled.count) were", .notNegative)
    }

    /// The spread above the fastest reply, one-way-delay variation of RFC 5481 §4.2 applied to round trips.
    private func pdv(_ timeout: Duration) -> Metric {
        switch percentile(95, Part(values: replies, lost: lost), .from(timeout)) {
        case .measured(let value, let n): .measured(value - (replies.first ?? 0), n: n)
        case .unmeasured(let reason, let bounds):
            .unmeasured(reason, Interval(max(0, bounds.low - Double(replies.first ?? 0)), .infinity))
        }
    }

    private func part(_ part: Part, _ what: String, _ statistic: Statistic?, _ unknown: Unknown) -> Metric {
        part.values.isEmpty
            ? .unmeasured("no \(what) was recorded", unknown.nothing) : distribution(part, statistic, unknown)
    }

    /// What is known of a value that was not measured.
    private struct Unknown {
        /// Nobody was asked.
        var nothing: Interval
        /// Nobody answered in time.
        var lost: Interval

        /// An attempt that got no reply in time took at least that time.
        static func from(_ timeout: Duration) -> Unknown {
            Unknown(nothing: .notNegative, lost: Interval(Double(timeout.nanoseconds), .infinity))
        }

        /// Which way it was lost cannot be told, and where zero lies is not known either.
        static var unknownDelay: Unknown { Unknown(nothing: .everything, lost: .everything) }
    }

    private func distribution(_ part: Part, _ statistic: Statistic?, _ unknown: Unknown) -> Metric {
        let values = part.values
        if case .percentile(let rank) = statistic { return percentile(rank, part, unknown) }
        if case .trimmedMean(let rank) = statistic { return trimmedMean(rank, part, unknown) }
        if statistic == .n { return .measured(Int64(values.count), n: values.count) }
        guard let least = values.first, let most = values.last else { return allLost(unknown) }
        let value: Int64?
        switch statistic {
        case .min: value = least
        case .max: value = most
        case .mean: value = values.mean
        case .stddev: value = standardDeviation(of: values.sorted)
        default: value = nil
        }
        if let value { return .measured(value, n: values.count) }
        return .unmeasured("n = \(values.count), \(statistic?.text ?? "it") needs 2", unknown.nothing)
    }

    private func percentile(_ rank: Int, _ part: Part, _ unknown: Unknown) -> Metric {
        let count = part.values.count + part.lost
        let needed = Percentile.minimumCount(rank)
        guard !part.values.isEmpty else { return allLost(unknown) }
        guard count >= needed else { return .unmeasured("n = \(count), p\(rank) needs \(needed)", unknown.nothing) }
        switch Percentile.of(rank, sorted: part.values, lost: part.lost) {
        case .value(let value): return .measured(value, n: count)
        case .lost:
            let which = rank == 50 ? "the median attempt" : "the attempt at p\(rank)"
            return .unmeasured("\(which) was lost: \(part.lost) of \(count)", unknown.lost)
        }
    }

    /// The mean of the fastest `rank` hundredths of all attempts (draft-ietf-ippm-responsiveness-09,
    /// "Aggregating the Measurements", trims at 95 %).
    ///
    /// Where a lost attempt is among them, the mean is at least what it would be had that attempt come at its timeout.
    private func trimmedMean(_ rank: Int, _ part: Part, _ unknown: Unknown) -> Metric {
        let count = part.values.count + part.lost
        let needed = Percentile.minimumCount(rank)
        guard !part.values.isEmpty else { return allLost(unknown) }
        guard count >= needed else { return .unmeasured("n = \(count), tm\(rank) needs \(needed)", unknown.nothing) }
        let kept = count * rank / 100
        let missing = max(0, kept - part.values.count)
        let reason = "\(missing) of the fastest \(kept) attempts were lost"
        // Without a least value of what was lost there is none of the mean either.
        if missing > 0, !unknown.lost.low.isFinite { return .unmeasured(reason, unknown.lost) }
        let least = missing > 0 ? Int64(unknown.lost.low) : 0
        guard let value = mean(of: Array(part.values.sorted.prefix(kept)) + repeatElement(least, count: missing)) else {
            return allLost(unknown)
        }
        return missing > 0 ? .unmeasured(reason, Interval(Double(value), .infinity)) : .measured(value, n: count)
    }

    private func allLost(_ unknown: Unknown) -> Metric {
        .unmeasured("all \(settled.count) attempts were lost", unknown.lost)
    }
}
