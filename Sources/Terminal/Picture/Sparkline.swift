/// Numbers as a row of characters, one each, as high as the number is large.
public struct Sparkline: Equatable, Sendable {
    public enum Point: Equatable, Sendable {
        case value(Int64)
        /// Asked, and no answer.
        case lost
        /// Nothing known here.
        case gap
    }

    private static let blocks = Array("▁▂▃▄▅▆▇█")
    private static let ascii = Array("_.-=+*%#")

    public let isUnicode: Bool

    public init(isUnicode: Bool) { self.isUnicode = isUnicode }

    /// The latest points that fit, from the low end to the largest of them.
    ///
    /// - Parameter base: what the lowest character stands for; nil: the smallest value. Zero shows how large a number is, the
    ///   smallest how it changed.
    public func line(_ points: [Point], columns: Int, from base: Int64? = 0) -> StyledLine {
        let shown = points.suffix(max(0, columns))
        let values = shown.compactMap { if case .value(let value) = $0 { value } else { nil } }
        let low = base ?? values.min() ?? 0
        let high = max(values.max() ?? 0, low)
        var line = StyledLine()
        for point in shown {
            switch point {
            case .value(let value): line.append(String(character(value, low, high)), .active)
            case .lost: line.append(isUnicode ? "×" : "x", .bad)
            case .gap: line.append(" ")
            }
        }
        return line
    }

    private func character(_ value: Int64, _ low: Int64, _ high: Int64) -> Character {
        let ramp = isUnicode ? Self.blocks : Self.ascii
        guard high > low else { return ramp[0] }
        // As doubles, since the difference of two numbers need not fit into one of them.
        let share = (Double(value) - Double(low)) / (Double(high) - Double(low))
        return ramp[min(ramp.count - 1, max(0, Int(share * Double(ramp.count))))]
    }
}
