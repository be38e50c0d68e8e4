/// What to measure: a validated plan with every default filled in, every variable replaced and every include flattened.
///
/// There is no way to make one that would never end or that names what is not there; ``PlanReader`` sees to that.
public struct Plan: Equatable, Sendable {
    public var name: String
    public var title: String?
    public var description: String?
    /// The variables with the values they have in this run, in the order of the file.
    public var vars: [Variable]
    public var probes: [Probe]
    public var loads: [Load]
    /// Probes that run as one unbroken sequence over several phases.
    public var spans: [ProbeSpan]
    /// In the order in which they run; names are unique.
    public var phases: [Phase]
    public var guards: [Guard]
    /// Conditions that must hold, as written.
    public var expect: [String]

    public init(
        name: String, title: String? = nil, description: String? = nil, vars: [Variable] = [], probes: [Probe] = [],
        loads: [Load] = [], spans: [ProbeSpan] = [], phases: [Phase] = [], guards: [Guard] = [], expect: [String] = []
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.vars = vars
        self.probes = probes
        self.loads = loads
        self.spans = spans
        self.phases = phases
        self.guards = guards
        self.expect = expect
    }

    public func probe(_ name: String) -> Probe? { probes.first { $0.name == name } }
    public func load(_ name: String) -> Load? { loads.first { $0.name == name } }
    public func phase(_ name: String) -> Phase? { phases.first { $0.name == name } }
    public func phaseIndex(_ name: String) -> Int? { phases.firstIndex { $0.name == name } }
}
