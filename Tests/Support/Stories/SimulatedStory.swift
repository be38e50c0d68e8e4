import Foundation
import LinecheckCapture
public import LinecheckExpressions
import LinecheckJSON
public import LinecheckPlan
public import LinecheckQuantities
import LinecheckRules

/// Something that happens to a line, a load, a host or a file, told in three sentences and simulated from a seed.
///
/// Each is kept as `fixtures/scenarios/<name>/`. Folders that are no simulation stand beside them and are replayed alike.
public struct SimulatedStory: Sendable {
    /// What happened: the folder's name.
    public var name: String
    /// What happened, what the capture shows, and what the verdict must say.
    public var told: [String]
    /// A bundled plan.
    public var plan = "health"
    public var settings: [(name: String, value: String)] = []
    /// The last change to the plan, for what no variable of it can set.
    public var adjust: @Sendable (inout Plan) -> Void = { _ in }
    /// A file of `fixtures/rules`; nil: the plan's own rules.
    public var rules: String?
    public var line = SimulatedLine()
    public var seed: UInt64 = 1
    public var conditions: [String: Truth] = [:]
    public var interruptedAt: RunInstant?
    public var suspended: (at: RunInstant, time: Duration)?
    /// Records that the line cannot cause.
    var edit: @Sendable ([Record]) -> [Record] = { $0 }
    /// What happens to the file; nil: nothing, it is whole.
    var damage: (@Sendable ([UInt8]) throws -> [UInt8])?

    /// A story of the plan `health`, kept small: two streams, six seconds of load a direction.
    init(_ name: String, _ told: [String], _ change: (inout Self) -> Void) {
        self.name = name
        self.told = told
        settings = [("streams", "2"), ("load", "6s")]
        change(&self)
    }

    /// Every simulated story there is.
    public static var all: [SimulatedStory] { published + ofLines + ofLoads + ofHosts + ofFiles }

    public var isDamaged: Bool { damage != nil }

    /// The file's bytes: the same for the same program and C library.
    public func capture() throws -> [UInt8] {
        let bytes = RecordEncoder.capture(edit(try run().records()))
        return try damage?(bytes) ?? bytes
    }

    private func run() throws -> SimulatedRun {
        let read = try BundledPlans.read(plan, settings: settings)
        var plan = read.plan
        adjust(&plan)
        var run = SimulatedRun(plan, on: line, seed: seed)
        run.rules = try rules.map { try Repository.rules($0).json } ?? read.rules?.json ?? .null
        run.conditions = conditions
        run.interruptedAt = interruptedAt
        run.suspended = suspended
        run.ticksBetweenKernelViews = 20
        return run
    }
}

extension [Record] {
    func editingSamples(_ change: (inout Sample) -> Void) -> [Record] {
        map { record in
            guard case .sample(var sample) = record else { return record }
            change(&sample)
            return .sample(sample)
        }
    }
}

extension Sample {
    mutating func lose() {
        outcome = .lost
        (ttl, bytes) = (nil, nil)
    }
}

extension RunInstant {
    /// For stories, which think in seconds.
    static func second(_ seconds: Double) -> RunInstant { RunInstant(nanoseconds: Int64(seconds * 1e9)) }
}

extension SimulatedLine {
    /// Rates that a load of the plan measures over so much time, slow start and headers taken off.
    mutating func rates(down: Double, up: Double, over seconds: Double) {
        // 95 % are body, and a quarter of a second goes to slow start.
        let share = 0.95 * (seconds - 0.25) / seconds
        download.rate = BitRate(bitsPerSecond: Int64(down * 1e6 / share))
        upload.rate = BitRate(bitsPerSecond: Int64(up * 1e6 / share))
    }

    mutating func depths(down: Duration, up: Duration) { (download.depth, upload.depth) = (down, up) }
}
