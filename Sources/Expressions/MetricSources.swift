import LinecheckJSON

/// The probes, loads and phases of a plan, to tell whether a metric can exist in it.
public struct MetricSources: Equatable, Sendable {
    public var probes: [String]
    public var loads: [String]
    public var phases: [String]

    public init(probes: [String], loads: [String], phases: [String]) {
        self.probes = probes
        self.loads = loads
        self.phases = phases
    }

    /// Why no capture of this plan can hold the metric, or nil when it can.
    public func problem(with path: MetricPath, at range: Range<Int>) -> ExpressionProblem? {
        sourceProblem(path, range) ?? phaseProblem(path, range)
    }

    private func sourceProblem(_ path: MetricPath, _ range: Range<Int>) -> ExpressionProblem? {
        let place = range.lowerBound..<range.lowerBound + path.source.utf8.count
        if probes.contains(path.source) {
            guard path.quantity.isOfLoad else { return nil }
            return unknown("\(path.source) is a probe and has no \(path.quantity.rawValue)", loads, "load", at: range)
        }
        if loads.contains(path.source) {
            guard !path.quantity.isOfLoad else { return nil }
            return unknown("\(path.source) is a load and has no \(path.quantity.rawValue)", probes, "probe", at: range)
        }
        let kind = path.quantity.isOfLoad ? "load" : "probe"
        let names = path.quantity.isOfLoad ? loads : probes
        return unknown(
            "there is no \(kind) \"\(path.source)\"", names, kind, at: place,
            nearest: nearestName(to: path.source, among: names))
    }

    private func phaseProblem(_ path: MetricPath, _ range: Range<Int>) -> ExpressionProblem? {
        guard !phases.contains(path.phase) else { return nil }
        let start = range.lowerBound + path.source.utf8.count + 1
        return unknown(
            "there is no phase \"\(path.phase)\"", phases, "phase", at: start..<start + path.phase.utf8.count,
            nearest: nearestName(to: path.phase, among: phases))
    }

    private func unknown(
        _ message: String, _ names: [String], _ kind: String, at range: Range<Int>, nearest: String? = nil
    ) -> ExpressionProblem {
        let fix: String
        if let nearest {
            fix = "did you mean \"\(nearest)\"?"
        } else {
            fix = names.isEmpty ? "the plan has no \(kind)s" : "the \(kind)s are \(names.joined(separator: ", "))"
        }
        return ExpressionProblem(code: "unknown-name", message: message, fix: fix, range: range)
    }
}
