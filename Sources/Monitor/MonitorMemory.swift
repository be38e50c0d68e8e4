public import LinecheckJSON

/// What a monitor knows from before, as it stands on the disk.
public struct MonitorMemory: Equatable, Sendable {
    public var plan: String
    public var state: Hysteresis.State
    public var row: Hysteresis.Row?
    /// When ``state`` began, RFC 3339; nil while undecided.
    public var since: String?
    public var blindness = Blindness()
    /// The kernel's identifier of this boot, and how long it had been suspended when the last check ended, in ns.
    public var boot: String
    public var slept: Int64

    public init(plan: String, boot: String, slept: Int64) {
        self.plan = plan
        state = .undecided
        self.boot = boot
        self.slept = slept
    }

    /// nil: this is not what ``json`` makes, or of another version.
    public init?(_ json: JSONValue) {
        guard json["monitor"]?.integer == 1, let plan = json["plan"]?.string, let state = Self.state(json),
            let boot = json["boot"]?.string, let slept = json["slept"]?.integer
        else { return nil }
        self.init(plan: plan, boot: boot, slept: slept)
        self.state = state
        since = json["since"]?.string
        if let row = json["row"], let finding = Self.state(row), let count = row["count"]?.integer {
            self.row = Hysteresis.Row(finding: finding, count: Int(clamping: count))
        }
        if let blind = json["blind"], let count = blind["count"]?.integer {
            blindness = Blindness(
                count: Int(clamping: count), since: blind["since"]?.string, isTold: blind["told"] == .bool(true))
        }
    }

    public var json: JSONValue {
        let row = row.map {
            JSONValue.object(Self.members($0.finding) + [JSONMember("count", .integer(Int64($0.count)))])
        }
        return .object(
            [JSONMember("monitor", .integer(1)), JSONMember("plan", .string(plan))] + Self.members(state) + [
                JSONMember("since", .orNull(since)), JSONMember("row", row ?? .null), JSONMember("blind", blind),
                JSONMember("boot", .string(boot)), JSONMember("slept", .integer(slept)),
            ])
    }

    private var blind: JSONValue {
        guard blindness.count > 0 else { return .null }
        return .object([
            JSONMember("count", .integer(Int64(blindness.count))), JSONMember("since", .orNull(blindness.since)),
            JSONMember("told", .bool(blindness.isTold)),
        ])
    }

    private static func members(_ state: Hysteresis.State) -> [JSONMember] {
        var cause: String?
        if case .bad(let word) = state { cause = word }
        return [JSONMember("state", .string(state.word)), JSONMember("cause", .orNull(cause))]
    }

    private static func state(_ json: JSONValue) -> Hysteresis.State? {
        switch json["state"]?.string {
        case "undecided": .undecided
        case "good": .good
        case "bad": json["cause"]?.string.map { .bad(cause: $0) }
        default: nil
        }
    }
}

extension Hysteresis.State {
    /// `undecided`, `good`, `bad`.
    public var word: String {
        switch self {
        case .undecided: "undecided"
        case .good: "good"
        case .bad: "bad"
        }
    }
}
