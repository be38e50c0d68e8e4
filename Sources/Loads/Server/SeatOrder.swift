import LinecheckQuantities

/// Who gets a place at a server whose places are limited. Pure: it is told who holds them, and since when they wait.
///
/// While a place is free everybody gets one. At a full table a newcomer takes the place of somebody who keeps it without
/// using it, or of an address that holds more than its share, so that neither a head that never comes nor a body of a byte
/// now and then keeps the others out.
struct SeatOrder: Equatable, Sendable {
    struct Holder: Equatable, Sendable {
        var address: HolderAddress
        /// Its first head, or its handshake, is still to come.
        var isNew: Bool
        /// When it last moved anything worth the name, CLOCK_MONOTONIC in ns.
        var since: Int64
    }

    enum Decision: Equatable, Sendable {
        case free
        /// In place of this one.
        case takes(Int)
        case full
    }

    /// How long one that was served may rest before a newcomer may have its place: the next request of a healthy client, or
    /// the next thousand bytes of a body, come sooner even over a line that needs a second retransmission.
    static let rest = Duration.seconds(5)

    let capacity: Int

    /// What one address may hold when others want in: a quarter. Of 512 that is room for three runs behind one address
    /// translation, each with 16 streams in both directions and ten probes.
    var share: Int { max(1, capacity / 4) }

    /// - Parameter holders: those that hold a place, in the order in which they came.
    func decide(_ newcomer: HolderAddress, among holders: [Holder], at now: Int64) -> Decision {
        guard holders.count >= capacity else { return .free }
        let held = holders.reduce(into: [HolderAddress: Int]()) { $0[$1.address, default: 0] += 1 }
        let above = held.filter { $0.value > share }
        let yielding = holders.indices.filter { index in
            holders[index].isNew || now - holders[index].since >= Self.rest.nanoseconds
        }
        // New ones first, then those that rest; the longest waiting of them.
        let order = { (left: Int, right: Int) in
            (holders[left].isNew ? 0 : 1, holders[left].since) < (holders[right].isNew ? 0 : 1, holders[right].since)
        }
        // An address that has its share makes room among its own.
        if held[newcomer, default: 0] >= share {
            return yielding.filter { holders[$0].address == newcomer }.min(by: order).map { .takes($0) } ?? .full
        }
        let greedy = yielding.filter { above[holders[$0].address] != nil }
        if let index = greedy.min(by: order) ?? yielding.min(by: order) { return .takes(index) }
        // Everybody is at work: who came last to the address that holds most gives way.
        let most = above.max { $0.value < $1.value }?.key
        return holders.lastIndex { $0.address == most }.map { .takes($0) } ?? .full
    }
}
