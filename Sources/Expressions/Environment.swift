/// Where an expression finds the values of its names.
public protocol Environment {
    /// - Parameter raw: read it although the phase's load was not valid.
    func reading(of path: MetricPath, raw: Bool) -> Reading
    /// A named metric that is a quantity.
    func reading(of name: String, raw: Bool) -> Reading
    /// A named metric that is a condition.
    func finding(of name: String) -> Finding
    func grade(_ name: String) -> GradeReading
    func verdict(_ name: String) -> TextReading
    /// The variable's value as it would be written, or nil when the plan has none of that name.
    func variable(_ name: String) -> String?
    /// The kind of link to the network: ethernet, wifi, cellular, loopback, unknown; nil when it was not recorded.
    var link: String? { get }
    /// Whether a metric that is said to be missing may also be measured, with any value of its interval.
    var isOpen: Bool { get }
}

extension Environment {
    public var isOpen: Bool { false }
}
