public import LinecheckExpressions

/// One measured number, or why there is none.
public enum Metric: Equatable, Sendable {
    /// A whole number of the smallest unit (ns, bit/s, bytes, ppm), and how many values it was made of.
    case measured(Int64, n: Int)
    /// Why, without a full stop, and between what bounds the value would have been.
    case unmeasured(String, Interval)

    public var value: Int64? { if case .measured(let value, _) = self { value } else { nil } }
    public var reason: String? { if case .unmeasured(let reason, _) = self { reason } else { nil } }

    /// As an expression sees it.
    func reading(of path: MetricPath) -> Reading {
        switch self {
        case .measured(let value, let n): Reading(interval: Interval(point: Double(value)), samples: n)
        case .unmeasured(let reason, let bounds):
            Reading(
                interval: bounds, missing: [Missing(metric: path.text, source: path.source, reason: reason)])
        }
    }
}
