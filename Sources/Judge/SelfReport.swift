import LinecheckCapture
import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities
import LinecheckStatistics

/// What this host did during the run: reasons to doubt the measurement itself.
public struct SelfReport: Equatable, Sendable {
    /// Seconds that were looked at.
    public var seconds: Int
    /// Processor time of this program.
    public var ownCPU: Duration
    /// The busiest second of the machine, in ppm of all its processors; nil: not recorded.
    public var busiest: Int64?
    /// In how many seconds it was above nine tenths.
    public var busySeconds: Int
    /// The worst 99th percentile of how late a probe was sent; nil: not recorded.
    public var timerLate: Duration?
    /// Replies that this host dropped.
    public var localDrops: Int64
    public var suspensions: Int
    /// Phases without a load in which the interface carried other traffic, and how much.
    public var busyBaselines: [BusyBaseline]

    public struct BusyBaseline: Equatable, Sendable {
        public var phase: String
        public var received: Int64
        public var sent: Int64
    }

    init(_ table: MetricTable) {
        let observations = table.observations
        let checks = observations.selfChecks
        let shares = observations.busyShares.map(\.share)
        seconds = checks.count
        ownCPU = checks.reduce(.zero) { $0 + $1.ownCPU }
        busiest = shares.max()
        busySeconds = shares.count { $0 > 900_000 }
        timerLate = checks.compactMap(\.timerLateP99).max()
        localDrops = checks.map(\.localDrops).max() ?? 0
        suspensions = observations.suspensions
        busyBaselines = table.busyBaselines
    }
}

extension Observations {
    /// For each second: when it ended, and the machine's busy share of all processors in ppm.
    var busyShares: [(at: RunInstant, share: Int64)] {
        // A share of how many processors, nobody knows.
        guard isHeaderVerified else { return [] }
        var before = RunInstant.start
        return selfChecks.compactMap { check in
            let passed = (check.at - before).nanoseconds
            before = check.at
            guard passed > 0, let busy = check.machineBusy else { return nil }
            let share = roundedHalfEven(
                Int128(busy.nanoseconds) * 1_000_000, by: Int128(passed) * Int128(processors))
            return (check.at, share)
        }
    }

    /// Of the seconds that ended in a window.
    func busyShares(in window: PhaseWindow) -> [Int64] {
        busyShares.filter { $0.at > window.start && $0.at <= window.end }.map(\.share)
    }
}

extension MetricTable {
    /// Above one twentieth of the measured rate, or above 1 Mbit/s, in either direction.
    ///
    /// What our own probes send (three of them five times a second are 12 kbit/s) is never counted as somebody else's.
    fileprivate var busyBaselines: [SelfReport.BusyBaseline] {
        guard !observations.isLoopback else { return [] }
        let (down, up) = (limit(.download), limit(.upload))
        return plan.phases.indices.compactMap { index in
            guard plan.phases[index].loads.isEmpty, plan.isBaseline(index), let window = windows[index],
                let traffic = observations.traffic(in: window), traffic.received > down || traffic.sent > up
            else { return nil }
            return SelfReport.BusyBaseline(
                phase: plan.phases[index].name, received: traffic.received, sent: traffic.sent)
        }
    }

    private func limit(_ direction: Load.Direction) -> Int64 {
        var limit: Int64 = 1_000_000
        for phase in plan.phases {
            for load in phase.loads where plan.load(load)?.direction == direction {
                let path = MetricPath(source: load, phase: phase.name, quantity: .rate, statistic: .mean)
                if let rate = metric(path).value { limit = min(limit, rate / 20) }
            }
        }
        return max(limit, 64_000)
    }
}

extension Plan {
    /// A phase before the first load: what follows one still drains that load's queue.
    fileprivate func isBaseline(_ phase: Int) -> Bool { phases[..<phase].allSatisfy { $0.loads.isEmpty } }
}

extension Observations {
    /// Mean rates on the interface between the first and last look at its counters in a window; nil with fewer than two.
    fileprivate func traffic(in window: PhaseWindow) -> (received: Int64, sent: Int64)? {
        let inside = selfChecks.filter { $0.at >= window.start && $0.at <= window.end }
        guard let first = inside.first, let last = inside.last,
            let received = difference(first.interfaceReceived, last.interfaceReceived),
            let sent = difference(first.interfaceSent, last.interfaceSent),
            let receivedRate = bitRate(bytes: received, over: last.at - first.at),
            let sentRate = bitRate(bytes: sent, over: last.at - first.at)
        else { return nil }
        return (receivedRate, sentRate)
    }

    private func difference(_ first: Int64?, _ last: Int64?) -> Int64? {
        guard let first, let last, last >= first else { return nil }
        return last - first
    }
}
