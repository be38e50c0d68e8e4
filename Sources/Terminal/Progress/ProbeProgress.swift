import LinecheckCapture
import LinecheckQuantities
import LinecheckStatistics

/// What a probe has seen lately.
///
/// A look at what goes on and no verdict: warm-up and settle count here, and the median is of the latest attempts.
public struct ProbeProgress: Equatable, Sendable {
    /// Attempts that the median looks at.
    static let window = 100
    /// More characters than any terminal's sparkline has.
    private static let history = 240

    public let name: String
    /// Attempts as they were settled, the latest last.
    public private(set) var points: [Sparkline.Point] = []
    /// nil before the first attempt was settled, or when that got no reply.
    public private(set) var current: Duration?
    /// Of the phase in which the latest attempt was settled.
    public private(set) var settled = 0
    public private(set) var lost = 0
    private var phase: String?

    init(name: String) { self.name = name }

    mutating func take(_ sample: Sample, in phase: String?) {
        if self.phase != phase {
            self.phase = phase
            (settled, lost) = (0, 0)
        }
        settled += 1
        switch sample.outcome {
        case .reply(let rtt):
            current = rtt
            add(.value(rtt.nanoseconds))
        case .lost, .failed:
            current = nil
            lost += 1
            add(.lost)
        }
    }

    private mutating func add(_ point: Sparkline.Point) {
        points.append(point)
        if points.count > 2 * Self.history { points.removeFirst(points.count - Self.history) }
    }

    /// Of the phase's latest attempts; nil before the first, and when at least half of them got no reply.
    public var median: Duration? {
        let recent = points.suffix(min(settled, Self.window))
        guard !recent.isEmpty else { return nil }
        let replies = recent.compactMap { if case .value(let rtt) = $0 { rtt } else { nil } }.sorted()
        switch Percentile.of(50, sorted: replies, lost: recent.count - replies.count) {
        case .value(let rtt): return .nanoseconds(rtt)
        case .lost: return nil
        }
    }

    /// Parts per million of the phase's settled attempts; nil before the first.
    public var loss: Int64? { settled == 0 ? nil : Int64(lost) * 1_000_000 / Int64(settled) }
}
