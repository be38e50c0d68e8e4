/// The name of one measured number: `internet.download.rtt.p50`, `download.download.rate.mean`.
public struct MetricPath: Hashable, Sendable {
    /// A probe or load.
    public var source: String
    public var phase: String
    public var quantity: MetricQuantity
    /// nil where the quantity has only one: `loss`, `jitter`, `bytes`.
    public var statistic: Statistic?

    public init(source: String, phase: String, quantity: MetricQuantity, statistic: Statistic? = nil) {
        self.source = source
        self.phase = phase
        self.quantity = quantity
        self.statistic = statistic
    }

    /// As it is written in rules and printed in verdicts.
    public var text: String {
        let base = "\(source).\(phase).\(quantity.rawValue)"
        return statistic.map { "\(base).\($0.text)" } ?? base
    }

    public var type: ValueType {
        statistic == .n ? .count : quantity.type
    }

    /// Between what bounds its value lies, in the smallest unit, when nothing more is known of it.
    public var bounds: Interval { statistic == .n ? .notNegative : quantity.bounds }
}

/// What can be asked of a probe or load in one phase.
public enum MetricQuantity: String, CaseIterable, Sendable {
    // Of probes.
    case rtt
    /// User-space time of a TCP connect, also when its SYN was sent again.
    case connect
    /// Time of TLS handshakes, and of looking up the hosts of redirects.
    case tls, resolve
    /// Delay of each direction by two clocks: only differences between two phases mean anything.
    case owdUp = "owd_up"
    case owdDown = "owd_down"
    case jitter
    case ipdvMean = "ipdv_mean"
    case jitterRFC3550 = "jitter_rfc3550"
    case pdvP95 = "pdv_p95"
    /// Of each whole minute.
    case minuteJitter = "minute_jitter"
    case loss, sent, lost, late, duplicates
    /// The most attempts that were lost one after another.
    case burst
    case localErrors = "local_errors"
    /// How long round trips stay above the baseline after the load before has ended.
    case recovery
    // Of loads.
    case rate, bytes

    public var type: ValueType {
        switch self {
        case .rtt, .connect, .tls, .resolve, .owdUp, .owdDown, .jitter, .ipdvMean, .jitterRFC3550, .pdvP95,
            .minuteJitter, .recovery:
            .duration
        case .loss: .ratio
        case .sent, .lost, .burst, .late, .duplicates, .localErrors: .count
        case .rate: .rate
        case .bytes: .bytes
        }
    }

    /// Between what bounds a value lies of which nothing is known.
    public var bounds: Interval {
        switch self {
        case .loss: Interval(0, 1_000_000)
        // Their zero is arbitrary.
        case .owdUp, .owdDown: .everything
        default: .notNegative
        }
    }

    public var isOfLoad: Bool { self == .rate || self == .bytes }

    /// Whether a statistic must be named.
    public var needsStatistic: Bool { isDistribution || self == .rate || self == .minuteJitter }

    /// A value of each attempt.
    private var isDistribution: Bool {
        switch self {
        case .rtt, .connect, .tls, .resolve, .owdUp, .owdDown: true
        default: false
        }
    }

    public func allows(_ statistic: Statistic) -> Bool {
        switch self {
        case _ where isDistribution: statistic != .steady
        case .minuteJitter: statistic == .max || statistic.isPercentile
        case .rate: statistic != .stddev && statistic != .n && !statistic.isTrimmed
        default: false
        }
    }

    /// The statistics there are, for a fix.
    var statisticNames: [String] {
        switch self {
        case .rate: ["mean", "steady", "min", "p50", "p90", "max"]
        case .minuteJitter: ["p50", "p90", "p95", "max"]
        default: ["min", "p50", "p90", "p95", "p99", "mean", "tm95", "max", "stddev", "n"]
        }
    }
}

/// How many values become one.
public enum Statistic: Hashable, Sendable {
    case min, mean, max, stddev, n
    /// The mean rate over the scored window, settle left out.
    case steady
    /// 1 … 99.
    case percentile(Int)
    /// The mean of the fastest so many hundredths, 1 … 99: a single-sided trimmed mean.
    case trimmedMean(Int)

    public init?(text: String) {
        switch text {
        case "min": self = .min
        case "mean": self = .mean
        case "max": self = .max
        case "stddev": self = .stddev
        case "n": self = .n
        case "steady": self = .steady
        default:
            if let rank = Self.hundredths(text, after: "tm") {
                self = .trimmedMean(rank)
                return
            }
            guard let rank = Self.hundredths(text, after: "p") else { return nil }
            self = .percentile(rank)
        }
    }

    fileprivate var isPercentile: Bool { if case .percentile = self { true } else { false } }
    fileprivate var isTrimmed: Bool { if case .trimmedMean = self { true } else { false } }

    private static func hundredths(_ text: String, after prefix: String) -> Int? {
        guard text.hasPrefix(prefix), let rank = Int(text.dropFirst(prefix.count)), (1...99).contains(rank),
            text == "\(prefix)\(rank)"
        else { return nil }
        return rank
    }

    public var text: String {
        switch self {
        case .min: "min"
        case .mean: "mean"
        case .max: "max"
        case .stddev: "stddev"
        case .n: "n"
        case .steady: "steady"
        case .percentile(let rank): "p\(rank)"
        case .trimmedMean(let rank): "tm\(rank)"
        }
    }
}
