import LinecheckCapture
import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities
import LinecheckStatistics

extension LoadLog {
    /// - Parameter host: what this machine did in the window.
    func saturation(of load: Load, in window: PhaseWindow, host: HostEvidence) -> Saturation {
        var evidence = Saturation()
        let shares = limitedShares
        evidence.isDownload = load.direction == .download
        evidence.trend = trend(sliceRates(from: window.start, to: window.end))
        evidence.windowLimited = evidence.isDownload ? windowFill(in: window) : shares?.window
        evidence.bufferLimited = evidence.isDownload ? nil : shares?.buffer
        evidence.hasMoved = total > 0
        evidence.machineBusy = host.machineBusy.max()
        evidence.isMachineBusy = isUsual(host.machineBusy) { $0 > 900_000 }
        let ownBusy = host.ownBusy(streams: streams.count)
        evidence.ownBusy = ownBusy.max()
        evidence.isOwnBusy = isUsual(ownBusy) { $0 > 900_000 }
        evidence.timerLate = host.timerLate.max()
        evidence.areTimersLate = isUsual(host.timerLate) { $0 >= .milliseconds(5) }
        let connections = streams.map(\.connection)
        let roundTrips = connections.map(\.roundTrips)
        evidence.restRTT = roundTrips.joined().lazy.filter { $0 > 0 }.min().map { .nanoseconds($0) }
        let loaded = evidence.isDownload ? connections.map(\.receiveRoundTrips) : roundTrips
        evidence.loadedRTT = median(CompactTimes(loaded.joined())).map { .nanoseconds($0) }
        evidence.hasConnectionRecords = connections.contains { !$0.isEmpty }
        evidence.hasHostRecords = host.isKnown
        evidence.retransmits = connections.reduce(0) { $0.cappedSum($1.retransmits.total) }
        if connections.contains(where: \.countsOutOfOrder) {
            evidence.outOfOrder = connections.reduce(0) { $0.cappedSum($1.outOfOrder.total) }
        }
        evidence.detour = detour
        evidence.probeRise = host.probeRise
        evidence.isRateOfLosses = isRateOfLosses(evidence, in: window)
        // The sender's window is not told to the receiver, but what it lost is seen.
        evidence.isFilling = evidence.isDownload ? evidence.isRateOfLosses.map { !$0 } : isFilling
        evidence.alive = alive(in: window)
        if let pace = load.pace?.bitsPerSecond, let rate = rate(from: window.start, to: window.end) {
            evidence.isPaced = rate / 9 >= pace / 10
        }
        return evidence
    }

    /// Whether the streams moved as much as a sender that reacts to losses can: `sqrt(3/2) · MSS / (RTT · sqrt(p))` (Mathis, Semke,
    /// Mahdavi, Ott: The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm, CCR 27(3), 1997, eq. 3).
    ///
    /// A single loss fills no line: four streams of 10 kB a second each lost a segment now and then on a line that was all but
    /// idle. A loss brings several segments out of order, so p is rather too high here, and what losses allow too low; CUBIC and BBR
    /// get more out of a lossy path, and so pass as well.
    private func isRateOfLosses(_ evidence: Saturation, in window: PhaseWindow) -> Bool? {
        guard let lost = evidence.outOfOrder, let rtt = evidence.restRTT,
            let rate = rate(from: window.start, to: window.end)
        else { return nil }
        guard lost > 0 else { return false }
        let seconds = Double((rtt + max(.zero, evidence.probeRise ?? .zero)).nanoseconds) / 1e9
        let segments = max(1, Double(total) / Self.segment)
        let allowed = 1.5.squareRoot() * Self.segment * 8 / (seconds * (min(1, Double(lost) / segments)).squareRoot())
        return Double(rate) / Double(max(1, streams.count)) >= allowed
    }

    /// Bytes of a full segment over Ethernet, with IPv4 and time stamps.
    private static let segment = 1_448.0

    private func trend(_ slices: RepeatedValues) -> Saturation.Trend {
        let third = slices.count / 3
        guard third >= 2 else { return .unknown }
        let end = slices.count
        let last = slices.sum(end - third..<end)
        let middle = slices.sum(end - 2 * third..<end - third)
        if last * 10 > middle * 11 { return .growing }
        return last * 10 < middle * 9 ? .falling : .plateau
    }

    /// `tcpi_busy_time`, `tcpi_rwnd_limited`, `tcpi_sndbuf_limited` (linux/tcp.h) between the first and last look at each connection.
    private var limitedShares: (window: Int64, buffer: Int64)? {
        var (busy, window, buffer): (Int128, Int128, Int128) = (0, 0, 0)
        for stream in streams {
            guard let first = stream.connection.first, let last = stream.connection.last, last.busy > first.busy else {
                continue
            }
            busy += Int128((last.busy - first.busy).nanoseconds)
            window += Int128(max(.zero, last.windowLimited - first.windowLimited).nanoseconds)
            buffer += Int128(max(.zero, last.bufferLimited - first.bufferLimited).nanoseconds)
        }
        guard busy > 0 else { return nil }
        return (roundedHalfEven(window * 1_000_000, by: busy), roundedHalfEven(buffer * 1_000_000, by: busy))
    }

    /// How far one round trip of bytes fills the advertised window, of the fullest stream: a sender that is held back by
    /// the window sends one window a round trip.
    private func windowFill(in window: PhaseWindow) -> Int64? {
        let time = (window.end - window.start).nanoseconds
        guard time > 0 else { return nil }
        return streams.compactMap { stream -> Int64? in
            guard let rtt = median(stream.connection.receiveRoundTrips),
                let advertised = median(stream.connection.receiveWindows), advertised > 0
            else { return nil }
            let moved = stream.total(at: window.end.nanoseconds) - stream.total(at: window.start.nanoseconds)
            let perRoundTrip = Int128(moved) * Int128(rtt) / Int128(time)
            return roundedHalfEven(perRoundTrip * 1_000_000, by: Int128(Self.usable(advertised)))
        }.max()
    }

    /// See ``Saturation/isFilling``, as the sender knows it: one that is held back by anything else keeps its window
    /// (RFC 9438 §5.8), and so does a local queue that never overflows because the kernel feeds it little by little.
    private var isFilling: Bool? {
        let connections = streams.map(\.connection).filter { !$0.isEmpty }
        guard !connections.isEmpty else { return nil }
        let windows = connections.map {
            (half: $0.windows[$0.windows.count / 2], last: $0.windows[$0.windows.count - 1])
        }
        return !connections.contains(where: \.hasRetransmitted)
            && windows.reduce(0) { $0 + $1.last } > windows.reduce(0) { $0 + $1.half }
    }

    /// A sender fills whole segments, which makes a difference to a window of a few.
    private static func usable(_ window: Int64) -> Int64 {
        let size = Int64(segment)
        return window < 16 * size ? max(size, window / size * size) : window
    }

    private func alive(in window: PhaseWindow) -> [Int] {
        let length = (window.end - window.start).nanoseconds
        let slices = min(60, length / 500_000_000)
        guard slices > 0 else { return [] }
        let edges = (0...slices).map { window.start.nanoseconds + length / slices * $0 }
        return zip(edges, edges.dropFirst()).map { start, end in
            streams.count { $0.total(at: end) > $0.total(at: start) }
        }
    }

    /// Whether it holds in at least half of the seconds that were looked at.
    private func isUsual<Value>(_ seconds: [Value], _ holds: (Value) -> Bool) -> Bool {
        !seconds.isEmpty && seconds.count(where: holds) * 2 >= seconds.count
    }

    /// The upper of two middle values; it is evidence, no metric.
    private func median(_ values: CompactTimes) -> Int64? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }
}

/// What this machine did in the seconds of a window, as far as it can limit a load.
struct HostEvidence {
    /// Of all processors, in ppm.
    var machineBusy: [Int64]
    /// Of one processor, in ppm.
    var ownCPU: [Int64] = []
    /// The 99th percentiles.
    var timerLate: [Duration] = []
    var processors: Int
    /// Both were looked at, and how many processors it has is certain.
    var isKnown = false
    /// See ``Saturation/probeRise``.
    var probeRise: Duration?

    init(_ table: MetricTable, phase: Int, in window: PhaseWindow) {
        let observations = table.observations
        probeRise = table.plan.probes.indices.compactMap { table.rise(of: $0, in: phase) }.max()
        machineBusy = observations.busyShares(in: window)
        processors = observations.processors
        var before = RunInstant.start
        for check in observations.selfChecks {
            let passed = (check.at - before).nanoseconds
            before = check.at
            guard check.at > window.start, check.at <= window.end, passed > 0 else { continue }
            let share = roundedHalfEven(Int128(check.ownCPU.nanoseconds) * 1_000_000, by: Int128(passed))
            ownCPU.append(share)
            if let late = check.timerLateP99 { timerLate.append(late) }
        }
        isKnown = observations.isHeaderVerified && !ownCPU.isEmpty && !machineBusy.isEmpty
    }

    /// A stream has one thread, so it can use one processor at most.
    func ownBusy(streams: Int) -> [Int64] { ownCPU.map { $0 / Int64(max(1, min(streams, processors))) } }
}

extension MetricTable {
    /// How much the median round trip of a probe in a phase lies above its lowest without a load.
    func rise(of probe: Int, in phase: Int) -> Duration? {
        func median(_ phase: Phase) -> Int64? {
            let path = MetricPath(
                source: plan.probes[probe].name, phase: phase.name, quantity: .rtt, statistic: .percentile(50))
            return metric(path, raw: true).value
        }
        guard let loaded = median(plan.phases[phase]),
            let low = plan.phases.filter(\.loads.isEmpty).compactMap(median).min()
        else { return nil }
        return .nanoseconds(loaded - low)
    }
}
