public import LinecheckJSON
import LinecheckQuantities

/// What a bridge did, by its own counters: the truth of a line's delay, loss and duplicates.
public struct BridgeReport: Sendable {
    public var up: Direction
    public var down: Direction

    public struct Direction: Sendable {
        /// Frames that came, and of those: that were to vanish, to arrive twice.
        public var arrived: Int64 = 0
        public var lost: Int64 = 0
        public var duplicated: Int64 = 0
        /// Frames that left, copies among them.
        public var left: Int64 = 0
        /// Frames for which the queue behind the bridge had no room.
        public var refused: Int64 = 0
        /// From the kernel's stamp of its coming to our clock as it is handed over, for frames that left; nil: none did.
        public var held: Spread?
        /// How much later than meant.
        public var late: Spread?

        public init() {}
    }

    /// Percentiles by nearest rank.
    public struct Spread: Sendable {
        public var p50: Duration
        public var p99: Duration
        public var max: Duration

        public init(p50: Duration, p99: Duration, max: Duration) {
            (self.p50, self.p99, self.max) = (p50, p99, max)
        }
    }

    public init(up: Direction, down: Direction) { (self.up, self.down) = (up, down) }
}

extension BridgeReport.Spread {
    /// nil: no times.
    init?(_ times: [Int64]) {
        guard let last = times.max() else { return nil }
        let sorted = times.sorted()
        p50 = .nanoseconds(sorted[(sorted.count - 1) / 2])
        p99 = .nanoseconds(sorted[(sorted.count - 1) * 99 / 100])
        max = .nanoseconds(last)
    }

    private init?(_ json: JSONValue?) {
        guard let p50 = json?["p50"]?.integer, let p99 = json?["p99"]?.integer, let max = json?["max"]?.integer else {
            return nil
        }
        self.init(p50: .nanoseconds(p50), p99: .nanoseconds(p99), max: .nanoseconds(max))
    }

    fileprivate init?(of json: JSONValue, _ key: String) { self.init(json[key]) }

    fileprivate var json: JSONValue {
        .object(pairs: [
            "p50": .integer(p50.nanoseconds), "p99": .integer(p99.nanoseconds), "max": .integer(max.nanoseconds),
        ])
    }
}

extension BridgeReport {
    /// Durations in ns.
    public var json: JSONValue { .object(pairs: ["up": up.json, "down": down.json]) }

    /// nil: not what ``json`` writes.
    public init?(_ json: JSONValue) {
        guard let up = json["up"].flatMap(Direction.init), let down = json["down"].flatMap(Direction.init) else {
            return nil
        }
        self.init(up: up, down: down)
    }
}

extension BridgeReport.Direction {
    fileprivate var json: JSONValue {
        .object(pairs: [
            "arrived": .integer(arrived), "lost": .integer(lost), "duplicated": .integer(duplicated),
            "left": .integer(left), "refused": .integer(refused), "held": held?.json, "late": late?.json,
        ])
    }

    fileprivate init?(_ json: JSONValue) {
        guard let arrived = json["arrived"]?.integer, let lost = json["lost"]?.integer,
            let duplicated = json["duplicated"]?.integer, let left = json["left"]?.integer,
            let refused = json["refused"]?.integer
        else { return nil }
        (self.arrived, self.lost, self.duplicated) = (arrived, lost, duplicated)
        (self.left, self.refused) = (left, refused)
        held = .init(of: json, "held")
        late = .init(of: json, "late")
    }
}
