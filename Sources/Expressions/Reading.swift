/// What is known of a quantity.
public struct Reading: Equatable, Sendable {
    public var interval: Interval
    /// Values behind it; of a formula the fewest behind any of its parts; nil for a literal.
    public var samples: Int?
    /// Why it is not measured, one entry for each metric that is missing; empty when it is.
    public var missing: [Missing]

    public init(interval: Interval, samples: Int? = nil, missing: [Missing] = []) {
        self.interval = interval
        self.samples = samples
        self.missing = missing
    }

    /// The one value, or nil when it is unmeasured.
    public var value: Double? { missing.isEmpty ? interval.point : nil }

    /// The interval where it is taken away or divided by.
    ///
    /// A lost ping counts as slower than its timeout, lest losses look fast. Taken away, that bound would do the opposite: a
    /// baseline that was lost would make every rise small. Nothing is known of it there but that it is not negative.
    var withoutLeast: Interval {
        missing.isEmpty ? interval : Interval(min(0, interval.low), interval.high)
    }

    /// An unknown part may not matter (`0 * x`); then the whole is known.
    init(_ interval: Interval, from parts: [Reading]) {
        let counts = parts.compactMap(\.samples)
        let missing = interval.point != nil ? [] : uniqued(parts.flatMap(\.missing))
        self.init(interval: interval, samples: counts.min(), missing: missing)
    }
}

/// A metric that was not measured, and why.
public struct Missing: Hashable, Sendable {
    /// As written: `gateway.idle.rtt.p50`, `vars.link`.
    public var metric: String
    /// The probe or load that it is of; nil for other names.
    public var source: String?
    /// In words, without a full stop.
    public var reason: String

    public init(metric: String, source: String?, reason: String) {
        self.metric = metric
        self.source = source
        self.reason = reason
    }
}

/// A grade as far as it is known: from the best step it may be to the worst, counted from 0 for the best of the scale.
public struct GradeReading: Equatable, Sendable {
    public var best: Int
    public var worst: Int
    /// The scale, best first.
    public var scale: [String]
    public var missing: [Missing]

    public init(best: Int, worst: Int, scale: [String], missing: [Missing] = []) {
        self.best = best
        self.worst = worst
        self.scale = scale
        self.missing = missing
    }

    /// The step, or nil when several are possible.
    public var grade: String? { best == worst ? scale[best] : nil }

    /// Larger is better, so that comparisons read as they are meant.
    var goodness: Interval { Interval(-Double(worst), -Double(best)) }
}

/// A text as far as it is known.
public struct TextReading: Equatable, Sendable {
    /// The texts that it may be; nil: any.
    public var possible: [String]?
    public var missing: [Missing]

    public init(possible: [String]?, missing: [Missing] = []) {
        self.possible = possible
        self.missing = missing
    }
}

func uniqued(_ list: [Missing]) -> [Missing] {
    var seen: Set<Missing> = []
    return list.filter { seen.insert($0).inserted }
}
