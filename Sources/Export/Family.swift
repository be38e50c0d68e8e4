/// One kind of number that is exported: its name, unit and meaning, and where it was measured.
public struct Family: Equatable, Sendable {
    /// Base units alone, as Prometheus asks for (prometheus.io/docs/practices/naming).
    public enum Unit: String, Sendable {
        case seconds, bytes, ratio
        case bytesPerSecond = "bytes_per_second"
        case none = ""

        /// As the Unified Code for Units of Measure has it (OpenTelemetry's choice).
        var ucum: String {
            switch self {
            case .seconds: "s"
            case .bytes: "By"
            case .ratio, .none: "1"
            case .bytesPerSecond: "By/s"
            }
        }
    }

    public struct Point: Equatable, Sendable {
        /// In an order that is the same for all points of the family.
        public var labels: [Label]
        public var value: Double
    }

    public struct Label: Equatable, Sendable {
        public var name: String
        public var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Without prefix and unit: `round_trip`.
    public var name: String
    public var unit: Unit
    /// One sentence without a full stop.
    public var help: String
    public var points: [Point] = []

    /// `linecheck_round_trip_seconds`.
    var fullName: String { "linecheck_" + name + (unit == .none ? "" : "_" + unit.rawValue) }
}
