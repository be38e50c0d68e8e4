public import LinecheckCapture
import LinecheckExpressions
public import LinecheckJSON
public import LinecheckJudge
public import LinecheckPlan
import LinecheckQuantities
public import LinecheckRules

/// A capture taken in for judging: what it holds, and whether the machine and guards do again what they did.
public struct CaptureReplay: Sendable {
    public var header: Header
    public var plan: Plan
    /// The rules that the capture embeds; nil when its plan names none.
    public var rules: RulesDocument?
    public var observations: Observations
    /// The verdict that the capture holds; nil when it was killed before.
    public var recordedVerdict: JSONValue?
    /// What the reader had to pass over; empty for a whole capture.
    public var damages: [Damage]
    /// The first transition or guard that came out otherwise; nil when all are the same.
    public var transition: ReplayDifference?

    /// Reads a whole capture, record by record.
    ///
    /// - Parameters:
    ///   - recover: take what is whole of a damaged or unfinished one.
    ///   - seen: hears of each record as well, for what judging passes over.
    /// - Throws: ``Damage`` for a file that is no whole capture, ``Problems`` for a plan or rules that cannot be read.
    public static func load(
        path: String, recover: Bool = false, seen: ((Record) -> Void)? = nil
    ) throws -> CaptureReplay {
        try load(CaptureReader(path: path, recover: recover), recover, seen)
    }

    /// The same from a descriptor, such as standard input, which is left open.
    public static func load(
        descriptor: Int32, name: String, recover: Bool = false, seen: ((Record) -> Void)? = nil
    ) throws -> CaptureReplay {
        try load(CaptureReader(descriptor: descriptor, name: name, recover: recover), recover, seen)
    }

    /// The same from bytes in memory.
    public static func load(
        bytes: [UInt8], name: String, recover: Bool = false, seen: ((Record) -> Void)? = nil
    ) throws -> CaptureReplay {
        try load(CaptureReader(bytes: bytes, name: name, recover: recover), recover, seen)
    }

    private static func load(
        _ reader: consuming CaptureReader, _ recover: Bool, _ seen: ((Record) -> Void)?
    ) throws -> CaptureReplay {
        recover ? try recovered(SalvageReader(reader), seen) : try whole(reader, seen)
    }

    private static func whole(
        _ reader: consuming CaptureReader, _ seen: ((Record) -> Void)?
    ) throws -> CaptureReplay {
        guard let first = try reader.next(), case .header(let header) = first.record else {
            throw reader.damages.first ?? Damage.noHeader(reader.name)
        }
        let (plan, rules) = try contents(of: header, &reader)
        var intake = Intake(header, plan: plan, seen: seen)
        try intake.take(&reader)
        return CaptureReplay(header: header, rules: rules, intake, damages: reader.damages)
    }

    /// As `recover` would write it to a file of its own.
    private static func recovered(
        _ reader: consuming SalvageReader, _ seen: ((Record) -> Void)?
    ) throws -> CaptureReplay {
        guard let first = try reader.next(), case .header(let header) = first.record else {
            throw reader.damages.first ?? Damage.noHeader(reader.name)
        }
        let (plan, rules) = try ReadPlans.shared.read(plan: header.plan, rules: header.rules)
        var intake = Intake(header, plan: plan, seen: seen)
        try intake.take(&reader)
        return CaptureReplay(header: header, rules: rules, intake, damages: reader.damages)
    }

    private init(header: Header, rules: RulesDocument?, _ intake: Intake, damages: [Damage]) {
        self.header = header
        plan = intake.plan
        self.rules = rules
        observations = intake.observations
        recordedVerdict = intake.verdict
        self.damages = damages
        transition = damages.isEmpty ? intake.transitions.difference : nil
    }

    /// The plan and rules of the header. What cannot be read there may have been changed since; then the checksum that
    /// tells so is the better reason.
    private static func contents(
        of header: Header, _ reader: inout CaptureReader
    ) throws -> (Plan, RulesDocument?) {
        do {
            return try ReadPlans.shared.read(plan: header.plan, rules: header.rules)
        } catch {
            while try reader.next() != nil {}
            throw error
        }
    }

    /// The verdict by some rules; nil: metrics only.
    public func judge(rules: RulesDocument?) -> Verdict { Judge.judge(observations, rules: rules) }

    /// What differs from the recorded verdict and transitions; nil when everything came out the same, byte for byte.
    public func difference(from verdict: Verdict) -> ReplayDifference? {
        if let transition { return transition }
        guard let recordedVerdict, var difference = ReplayDifference.first(recordedVerdict, verdict.json) else {
            return nil
        }
        if let (name, cause) = Self.metric(recordedVerdict, verdict.json) {
            // `probe.phase.quantity`; the formulas of the rules rest on several phases.
            let words = name.split(separator: ".")
            difference.lines = words.count > 2 ? observations.lines(of: String(words[1])) : nil
            if !difference.field.hasPrefix("/metrics/") {
                difference.cause = .init(metric: name, recorded: cause.recorded, replayed: cause.replayed)
            }
        }
        return difference
    }

    /// The first metric that differs.
    private static func metric(
        _ recorded: JSONValue, _ replayed: JSONValue
    ) -> (name: String, difference: ReplayDifference)? {
        for member in recorded["metrics"]?.members ?? [] {
            guard let twin = replayed["metrics"]?[member.key],
                let difference = ReplayDifference.first(member.value, twin)
            else { continue }
            return (member.key, difference)
        }
        return nil
    }
}
