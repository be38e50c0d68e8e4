// `log10` and `pow` are libm's.
import Glibc

/// From the units of the data to the places of a drawing.
struct Scale {
    enum Kind { case linear, logarithmic }

    let kind: Kind
    let domain: ClosedRange<Double>
    /// Where the ends of the domain are drawn; the first may be the larger, since y grows downward.
    let start: Double
    let end: Double

    init(_ kind: Kind = .linear, _ domain: ClosedRange<Double>, from start: Double, to end: Double) {
        self.kind = kind
        self.domain = domain
        self.start = start
        self.end = end
    }

    /// Values outside the domain are drawn at its ends.
    func callAsFunction(_ value: Double) -> Double {
        let value = min(max(value, domain.lowerBound), domain.upperBound)
        let share =
            switch kind {
            case .linear: (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
            case .logarithmic: log10(value / domain.lowerBound) / log10(domain.upperBound / domain.lowerBound)
            }
        return start + (share.isFinite ? share : 0) * (end - start)
    }

    /// Round values inside the domain: 1, 2 or 5 times a power of ten, more of them where there is less than a decade.
    ///
    /// - Parameter most: of a linear scale; a logarithmic one has as many as its decades need.
    func ticks(_ most: Int) -> [Double] {
        switch kind {
        case .linear:
            let step = Self.roundStep(over: domain.upperBound - domain.lowerBound, most: most)
            guard step > 0 else { return [domain.lowerBound] }
            let first = (domain.lowerBound / step).rounded(.up)
            let last = (domain.upperBound / step + 1e-9).rounded(.down)
            return first > last ? [] : stride(from: first, through: last, by: 1).map { $0 * step }
        case .logarithmic:
            let decades = Int(log10(domain.lowerBound).rounded(.down))...Int(log10(domain.upperBound).rounded(.up))
            let span = log10(domain.upperBound / domain.lowerBound)
            let steps: [Double] =
                span > 3
                ? [1] : span > 2 ? [1, 3] : span > 0.7 ? [1, 2, 5] : [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9]
            return decades.flatMap { decade in steps.map { $0 * pow(10, Double(decade)) } }.filter(domain.contains)
        }
    }

    static func roundStep(over span: Double, most: Int) -> Double {
        guard span > 0 else { return 0 }
        let rough = span / Double(max(1, most))
        let power = pow(10, log10(rough).rounded(.down))
        let factor = [1, 2, 5, 10].first { $0 * power >= rough * (1 - 1e-9) } ?? 10
        return factor * power
    }

    /// The next round value at or above, so that an axis ends at a tick.
    static func roundedUp(_ value: Double, most: Int = 5) -> Double {
        let step = roundStep(over: value, most: most)
        return step > 0 ? (value / step - 1e-9).rounded(.up) * step : 1
    }
}
