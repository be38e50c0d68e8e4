import Glibc
public import LinecheckSockets

/// A layer-2 bridge of two interfaces that delays, loses, doubles and reorders what it carries.
///
/// Offloads have to be off at both ends of both links: a frame of 64 kB is no frame of a line, and one whose checksum was left
/// to a card that is not there would be thrown away (ethtool(8)).
public final class FrameBridge {
    private enum Token: UInt64 { case client, server, timer, end }

    private let epoll: Epoll
    private let timer: TimerDescriptor
    private var client: FrameSocket
    private var server: FrameSocket
    private var up: Direction
    private var down: Direction

    /// - Throws: ``SystemError`` when an interface is not there, or this user may not listen to it.
    public init(_ task: BridgeTask) throws(SystemError) {
        epoll = try Epoll()
        timer = try TimerDescriptor()
        client = try FrameSocket(interface: task.client)
        server = try FrameSocket(interface: task.server)
        up = Direction(task.up, origin: KernelClock.monotonic)
        down = Direction(task.down, origin: KernelClock.monotonic)
    }

    /// Carries frames until woken. Blocks its thread, which had better have a raised priority.
    public func carry(until end: Waker) throws(SystemError) -> BridgeReport {
        try epoll.watch(input: client.descriptor.number, token: Token.client.rawValue)
        try epoll.watch(input: server.descriptor.number, token: Token.server.rawValue)
        try epoll.watch(input: timer.number, token: Token.timer.rawValue)
        try epoll.watch(input: end.number, token: Token.end.rawValue)
        while !end.isWoken {
            for ready in try epoll.wait() where ready.token == Token.timer.rawValue { timer.acknowledge() }
            // Kernel stamps are of the wall clock; due times must not jump with it.
            let offset = ClockPair.read().realtimeOffset
            for arrival in try client.receive() { up.take(arrival, realtimeOffset: offset) }
            for arrival in try server.receive() { down.take(arrival, realtimeOffset: offset) }
            up.release { server.send($0) }
            down.release { client.send($0) }
            try timer.arm(at: [up.next, down.next].compactMap { $0 }.min())
        }
        return BridgeReport(up: up.report, down: down.report)
    }
}

/// One way through a bridge: the frames under way, and the counters.
private struct Direction {
    private var fate: Fate
    private var due = DueFrames()
    private var counters = BridgeReport.Direction()
    private var held: [Int64] = []
    private var late: [Int64] = []

    /// Times beyond these say nothing new, and memory is finite.
    private static let mostTimes = 2_000_000
    /// More frames than a second of the fastest line here: what comes then is lost, and told as late.
    private static let mostFrames = 200_000

    init(_ way: Way, origin: Int64) { fate = Fate(way, origin: origin) }

    var next: Int64? { due.next }

    mutating func take(_ arrival: FrameSocket.Arrival, realtimeOffset: Int64) {
        counters.arrived += 1
        // Without a stamp it came just now.
        let time = arrival.at == 0 ? KernelClock.monotonic : arrival.at - realtimeOffset
        let departures = fate.departures(of: Fate.Kind(frame: arrival.bytes), arrivedAt: time)
        guard due.count < Self.mostFrames else {
            counters.refused += 1
            return
        }
        if departures.isEmpty { counters.lost += 1 }
        if departures.count > 1 { counters.duplicated += 1 }
        for departure in departures { due.put(arrival.bytes, due: departure, arrived: time) }
    }

    mutating func release(_ send: ([UInt8]) -> Bool) {
        while let frame = due.take(at: KernelClock.monotonic) {
            // Before it is handed over: on a veth that call also carries the frame through the receiver's network stack.
            let now = KernelClock.monotonic
            guard send(frame.bytes) else {
                counters.refused += 1
                continue
            }
            counters.left += 1
            guard held.count < Self.mostTimes else { continue }
            held.append(now - frame.arrived)
            late.append(now - frame.due)
        }
    }

    var report: BridgeReport.Direction {
        var report = counters
        report.held = BridgeReport.Spread(held)
        report.late = BridgeReport.Spread(late)
        return report
    }
}
