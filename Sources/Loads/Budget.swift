/// The bytes that a plan gives a load for one phase, shared by its streams. A value without a clock.
///
/// They are spent when they have moved, not when somebody might move them: a read that was granted all that was left, and
/// found nothing to read, made the other streams call 3 MB spent after 260 kB. And each request asks for no more than its
/// share of what no other has asked for, so that a server that knows ranges sends nothing beyond, and an upload ends with
/// its whole body.
struct Budget: Equatable, Sendable {
    enum Grant: Equatable, Sendable {
        case bytes(Int64)
        /// All of it has moved.
        case spent
        /// The rest is in other hands, which may give it back.
        case held
    }

    /// A request of less costs more round trips than it brings balance between the streams.
    private static let leastShare: Int64 = 262_144

    let whole: Int64
    /// Not moved.
    private(set) var left: Int64
    /// Granted to transfers that are under way.
    private var held: Int64 = 0
    /// Asked for by requests and not moved.
    private var promised: Int64 = 0

    init(_ bytes: Int64) { (whole, left) = (bytes, bytes) }

    /// How many of so many bytes may be moved now.
    mutating func grant(_ wanted: Int64) -> Grant {
        guard left > 0 else { return .spent }
        guard left > held else { return .held }
        let granted = min(wanted, left - held)
        held += granted
        return .bytes(granted)
    }

    /// What became of a grant.
    ///
    /// - Parameter promise: what the request in hand still has to move.
    mutating func settle(_ granted: Int64, moved: Int64, promise: inout Int64) {
        held -= granted
        left -= moved
        let kept = min(promise, moved)
        promise -= kept
        promised -= kept
    }

    /// Some of what moved was no body.
    mutating func giveBack(_ count: Int64) { left += count }

    /// What a new request may ask for, at most so much: an equal share of what no other has asked for, and near the end a
    /// little more than that, yet so little that every stream of a small budget finds something.
    mutating func promise(upTo most: Int64, streams: Int) -> Grant {
        guard left > 0 else { return .spent }
        let free = left - promised
        guard free > 0 else { return .held }
        let streams = Int64(max(1, streams))
        let least = min(Self.leastShare, max(1, whole / streams / 2))
        let share = min(most, free, max(least, free / streams))
        promised += share
        return .bytes(share)
    }

    /// A request is over; what it asked for and did not move is free again.
    mutating func release(_ promise: Int64) { promised -= promise }
}
