public import LinecheckCapture
public import LinecheckPlan
import LinecheckQuantities
import LinecheckStatistics

/// Evaluates the plan's guards over records in the order of the file, so that replay sees what the run saw.
///
/// A record becomes known at: a reply when it arrived, a loss when its timeout passed, anything else at its `t`. After each
/// record of its source a guard looks at what became known in (known − over, known]; it fires once a phase.
public struct GuardWatch: Sendable {
    private let plan: Plan
    private var phase: Phase?
    private var fired: Set<String> = []
    private var attempts: [String: [Attempt]] = [:]
    private var totals: [String: LoadTotals] = [:]

    /// Fewer settled attempts say nothing.
    private static let enough = 5

    private struct Attempt {
        var known: Int64
        /// nil: no answer in time.
        var rtt: Int64?
    }

    private struct LoadTotals {
        var streams: [Int: Int64] = [:]
        var history: [(at: Int64, total: Int64)] = []
        var sum: Int64 { streams.values.reduce(0, +) }
    }

    public init(plan: Plan) { self.plan = plan }

    /// The guards that fire because of this record, in the order of the plan.
    public mutating func look(at record: Record) -> [GuardTrip] {
        switch record {
        case .phase(let change): return follow(change)
        case .sample(let sample): return look(at: sample)
        case .bytes(let bytes): return look(at: bytes)
        default: return []
        }
    }

    private mutating func follow(_ change: PhaseChange) -> [GuardTrip] {
        switch change.state {
        case .running:
            phase = plan.phase(change.phase)
            fired = []
            totals = [:]
        case .loaded: break
        default: if phase?.name == change.phase { phase = nil }
        }
        return []
    }

    private mutating func look(at sample: Sample) -> [GuardTrip] {
        guard let attempt = attempt(sample) else { return [] }
        let guards = plan.guards.filter { $0.subject == .probe(sample.probe) }
        guard !guards.isEmpty else { return [] }
        let longest = guards.compactMap(\.over).max()?.nanoseconds ?? 0
        attempts[sample.probe, default: []].removeAll { $0.known <= attempt.known - longest }
        attempts[sample.probe, default: []].append(attempt)
        return guards.compactMap { candidate in
            let start = attempt.known - (candidate.over?.nanoseconds ?? 0)
            let window = attempts[sample.probe, default: []].filter { $0.known > start && $0.known <= attempt.known }
            guard let observed = statistic(candidate.statistic, of: window) else { return nil }
            return trip(candidate, subject: sample.probe, observed: observed, at: attempt.known)
        }
    }

    /// An attempt that never left this host says nothing of the network.
    private func attempt(_ sample: Sample) -> Attempt? {
        let sent = sample.at.nanoseconds
        switch sample.outcome {
        case .reply(let rtt): return Attempt(known: sent + rtt.nanoseconds, rtt: rtt.nanoseconds)
        case .lost:
            let timeout =
                plan.phase(phase?.name ?? "")?.probes.first { $0.name == sample.probe }?.timeout
                ?? plan.probe(sample.probe)?.timeout ?? .zero
            return Attempt(known: sent + timeout.nanoseconds, rtt: nil)
        case .failed(let word): return word.blame == .network ? Attempt(known: sent, rtt: nil) : nil
        }
    }

    /// The same statistics as the judge's, so that a guard does not act on a number that no verdict shows.
    private func statistic(_ statistic: Guard.Statistic, of window: [Attempt]) -> Int64? {
        guard window.count >= Self.enough else { return nil }
        let replies = window.compactMap(\.rtt).sorted()
        let lost = window.count - replies.count
        switch statistic {
        case .loss: return lossRatio(lost: lost, settled: window.count)
        case .rttMax: return replies.last ?? .max
        case .rttP50: return Self.percentile(50, replies, lost)
        case .rttP95: return Self.percentile(95, replies, lost)
        case .bytes, .rate: return nil
        }
    }

    /// A lost attempt took longer than any limit.
    private static func percentile(_ rank: Int, _ replies: [Int64], _ lost: Int) -> Int64 {
        switch Percentile.of(rank, sorted: replies, lost: lost) {
        case .value(let value): value
        case .lost: .max
        }
    }

    private mutating func look(at bytes: ByteTotal) -> [GuardTrip] {
        let guards = plan.guards.filter { $0.subject == .load(bytes.load) || $0.subject == .anyLoad }
        var known = totals[bytes.load] ?? LoadTotals()
        known.streams[bytes.stream] = bytes.total
        let sum = known.sum
        if guards.contains(where: { $0.statistic == .rate }) { known.history.append((bytes.at.nanoseconds, sum)) }
        totals[bytes.load] = known
        return guards.compactMap { candidate in
            switch candidate.statistic {
            case .bytes: return trip(candidate, subject: bytes.load, observed: sum, at: bytes.at.nanoseconds)
            case .rate:
                guard let over = candidate.over, let rate = rate(of: bytes.load, over: over, at: bytes.at.nanoseconds)
                else { return nil }
                return trip(candidate, subject: bytes.load, observed: rate, at: bytes.at.nanoseconds)
            default: return nil
            }
        }
    }

    /// Bits a second over a window that is full; nil before.
    private func rate(of load: String, over: Duration, at now: Int64) -> Int64? {
        let history = totals[load]?.history ?? []
        guard let first = history.last(where: { $0.at <= now - over.nanoseconds }), let last = history.last,
            last.at > first.at
        else { return nil }
        return roundedHalfEven(Int128(last.total - first.total) * 8_000_000_000, by: Int128(last.at - first.at))
    }

    private mutating func trip(_ candidate: Guard, subject: String, observed: Int64, at known: Int64) -> GuardTrip? {
        let key = "\(candidate.name) \(subject)"
        let trips = candidate.direction == .above ? observed > candidate.limit : observed < candidate.limit
        guard phase != nil, trips, fired.insert(key).inserted else { return nil }
        return GuardTrip(
            at: RunInstant(nanoseconds: known), name: candidate.name, subject: subject, observed: observed,
            limit: candidate.limit, action: candidate.action.rawValue)
    }
}
