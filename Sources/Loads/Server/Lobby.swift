import LinecheckSockets

/// Accepted connections that have not said anything yet.
///
/// They cost a descriptor each and no thread, so a thousand clients that connect and stay silent keep nobody else out.
/// Beyond its capacity the one that has been silent longest has to go. A value of the accepting thread; sockets are held
/// as ``Handover``, since what is in it has one owner.
struct Lobby {
    private struct Guest {
        let number: Int32
        let socket: Handover
        /// CLOCK_MONOTONIC in ns.
        let deadline: Int64
    }

    private let capacity: Int
    /// The longest waiting first; they all have the same patience.
    private var guests: [Guest] = []

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { guests.count }
    /// When the first has waited long enough; nil: nobody waits.
    var nextDeadline: Int64? { guests.first?.deadline }

    /// Lets one in that may stay silent until the deadline.
    mutating func enter(_ socket: consuming TCPSocket, until deadline: Int64) {
        if guests.count >= capacity { dropOldest() }
        let number = socket.number
        guests.append(Guest(number: number, socket: Handover(socket), deadline: deadline))
    }

    /// The socket with this descriptor, which has begun to speak or has hung up; nil: it is not here.
    mutating func leave(_ number: Int32) -> TCPSocket? {
        guard let index = guests.firstIndex(where: { $0.number == number }) else { return nil }
        return guests.remove(at: index).socket.take()
    }

    /// Closes the one that has waited longest; closing takes it off every epoll.
    mutating func dropOldest() { if !guests.isEmpty { guests.removeFirst() } }

    /// Closes those whose time has passed.
    mutating func dropExpired(at now: Int64) {
        guests.removeFirst(guests.prefix { $0.deadline <= now }.count)
    }
}
