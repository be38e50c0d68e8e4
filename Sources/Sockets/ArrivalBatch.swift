/// How many bytes are worth waking up for on a connection whose bytes are only counted.
///
/// The kernel wakes a reader for each segment train, 64 kB on loopback, and past a few gigabits per second those
/// wake-ups cost more than the bytes do: 0.07 CPU seconds for each GB, 0.01 to 0.03 when it waits for half a megabyte
/// (SO_RCVLOWAT, socket(7)). A batch is a quarter of a millisecond's worth of what came last, so that a count that is
/// read off in between is no more than that behind. It is for clients: a server that gathered an upload made its sender
/// pay 0.14 instead of 0.11.
public struct ArrivalBatch: Sendable {
    /// Most that is left to lie in the kernel when the rate falls: after this long, whatever came is taken.
    public static let patience = Duration.milliseconds(5)

    private static let spacing: Int64 = 250_000
    private static let least: Int64 = 65_536
    private static let most: Int64 = 524_288
    /// A rate over less than this says more about the scheduler than about the line.
    private static let window: Int64 = 1_000_000

    private var since: Int64 = 0
    private var bytes: Int64 = 0
    private var batch: Int64 = 1

    public init() {}

    /// So many bytes were taken off the socket.
    public mutating func took(_ count: Int) { bytes += Int64(count) }

    /// Bytes to wait for, 1 when each is worth it.
    ///
    /// - Parameters:
    ///   - now: CLOCK_MONOTONIC in ns.
    ///   - remaining: bytes that are still to come before something else does.
    public mutating func next(at now: Int64, remaining: Int64) -> Int {
        let elapsed = now - since
        if elapsed >= Self.window {
            let worth = Int64(Double(bytes) / Double(elapsed) * Double(Self.spacing))
            // A power of two, so that a rate that wavers does not change the socket's option each time.
            batch = worth < Self.least ? 1 : min(Self.most, 1 << (63 - Int64(worth.leadingZeroBitCount)))
            (since, bytes) = (now, 0)
        }
        return Int(max(1, min(batch, remaining)))
    }
}
