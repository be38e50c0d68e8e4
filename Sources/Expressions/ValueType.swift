import LinecheckQuantities

/// What kind of value an expression has. Values are kept in the smallest unit: ns, bit/s, bytes, parts per million.
public enum ValueType: Equatable, Sendable {
    case duration, rate, bytes, ratio
    /// How many of something; a plain number can stand beside it.
    case count
    case points
    /// Without a unit: a literal, or the quotient of two like quantities.
    case number
    case boolean
    case string
    /// A value of the named grade's scale, compared as better or worse.
    case grade(String)
    /// The answer of the named verdict list.
    case verdict(String)
    /// A plan's variable, which takes its type from what it is compared with.
    case variable

    /// The unit as a verdict prints it, or nil for what is no quantity.
    public var unit: String? {
        switch self {
        case .duration: "ns"
        case .rate: "bit/s"
        case .bytes: "bytes"
        case .ratio, .number: "ratio"
        case .count: "count"
        case .points: "points"
        default: nil
        }
    }

    /// As an author would call it.
    public var name: String {
        switch self {
        case .duration: "a duration"
        case .rate: "a rate"
        case .bytes: "a size"
        case .ratio: "a share (%)"
        case .count: "a count"
        case .points: "points"
        case .number: "a plain number"
        case .boolean: "a condition"
        case .string: "a text"
        case .grade: "a grade"
        case .verdict: "a verdict"
        case .variable: "a variable"
        }
    }

    public var isQuantity: Bool { unit != nil }

    /// A count, points and a plain number can be compared and added.
    var isPlain: Bool { self == .count || self == .points || self == .number }

    /// How a literal of this type is written, to show in a fix.
    var example: String {
        switch self {
        case .duration: "30ms"
        case .rate: "10Mbps"
        case .bytes: "8MB"
        case .ratio: "2%"
        default: "2"
        }
    }

    /// The unit that a bare number most likely meant.
    var likelyUnit: String {
        switch self {
        case .duration: "ms"
        case .rate: "Mbps"
        case .bytes: "MB"
        case .ratio: "%"
        default: ""
        }
    }

    /// Reads a literal of this type; nil when the text is none.
    public func literal(_ text: String) -> Double? {
        switch self {
        case .duration: (try? Duration(text: text)).map { Double($0.nanoseconds) }
        case .rate: (try? BitRate(text: text)).map { Double($0.bitsPerSecond) }
        case .bytes: (try? ByteCount(text: text)).map { Double($0.bytes) }
        case .ratio: (try? Ratio(text: text)).map { Double($0.partsPerMillion) }
        case .count, .points, .number: Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The quantities that have units, for finding out which one a literal is.
    static let withUnits: [Self] = [.duration, .rate, .bytes, .ratio]

    static var allUnitNames: [String] {
        Duration.unitNames + BitRate.unitNames + ByteCount.unitNames + Ratio.unitNames
    }
}
