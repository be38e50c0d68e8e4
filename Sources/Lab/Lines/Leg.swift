public import LinecheckQuantities

/// A part of a line, with its two ways.
public struct Leg: Sendable {
    public var down = Way()
    public var up = Way()
    /// In bytes, of both ends.
    public var mtu = 1_500

    public init() {}

    /// The kernel has no part in what impairs it, so a bridge of our own must carry its frames.
    public var needsBridge: Bool { down.isImpaired || up.isImpaired }
}

/// One direction of a leg.
public struct Way: Equatable, Sendable {
    /// nil: as fast as the machine.
    public var queue: Queue?
    /// How long each frame is under way.
    public var delay = Duration.zero
    /// At most so much longer, drawn anew every 20 ms.
    public var jitter = Duration.zero
    /// The share of frames that vanish, spread evenly.
    public var loss = Ratio(partsPerMillion: 0)
    /// The share of frames that arrive twice.
    public var duplicates = Ratio(partsPerMillion: 0)
    /// The share of frames that are not delayed and so overtake the others.
    public var reordering = Ratio(partsPerMillion: 0)

    public init() {}

    var isImpaired: Bool {
        delay > .zero || jitter > .zero || loss.partsPerMillion > 0 || duplicates.partsPerMillion > 0
            || reordering.partsPerMillion > 0
    }
}

/// A first-in first-out queue in front of a fixed rate, which counts Ethernet frames (tc-tbf(8)).
public struct Queue: Equatable, Sendable {
    public var rate: BitRate
    public var depth: Depth

    public init(_ rate: BitRate, _ depth: Depth) {
        self.rate = rate
        self.depth = depth
    }

    public enum Depth: Equatable, Sendable {
        /// How long a packet waits behind a full queue.
        case lasting(Duration)
        /// As the makers of routers and modems size their queues.
        case bytes(ByteCount)
    }

    var depthInBytes: Int64 {
        switch depth {
        case .lasting(let duration): rate.bitsPerSecond / 8 * duration.nanoseconds / 1_000_000_000
        case .bytes(let count): count.bytes
        }
    }
}
