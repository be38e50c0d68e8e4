import LinecheckCapture
public import LinecheckPlan
import LinecheckProbes
public import LinecheckSockets

/// What the probes of a plan were pinned to before the first packet.
public struct RunTargets: Sendable {
    private(set) var pinned: [String: PinnedTarget] = [:]
    /// One record for each probe that a phase runs, in the order of the plan.
    private(set) var records: [Target] = []
    /// Required probes that may not send at all, with the sentence that says what to do.
    public private(set) var denials: [String] = []

    /// Blocks while names are looked up, all at once.
    public init(_ plan: Plan, clock: RunClock, embedded: [SocketAddress] = []) {
        let resolver = TargetResolver(clock: clock, embedded: embedded)
        let probes = plan.runningProbes + plan.keepAwakeProbes
        resolver.ask(for: probes)
        for probe in probes {
            var resolved = resolver.resolve(probe)
            if probe.kind == .ping, let family = resolved.pinned?.address.family,
                case .denied(let reason) = PingPermission.check(family)
            {
                resolved.record.unavailable = reason
                resolved.pinned = nil
                if !probe.optional, !denials.contains(reason), probe.name != Probe.keepAwakeName {
                    denials.append(reason)
                }
            }
            records.append(resolved.record)
            pinned[probe.name] = resolved.pinned
        }
    }

    /// Why nothing of the plan can be measured: no required probe has anywhere to go. nil: something can.
    public var impossibility: String? {
        let probes = records.filter { $0.probe != Probe.keepAwakeName }
        guard !probes.isEmpty, probes.allSatisfy({ $0.unavailable != nil }) else { return nil }
        return probes.map { "\($0.probe): \($0.unavailable ?? "")" }.joined(separator: "; ")
    }

    func reason(_ probe: String) -> String {
        records.first { $0.probe == probe }?.unavailable ?? "not resolved"
    }
}

extension Probe {
    /// The name under which pings that only keep a radio awake are recorded.
    static let keepAwakeName = "keep-awake"

    static func keepAwake(_ target: String) -> Probe {
        Probe(
            name: keepAwakeName, kind: .ping, target: target, interval: .milliseconds(50), timeout: .seconds(1),
            warmup: 0, optional: true)
    }
}

extension Plan {
    /// The probes that some phase runs, in the order of the plan.
    var runningProbes: [Probe] {
        let used = Set(spans.map(\.probe) + phases.flatMap { $0.probes.map(\.name) })
        return probes.filter { used.contains($0.name) }
    }

    var keepAwakeProbes: [Probe] { phases.compactMap(\.keepAwake).first.map { [.keepAwake($0)] } ?? [] }
}
