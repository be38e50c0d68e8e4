public import LinecheckCapture
public import LinecheckPlan
public import LinecheckQuantities

/// What is known of a run while it goes on: a fold over its records, without a clock.
public struct RunProgress: Sendable {
    /// Something that stays on the screen.
    public struct News: Equatable, Sendable {
        /// nil: not a matter of a moment of the run.
        public var at: RunInstant?
        public var text: String
        public var isBad: Bool

        public init(at instant: RunInstant? = nil, _ text: String, isBad: Bool = false) {
            at = instant
            self.text = text
            self.isBad = isBad
        }
    }

    /// A terminal that takes nothing (Ctrl-S) must not make memory grow.
    private static let mostNews = 200

    public let title: String
    public private(set) var phases: [PhaseProgress]
    public private(set) var probes: [ProbeProgress]
    public private(set) var loads: [LoadProgress]
    /// Not taken yet, oldest first.
    public private(set) var news: [News] = []
    private let plan: Plan
    private var phase: String?

    public init(_ plan: Plan) {
        self.plan = plan
        title = plan.name
        let explanation = PlanExplanation(plan)
        phases = explanation.phases.map { span in
            PhaseProgress(name: span.name, planned: span.ends - span.starts, hasLoads: !span.loads.isEmpty)
        }
        probes = explanation.probes.map { ProbeProgress(name: $0.name) }
        loads = explanation.loads.map { LoadProgress(name: $0.name) }
    }

    public mutating func take(_ record: Record) {
        switch record {
        case .phase(let change): take(change)
        case .sample(let sample):
            if let index = probes.firstIndex(where: { $0.name == sample.probe }) {
                probes[index].take(sample, in: phase)
            }
        case .bytes(let total):
            if let index = load(total.load) { loads[index].take(total) }
        case .stream(let event):
            if let index = load(event.load) { loads[index].take(event) }
        default:
            if let news = NewsWords.news(of: record, in: plan, during: phase) { say(news) }
        }
    }

    private mutating func take(_ change: PhaseChange) {
        if let index = phases.firstIndex(where: { $0.name == change.phase }) { phases[index].take(change) }
        if change.state == .running {
            phase = change.phase
            for name in plan.phase(change.phase)?.loads ?? [] {
                if let index = load(name) { loads[index].begin() }
            }
        } else if change.state != .loaded {
            for name in plan.phase(change.phase)?.loads ?? [] {
                if let index = load(name) { loads[index].end() }
            }
        }
        if let news = NewsWords.news(of: .phase(change), in: plan, during: phase) { say(news) }
    }

    private func load(_ name: String) -> Int? { loads.firstIndex { $0.name == name } }

    /// Something that no record tells.
    public mutating func say(_ news: News) {
        self.news.append(news)
        if self.news.count > Self.mostNews { self.news.removeFirst() }
    }

    /// The news since the last call.
    public mutating func takeNews() -> [News] {
        defer { news = [] }
        return news
    }

    /// What is left of the run as planned.
    public func remaining(at now: RunInstant) -> Duration {
        phases.reduce(.zero) { $0 + $1.remaining(at: now) }
    }
}
